/** Causes and effects drawn for the user: from the first cause down to the event, then what followed. Pure. */

import { countOf, formatCount, formatSequence, unreachable } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  cut,
  dim,
  type Line,
  line,
  name,
  plain,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import {
  CAUSE_WORDS,
  type CausalChain,
  type CausalVia,
  type ChainEnding,
  type ChainLink,
  type ChainNode,
  INFERRED_WORDS,
} from '@openwop-inspector/run-log';
import { eventHead, eventLine } from './event-table.ts';

const VIA: Readonly<Record<CausalVia, string>> = {
  eventId: 'by eventId',
  correlationId: 'by correlationId',
  causationHostId: 'by an event of another host',
  otherRun: 'by eventId, from another run',
  trigger: 'by a trigger delivery',
  nodeId: 'from the node that ran',
  failedNodeId: 'names the failed node',
  endedBy: 'ended by this failure',
  childRunId: 'ended the child run',
};

const MARKS: Readonly<Record<ChainLink['marks'][number], string>> = {
  self: 'names itself',
  cycle: 'part of a cycle',
  forward: 'the cause comes later',
  ambiguous: 'the id is ambiguous',
};

/** Where the chain continues beyond the event that it starts at. */
const ENDINGS: Readonly<Partial<Record<ChainEnding, string>>> = {
  self: 'names itself as its cause',
  otherRun: 'its cause is in another run',
  external: 'its cause is on another host',
  trigger: 'its cause is a trigger delivery',
  dangling: 'its cause is not in this file',
};

/** Effects stand at most this far right. */
const MAX_INDENT = 16;
/** As many similar effects in a row become one line. */
const MIN_FOLDED = 4;
/** Causes drawn of a very long chain: this number next to the target, and the same number at the beginning. */
const MAX_DISPLAYED_CAUSES = 30;
const MAX_DISPLAYED_FIRST = 10;

/** How much of a chain is reported. */
export interface ChainReportOptions {
  /** Names the run of every event. */
  readonly withRun: boolean;
  /** Lines of effects at most. */
  readonly maxEffects: number;
}

/** The report, first cause first. */
export function chainReport(chain: CausalChain, options: ChainReportOptions): readonly Block[] {
  const inferred = inferredLines(chain, options);
  // Where nothing is recorded, lists of causes and effects would be empty.
  const isRecorded = !chain.causationOmitted || isLinked(chain);
  const recorded = [...causeLines(chain, options), blank, ...effectLines(chain, options)];
  return [
    ...originLines(chain, options),
    blank,
    ...(isRecorded || inferred.length === 0 ? recorded : []),
    ...(isRecorded && inferred.length > 0 ? [blank] : []),
    ...inferred,
  ].map((one) => cut(...one));
}

/** The nearest event above is one that the target points at without calling it its cause. */
function isLinked({ ancestors: [nearest] }: CausalChain): boolean {
  return nearest?.via === 'failedNodeId' || nearest?.via === 'endedBy' || nearest?.via === 'childRunId';
}

/** Where the chain starts, and which of its events is the cause: two things. */
function originLines(chain: CausalChain, options: ChainReportOptions): readonly Line[] {
  const { target, chainStart, cause, ancestors, ending, causationOmitted } = chain;
  const causeLine =
    cause === null
      ? []
      : [
          line(
            dim('Cause            '),
            ...nodeLine(cause.node, options),
            warning(`  ${CAUSE_WORDS[cause.rule]}`),
          ),
        ];
  if (causationOmitted)
    return [
      line('No event of this file names its cause, so nothing can be said about causes.'),
      ...causeLine,
    ];
  if (isLinked(chain) || ancestors.length === 0) {
    if (target.kind === 'envelope') return [line('This envelope has no known cause.')];
    const isSelf = chain.marks.includes('self');
    const own = isSelf ? 'names itself as its cause.' : 'has no cause: its chain starts here.';
    return [line(`This event ${own}`), ...causeLine];
  }
  const beyond = ENDINGS[ending];
  const end = beyond === undefined ? [] : [warning(`  ${beyond}`)];
  return [
    chainStart === null
      ? line('The causes lead in a circle: the chain has no start.')
      : line(dim('Chain starts at  '), ...nodeLine(chainStart, options), ...end),
    ...(cause === null ? [line('No cause found: no earlier event of this chain is abnormal.')] : causeLine),
  ];
}

