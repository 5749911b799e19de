/** A chain of causes in words, the same on every surface: from the first cause down to the event, then what followed. */
import { countOf, formatCount, formatSequence, unreachable } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  cutFact,
  dim,
  error,
  gap,
  heading,
  type Line,
  type ListItem,
  line,
  name,
  rest,
  sentence,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import { INFERRED_WORDS } from '../../graph/inferred-parents.ts';
import { eventHead, eventWithSummary } from '../rows/event-rows.ts';
import type { CausalChain, CausalVia, ChainLink, ChainNode } from './chain.ts';
import { CAUSE_WORDS, type ChainEnding } from './chain-origin.ts';

/** The rule of an edge in words, and what more there is to say of it; empty for nothing. */
const VIA: Readonly<Record<CausalVia, readonly [words: string, remark: string]>> = {
  eventId: ['by eventId', ''],
  correlationId: ['by correlationId', ''],
  causationHostId: ['on another host', 'the event names the host; its log is not here'],
  otherRun: ['in another run', ''],
  trigger: ['by a trigger', 'the delivery that started the run'],
  nodeId: ['same nodeId', 'not a causationId: both name the node'],
  failedNodeId: ['failedNodeId', 'not a causationId: it names the node'],
  endedBy: ['ended the run', 'not a causationId: the failure that ended the run'],
  childRunId: ['ended the child run', 'not a causationId: the failure that ended the child run'],
};

const MARK_WORDS: Readonly<Record<ChainLink['marks'][number], string>> = {
  self: 'names itself as its cause',
  cycle: 'closes a cycle, not followed further',
  forward: 'points to a later event',
  ambiguous: 'the id names an event and an envelope; the event is taken',
};

/** What precedes the event that a chain starts at; empty when nothing does. */
const BEYOND: Readonly<Partial<Record<ChainEnding, string>>> = {
  self: ', which names itself as its cause',
  otherRun: '; its cause is in another run',
  external: '; its cause is on another host',
  trigger: '; its cause is a trigger delivery',
  dangling: '; its cause is not in this log',
};

const CIRCLE = 'The causes lead in a circle: the chain has no start.';
const NO_CAUSE = 'No cause found: no earlier event of this chain is abnormal.';

/** The rule of an edge in words. */
export const viaText = (via: CausalVia): string => VIA[via][0];

/** True for links that are not causal and are rendered dotted (run-events.md section 4.4). */
export const isNotCausation = (via: CausalVia): boolean =>
  via === 'nodeId' || via === 'failedNodeId' || via === 'endedBy' || via === 'childRunId';

/** Information about an edge from a cause: of its rule, else of the cause; empty for a plain one. */
export function edgeRemark(via: CausalVia, from: ChainNode): string {
  const [, remark] = VIA[via];
  if (remark !== '' || from.kind !== 'envelope' || !from.virtual) return remark;
  return 'the envelope itself is not in this log';
}

/** The marks of an edge in words. */
export const markText = (marks: ChainLink['marks']): readonly string[] =>
  marks.map((mark) => MARK_WORDS[mark]);

/** What is known of the causes of an event, in sentences: where its chain starts, and which of its events is the cause. */
export function originSentences(chain: CausalChain): readonly string[] {
  const { chainStart, cause, ending, ancestors } = chain;
  const words =
    cause?.node.kind === 'event'
      ? `Cause: ${formatSequence(cause.node.row.sequence)}, ${CAUSE_WORDS[cause.rule]}.`
      : NO_CAUSE;
  if (chain.causationOmitted || !ancestors.some(({ node }) => node.kind === 'event'))
    return [...noCause(chain), ...(cause === null ? [] : [words])];
  const start =
    chainStart?.kind === 'event'
      ? `Chain starts at ${formatSequence(chainStart.row.sequence)}${BEYOND[ending] ?? ''}.`
      : CIRCLE;
  return [start, words];
}

/** Why an event has no causes; empty where only what is not an event precedes it. */
function noCause(chain: CausalChain): readonly string[] {
  const isKnown = chain.cause !== null;
  if (chain.causationOmitted) {
    const rest = isKnown ? '' : ', so what led here is not known';
    return [`The host omitted causation: no event of this log names a cause${rest}.`];
  }
  if (chain.marks.includes('self')) return ['This event names itself as its cause.'];
  if (chain.ancestors.length > 0 && !isLinked(chain)) return [];
  if (chain.target.kind === 'envelope') return ['This envelope names no cause.'];
  return [
    isKnown ? 'This event names no cause.' : 'This event names no cause. It is where its chain begins.',
  ];
}

