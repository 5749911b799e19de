/** Causes and effects drawn for a person: from the first cause down to the event, then what followed. Pure. */

import { countOf, formatCount, formatSequence, unreachable } from '@openwop-inspector/base';
import type { CausalChain, CausalVia, ChainEnding, ChainLink, ChainNode } from '@openwop-inspector/run-log';
import { blank, cutLine, dim, type Line, line, name, plain, type Span, strong } from '../terminal/line.ts';
import { eventHead, eventLine, RULES } from './event-table.ts';
import { inferredLines } from './inferred-lines.ts';

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

/** Effects stand at most this far right. */
const MAX_INDENT = 16;
/** So many like effects side by side become one line. */
const MIN_FOLDED = 4;

/** How much of a chain is told. */
export interface ChainReportOptions {
  /** Names the run of every event. */
  readonly withRun: boolean;
  /** Lines of effects at most. */
  readonly maxEffects: number;
  /** Columns of a line at most; null is no limit. */
  readonly width: number | null;
}

/** Causes drawn of a very long chain: so many next to the target, and so many at the beginning. */
const SHOWN_CAUSES = 30;
const SHOWN_FIRST = 10;

/** The report, first cause first. */
export function chainReport(chain: CausalChain, options: ChainReportOptions): readonly Line[] {
  const { withRun, width } = options;
  const inferred = inferredLines(chain, options);
  const lines = [
    ...originLines(chain, withRun),
    blank,
    // Where nothing is recorded, lists of causes and effects would be empty.
    ...(chain.causationOmitted && inferred.length > 0 && !isLinked(chain)
      ? []
      : [...causeLines(chain, withRun), blank, ...effectLines(chain, options)]),
    ...(inferred.length > 0 && (!chain.causationOmitted || isLinked(chain)) ? [blank] : []),
    ...inferred,
  ];
  return lines.map((one) => cutLine(one, width));
}

/** The nearest event above is one that the target points at without calling it its cause. */
function isLinked({ ancestors: [nearest] }: CausalChain): boolean {
  return nearest?.via === 'failedNodeId' || nearest?.via === 'endedBy' || nearest?.via === 'childRunId';
}

/** Where the chain starts, and which of its events is the cause: two things. */
function originLines(chain: CausalChain, withRun: boolean): readonly Line[] {
  const { target, chainStart, cause, ancestors, ending, causationOmitted } = chain;
  const causeLine =
    cause === null
      ? []
      : [
          [
            dim('Cause            '),
            ...nodeLine(cause.node, withRun),
            { text: `  ${RULES[cause.rule]}`, style: 'warning' } as const,
          ],
        ];
  if (causationOmitted)
    return [
      line('No event of this file names its cause, so nothing can be said about causes.'),
      ...causeLine,
    ];
  const isSelf = chain.marks.includes('self');
  if (isLinked(chain) || ancestors.length === 0) {
    if (target.kind === 'envelope') return [line('This envelope has no known cause.')];
    return [
      line(
        isSelf ? 'This event names itself as its cause.' : 'This event has no cause: its chain starts here.',
      ),
      ...causeLine,
    ];
  }
  return [
    chainStart === null
      ? line('The causes lead in a circle: the chain has no start.')
      : [dim('Chain starts at  '), ...nodeLine(chainStart, withRun), ...endingSpans(ending)],
    ...(cause === null ? [line('No cause found: no earlier event of this chain is abnormal.')] : causeLine),
  ];
}

/** Where the chain goes on beyond the event that it starts at. */
function endingSpans(ending: ChainEnding): Line {
  const words = ENDINGS[ending];
  return words === undefined ? [] : [{ text: `  ${words}`, style: 'warning' }];
}

const ENDINGS: Readonly<Partial<Record<ChainEnding, string>>> = {
  self: 'names itself as its cause',
  otherRun: 'its cause is in another run',
  external: 'its cause is on another host',
  trigger: 'its cause is a trigger delivery',
  dangling: 'its cause is not in this file',
};

function causeLines(chain: CausalChain, withRun: boolean): readonly Line[] {
  const { target, ancestors } = chain;
  const what = isLinked(chain) ? 'The failure that it points at' : 'Causes';
  const lines: Line[] = [line(strong(`${what}, the first on top (${formatCount(ancestors.length)})`))];
  const hidden = ancestors.length - SHOWN_CAUSES - SHOWN_FIRST;
  for (let i = ancestors.length - 1; i >= 0; i--) {
    const link = ancestors[i];
    if (link === undefined || (hidden > 0 && i >= SHOWN_CAUSES && i < SHOWN_CAUSES + hidden)) {
      if (i === SHOWN_CAUSES) lines.push(line(dim(`   ┆  ${countOf(hidden, 'more cause')}`)));
      continue;
    }
    lines.push([plain('   '), ...nodeLine(link.node, withRun)], edgeLine(link));
  }
  lines.push([strong(' ▸ '), ...nodeLine(target, withRun)]);
  return lines;
}

/** The edge below a cause: how what stands under it names it. */
function edgeLine({ via, marks }: ChainLink): Line {
  const remarks = marks.map((mark) => MARKS[mark]);
  const spans: Span[] = [dim(`   └─ ${VIA[via]}`)];
  if (remarks.length > 0) spans.push({ text: ` (${remarks.join(', ')})`, style: 'warning' });
  return spans;
}

function effectLines(
  { descendants, descendantTotal }: CausalChain,
  { withRun, maxEffects }: ChainReportOptions,
): readonly Line[] {
  if (descendantTotal === 0) return [line(strong('Effects'), ' none')];
  const lines: Line[] = [line(strong(`Effects (${formatCount(descendantTotal)})`))];
  let told = 0;
  for (const group of likeEffects(descendants)) {
    if (lines.length > maxEffects) break;
    lines.push(effectLine(group, withRun));
    told += group.length;
  }
  const more = descendantTotal - told;
  if (more > 0)
    lines.push(line(dim(`   and ${formatCount(more)} more (--limit ${descendantTotal} shows all)`)));
  return lines;
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

function effectLine(group: readonly ChainLink[], withRun: boolean): Line {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) return blank;
  const { node, via, marks, depth } = first;
  const indent = plain(' '.repeat(1 + 2 * Math.min(depth, MAX_INDENT)));
  const words = dim(`  ${[VIA[via], ...marks.map((mark) => MARKS[mark])].join(', ')}`);
  if (node.kind !== 'event') return [indent, ...nodeLine(node, withRun), words];
  const head = eventHead(node.row, { withRun });
  if (group.length > 1 && last.node.kind === 'event') {
    const until = formatSequence(last.node.row.sequence);
    return [
      indent,
      ...head,
      words,
      strong(`  and ${formatCount(group.length - 1)} more like it, to ${until}`),
    ];
  }
  return [indent, ...head, words, dim(`  ${node.row.summary}`)];
}

function nodeLine(node: ChainNode, withRun: boolean): Line {
  switch (node.kind) {
    case 'event':
      return eventLine(node.row, { withRun });
    case 'envelope': {
      const held = node.virtual ? 'not itself in the file' : 'in the file';
      return line(
        'envelope ',
        name(node.envelopeType ?? 'of unknown type'),
        dim(`  correlationId ${node.correlationId}, ${countOf(node.events, 'event')}, ${held}`),
      );
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