function causeLines(chain: CausalChain, options: ChainReportOptions): readonly Line[] {
  const { target, ancestors } = chain;
  const what = isLinked(chain) ? 'The failure that it points at' : 'Causes';
  const lines: Line[] = [line(strong(`${what}, the first on top (${formatCount(ancestors.length)})`))];
  const hidden = ancestors.length - MAX_DISPLAYED_CAUSES - MAX_DISPLAYED_FIRST;
  for (let i = ancestors.length - 1; i >= 0; i--) {
    const link = ancestors[i];
    if (
      link === undefined ||
      (hidden > 0 && i >= MAX_DISPLAYED_CAUSES && i < MAX_DISPLAYED_CAUSES + hidden)
    ) {
      if (i === MAX_DISPLAYED_CAUSES) lines.push(line(dim(`   ┆  ${countOf(hidden, 'more cause')}`)));
      continue;
    }
    lines.push(line('   ', ...nodeLine(link.node, options)), edgeLine(link));
  }
  return [...lines, line(strong(' ▸ '), ...nodeLine(target, options))];
}

/** The edge below a cause: how what is under it names it. */
function edgeLine({ via, marks }: ChainLink): Line {
  const remarks = marks.map((mark) => MARKS[mark]);
  return line(dim(`   └─ ${VIA[via]}`), ...(remarks.length > 0 ? [warning(` (${remarks.join(', ')})`)] : []));
}

function effectLines(
  { descendants, descendantTotal }: CausalChain,
  options: ChainReportOptions,
): readonly Line[] {
  if (descendantTotal === 0) return [line(strong('Effects'), ' none')];
  const groups = likeEffects(descendants).slice(0, options.maxEffects);
  const more = descendantTotal - groups.flat().length;
  return [
    line(strong(`Effects (${formatCount(descendantTotal)})`)),
    ...groups.map((group) => effectLine(group, options)),
    ...moreEffects(more, descendantTotal),
  ];
}

function moreEffects(more: number, total: number): readonly Line[] {
  return more > 0 ? [line(dim(`   and ${formatCount(more)} more (--limit ${total} shows all)`))] : [];
}

/** Effects that stand side by side and are alike, such as the chunks of one answer, in one group. */
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

function effectLine(group: readonly ChainLink[], options: ChainReportOptions): Line {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return blank;
  const { node, via, marks, depth } = first;
  const words = dim(`  ${[VIA[via], ...marks.map((mark) => MARKS[mark])].join(', ')}`);
  const indent = indentOf(depth);
  if (node.kind !== 'event') return line(indent, ...nodeLine(node, options), words);
  const head = [plain(indent), ...eventHead(node.row, options), words];
  if (group.length === 1 || last.node.kind !== 'event') return [...head, dim(`  ${node.row.summary}`)];
  const until = formatSequence(last.node.row.sequence);
  return [...head, strong(`  and ${formatCount(group.length - 1)} more like it, to ${until}`)];
}

function indentOf(depth: number): string {
  return ' '.repeat(1 + 2 * Math.min(depth, MAX_INDENT));
}

function nodeLine(node: ChainNode, options: ChainReportOptions): Line {
  switch (node.kind) {
    case 'event':
      return eventLine(node.row, options);
    case 'envelope': {
      const where = node.virtual ? 'not itself in the file' : 'in the file';
      const known = dim(`  correlationId ${node.correlationId}, ${countOf(node.events, 'event')}, ${where}`);
      return line('envelope ', name(node.envelopeType ?? 'of unknown type'), known);
    }
    case 'external':
      return line(
        'event ',
        name(node.id),
        node.hostId === null ? ' outside of this file' : ` of host ${node.hostId}`,
      );
    case 'dangling':
      return line('event ', name(node.id), ', which is not in this file');
    default:
      return unreachable(node);
  }
}

/**
 * The inferred tree around an event that names no cause, the first event on top, under words that say so; empty where
 * nothing is inferred.
 */
function inferredLines({ target, inferred }: CausalChain, options: ChainReportOptions): readonly Line[] {
  if (inferred === null || target.kind !== 'event') return [];
  const { above, aboveTotal, below, belowTotal } = inferred;
  if (aboveTotal + belowTotal === 0) return [];
  const unread = aboveTotal - above.length;
  const displayed = below.slice(0, options.maxEffects);
  return [
    line(strong('Inferred, not recorded')),
    ...(unread > 0 ? [line(dim(`   ┆  ${countOf(unread, 'more event')}`))] : []),
    ...above
      .toReversed()
      .flatMap(({ row, rule }) => [
        line('   ', ...eventLine(row, options)),
        line(dim(`   ┊┄ ${INFERRED_WORDS[rule]}`)),
      ]),
    line(strong(' ▸ '), ...eventLine(target.row, options)),
    ...displayed.map(({ row, rule, depth }) => {
      const edge = dim(`${indentOf(depth)}┊┄ `);
      return line(edge, ...eventHead(row, options), dim(`  ${INFERRED_WORDS[rule]}  ${row.summary}`));
    }),
    ...moreEffects(belowTotal - displayed.length, belowTotal),
  ];
}