/** The nearest event above is one that the target points at without calling it its cause. */
const isLinked = ({ ancestors: [nearest] }: CausalChain): boolean =>
  nearest !== undefined && nearest.via !== 'nodeId' && isNotCausation(nearest.via);

/** How much of a chain a document contains. */
export interface ChainDocumentOptions {
  /** Names the run of every event. */
  readonly withRun: boolean;
  /** Lines of effects at most. */
  readonly maxEffects: number;
}

/** A chain with its effects, the first cause on top. */
export function chainDocument(chain: CausalChain, options: ChainDocumentOptions): readonly Block[] {
  const inferred = inferredBlocks(chain, options);
  // Where nothing is recorded, lists of causes and effects would be empty.
  const isRecorded = !chain.causationOmitted || isLinked(chain);
  const recorded = [...causeBlocks(chain, options), blank, ...effectBlocks(chain, options)];
  return [
    ...originBlocks(chain, options),
    blank,
    ...(isRecorded || inferred.length === 0 ? recorded : []),
    ...(isRecorded && inferred.length > 0 ? [blank] : []),
    ...inferred,
  ];
}

/** Why an event happened: where its chain starts, its cause, and each step from there down to it. */
export function causesDocument(chain: CausalChain): readonly Block[] {
  const options = { withRun: false };
  const origin = originBlocks(chain, options);
  return chain.causationOmitted ? origin : [...origin, causeList(chain, options)];
}

/** One event of a source, and why it happened. */
export function eventDocument(source: string, chain: CausalChain): readonly Block[] {
  const { target } = chain;
  const event = target.kind === 'event' ? eventHead(target.row, { withRun: true }) : ['an event'];
  return [heading(3, ...event, ' (', source, ')'), ...causesDocument(chain)];
}

/** How events are named. */
type NameOptions = Parameters<typeof eventWithSummary>[1];

/** Where the chain starts, and which of its events is the cause: two things. */
function originBlocks(chain: CausalChain, options: NameOptions): readonly Block[] {
  const { chainStart, cause, ending, ancestors } = chain;
  const causeFact =
    cause === null
      ? []
      : [cutFact('Cause', ...nodeWords(cause.node, { ...options, note: warning(CAUSE_WORDS[cause.rule]) }))];
  if (chain.causationOmitted || isLinked(chain) || ancestors.length === 0)
    return [...noCause(chain).map((words) => sentence(0, words)), ...causeFact];
  const beyond = warning(BEYOND[ending] ?? '');
  return [
    chainStart === null
      ? sentence(0, CIRCLE)
      : cutFact('Chain starts at', ...nodeWords(chainStart, options), beyond),
    ...(cause === null ? [sentence(0, NO_CAUSE)] : causeFact),
  ];
}

/** Causes displayed of a very long chain: this number next to the target, and a few at the beginning. */
const MAX_DISPLAYED_CAUSES = 30;
const MAX_DISPLAYED_FIRST = 10;

function causeBlocks(chain: CausalChain, options: NameOptions): readonly Block[] {
  const what = isLinked(chain) ? 'The failure that it points at' : 'Causes';
  return [
    heading(3, strong(`${what}, the first on top (${formatCount(chain.ancestors.length)})`)),
    causeList(chain, options),
  ];
}

/** The stops of a chain from its start down to its event, each with the rule that leads to the next. */
function causeList(chain: CausalChain, options: NameOptions): Block {
  const { ancestors, cause, target } = chain;
  const causeOrdinal = cause?.node.kind === 'event' ? cause.node.row.ordinal : null;
  const stops = ancestors.map(({ node, via, marks }): ListItem => {
    const isCause = node.kind === 'event' && node.row.ordinal === causeOrdinal;
    const more = [edgeRemark(via, node), ...markText(marks)].filter((words) => words !== '');
    return {
      words: nodeWords(node, isCause ? { ...options, note: error('the cause') } : options),
      edge: line(
        { ...dim('└─ '), inText: ' → ' },
        dim(viaText(via)),
        ...(more.length > 0 ? [warning(` (${more.join(', ')})`)] : []),
      ),
    };
  });
  const hidden = stops.length - MAX_DISPLAYED_CAUSES - MAX_DISPLAYED_FIRST;
  if (hidden > 0)
    stops.splice(MAX_DISPLAYED_CAUSES, hidden, { words: [dim(`┆  ${countOf(hidden, 'more cause')}`)] });
  const items = [...stops.reverse(), { sign: '▸', words: nodeWords(target, options) }];
  return { items, isOrdered: true };
}

function effectBlocks({ descendants, descendantTotal }: CausalChain, options: ChainDocumentOptions) {
  if (descendantTotal === 0) return [line(strong('Effects'), ' none')];
  const groups = likeEffects(descendants).slice(0, options.maxEffects);
  const more = descendantTotal - groups.flat().length;
  return [
    heading(3, strong(`Effects (${formatCount(descendantTotal)})`)),
    { items: groups.map((group) => effectItem(group, options)) },
    ...moreEffects(more, descendantTotal),
  ];
}

const moreEffects = (more: number, total: number): readonly Block[] =>
  rest(more, `   and ${formatCount(more)} more`, ` (--limit ${total} shows all)`);

/** As many similar effects in a row become one line. */
const MIN_FOLDED = 4;

/** Effects that are side by side and alike, such as the chunks of one answer, in one group. */
function likeEffects(links: readonly ChainLink[]): readonly (readonly ChainLink[])[] {
  const groups: ChainLink[][] = [];
  for (const link of links) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && areAlike(last, link)) group.push(link);
    else groups.push([link]);
  }
  return groups.flatMap((group) => (group.length < MIN_FOLDED ? group.map((link) => [link]) : [group]));
}

function areAlike(one: ChainLink, other: ChainLink): boolean {
  if (one.node.kind !== 'event' || other.node.kind !== 'event') return false;
  const [a, b] = [one.node.row, other.node.row];
  const isSameKind = a.type === b.type && a.nodeId === b.nodeId && a.runId === b.runId;
  return isSameKind && one.depth === other.depth && one.via === other.via && other.marks.length === 0;
}

function effectItem(group: readonly ChainLink[], options: NameOptions): ListItem {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return { words: [] };
  const { node, via, marks, depth } = first;
  const rule = [gap(', '), dim([viaText(via), ...markText(marks)].join(', '))];
  if (node.kind !== 'event') return { depth, words: [...nodeWords(node, options), ...rule] };
  const head = [...eventHead(node.row, options), ...rule];
  if (group.length === 1 || last.node.kind !== 'event')
    return { depth, words: [...head, gap(': '), dim(node.row.summary)] };
  const until = formatSequence(last.node.row.sequence);
  return {
    depth,
    words: [...head, strong(`  and ${formatCount(group.length - 1)} more like it, to ${until}`)],
  };
}

function nodeWords(node: ChainNode, options: NameOptions): Line {
  switch (node.kind) {
    case 'event':
      return eventWithSummary(node.row, options);
    case 'envelope': {
      const where = node.virtual ? 'not itself in the log' : 'in the log';
      const known = dim(`, ${countOf(node.events, 'event')}, ${where}`);
      return [
        ...line('envelope ', name(node.envelopeType ?? 'of unknown type'), gap(', ')),
        ...line('correlationId ', name(node.correlationId), known),
      ];
    }
    case 'external':
      if (node.hostId === null) return line(name(node.id), ' on another host');
      return line(name(node.id), ' on host ', name(node.hostId));
    case 'dangling':
      return line(name(node.id), ', which is not in this log');
    default:
      return unreachable(node);
  }
}

/** Heading of everything that is inferred. */
export const INFERRED = 'Inferred, not recorded';

/** The inferred tree around an event that names no cause, first event on top, marked as inferred; empty for none. */
function inferredBlocks({ target, inferred }: CausalChain, options: ChainDocumentOptions): readonly Block[] {
  if (inferred === null || target.kind !== 'event') return [];
  const { above, aboveTotal, below, belowTotal } = inferred;
  if (aboveTotal + belowTotal === 0) return [];
  const unread = aboveTotal - above.length;
  const displayed = below.slice(0, options.maxEffects);
  const items: readonly ListItem[] = [
    ...(unread > 0 ? [{ words: [dim(`┆  ${countOf(unread, 'more event')}`)] }] : []),
    ...above.toReversed().map(({ row, rule }) => ({
      words: eventWithSummary(row, options),
      edge: [{ ...dim('┊┄ '), inText: ' → ' }, dim(INFERRED_WORDS[rule])],
    })),
    { sign: '▸', words: eventWithSummary(target.row, options) },
    ...displayed.map(({ row, rule, depth }) => {
      const words = [...eventHead(row, options), gap(', '), dim(INFERRED_WORDS[rule]), gap(': ')];
      return { depth, words: [dim('┊┄ '), ...words, dim(row.summary)] };
    }),
  ];
  return [heading(3, strong(INFERRED)), { items }, ...moreEffects(belowTotal - displayed.length, belowTotal)];
}
