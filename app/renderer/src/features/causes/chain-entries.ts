/** A causal chain in reading order: from its start down to the event itself, each step with its rule. */
import { countOf, formatCount, formatSequence, unreachable } from '@openwop-inspector/base';
import {
  CAUSE_WORDS,
  type CausalChain,
  type CausalVia,
  type CauseRule,
  type ChainEnding,
  type ChainLink,
  type ChainNode,
  INFERRED_WORDS,
  type InferredCounts,
  type InferredRule,
} from '@openwop-inspector/run-log';

/** A stop of the rendered chain. */
export interface ChainStop {
  readonly kind: 'node';
  /** Steps from the target, which is 0. */
  readonly depth: number;
  readonly node: ChainNode;
  readonly role: 'start' | 'cause' | 'target';
  /** For the event that is the cause: the rule by which it is. */
  readonly rule: CauseRule | null;
}

/** Stops, the edge from each to the next, and the folded range. */
export type ChainEntry =
  | ChainStop
  | {
      readonly kind: 'edge';
      readonly depth: number;
      /** The cause of the edge. */
      readonly from: ChainNode;
      readonly via: CausalVia;
      readonly marks: ChainLink['marks'];
    }
  | { readonly kind: 'folded'; readonly count: number };

/** Causes displayed at the start and at the event's end while the middle is folded. */
export const ROOT_END = 3;
export const NEAR_END = 8;

/** Entries from the first cause to the target. `unfolded` middle causes are added to the two ends. */
export function chainEntries(chain: CausalChain, unfolded: number): readonly ChainEntry[] {
  const { ancestors } = chain;
  const startAt = placeOf(chain, chain.chainStart);
  const causeAt = placeOf(chain, chain.cause?.node ?? null);
  const hidden = Math.max(0, ancestors.length - ROOT_END - NEAR_END - unfolded);
  // A fold row takes as much space as one cause.
  const folds = hidden > 1;
  // For a very long chain the worker sends both ends only.
  const unsent = chain.ancestorTotal - ancestors.length;
  const entries: ChainEntry[] = [];
  for (let at = ancestors.length - 1; at >= 0; at -= 1) {
    const link = ancestors[at];
    if (link === undefined) continue;
    const fromRoot = ancestors.length - 1 - at;
    if (folds && fromRoot >= ROOT_END && fromRoot < ROOT_END + hidden) {
      if (fromRoot === ROOT_END) entries.push({ kind: 'folded', count: hidden + unsent });
      continue;
    }
    const { node, via, marks, depth } = link;
    const rule = at === causeAt ? (chain.cause?.rule ?? null) : null;
    entries.push({ kind: 'node', depth, node, role: at === startAt ? 'start' : 'cause', rule });
    entries.push({ kind: 'edge', depth, from: node, via, marks });
  }
  entries.push({ kind: 'node', depth: 0, node: chain.target, role: 'target', rule: null });
  return entries;
}

/** Index of an event among the ancestors; -1 for the target and for none. */
function placeOf({ ancestors }: CausalChain, event: ChainNode | null): number {
  if (event?.kind !== 'event') return -1;
  return ancestors.findLastIndex(
    ({ node }) => node.kind === 'event' && node.row.ordinal === event.row.ordinal,
  );
}

/** The rule of an edge in words, as displayed next to it. */
export function viaText(via: CausalVia): string {
  switch (via) {
    case 'eventId':
      return 'by eventId';
    case 'correlationId':
      return 'by correlationId';
    case 'causationHostId':
      return 'on another host';
    case 'otherRun':
      return 'in another run';
    case 'trigger':
      return 'by a trigger';
    case 'nodeId':
      return 'same nodeId';
    case 'failedNodeId':
      return 'failedNodeId';
    case 'endedBy':
      return 'ended the run';
    case 'childRunId':
      return 'ended the child run';
    default:
      return unreachable(via);
  }
}

/** Additional information about an edge; empty for a plain one. */
export function viaRemark(via: CausalVia): string {
  switch (via) {
    case 'nodeId':
      return 'not a causationId: both name the node';
    case 'failedNodeId':
      return 'not a causationId: it names the node';
    case 'endedBy':
      return 'not a causationId: the failure that ended the run';
    case 'childRunId':
      return 'not a causationId: the failure that ended the child run';
    case 'causationHostId':
      return 'the event names the host; its log is not here';
    case 'trigger':
      return 'the delivery that started the run';
    default:
      return '';
  }
}

/** True for links that are not causal and are rendered dotted (run-events.md section 4.4). */
export function isNotCausation(via: CausalVia): boolean {
  return via === 'nodeId' || via === 'failedNodeId' || via === 'endedBy' || via === 'childRunId';
}

/** Information about an edge from a cause: of its rule, else of the cause. */
export function edgeRemark(via: CausalVia, from: ChainNode): string {
  const remark = viaRemark(via);
  if (remark !== '' || from.kind !== 'envelope' || !from.virtual) return remark;
  return 'the envelope itself is not in this log';
}

const MARK_WORDS: Record<ChainLink['marks'][number], string> = {
  self: 'names itself as its cause',
  cycle: 'closes a cycle, not followed further',
  forward: 'points to a later event',
  ambiguous: 'the id names an event and an envelope; the event is taken',
};

/** The marks of an edge in words. */
export function markText(marks: ChainLink['marks']): readonly string[] {
  return marks.map((mark) => MARK_WORDS[mark]);
}

/** What precedes the event that a chain starts at; empty when nothing does. */
const BEYOND: Readonly<Partial<Record<ChainEnding, string>>> = {
  self: ', which names itself as its cause',
  otherRun: '; its cause is in another run',
  external: '; its cause is on another host',
  trigger: '; its cause is a trigger delivery',
  dangling: '; its cause is not in this log',
};

/** The start and the cause of a chain, a sentence each; empty for an event without causes. */
export function originSentences(chain: CausalChain): readonly string[] {
  if (chain.causationOmitted || !chain.ancestors.some(({ node }) => node.kind === 'event')) return [];
  const { chainStart, cause, ending } = chain;
  const start =
    chainStart?.kind === 'event'
      ? `Chain starts at ${formatSequence(chainStart.row.sequence)}${BEYOND[ending] ?? ''}.`
      : 'The causes lead in a circle: the chain has no start.';
  const words =
    cause?.node.kind === 'event'
      ? `Cause: ${formatSequence(cause.node.row.sequence)}, ${CAUSE_WORDS[cause.rule]}.`
      : 'No cause found: no earlier event of this chain is abnormal.';
  return [start, words];
}

/** Heading of everything that is inferred. */
export const INFERRED = 'Inferred, not recorded';

/** `3 below`, `3 below, 12 in all`; empty where nothing is. */
export function belowText({
  children,
  descendants,
}: {
  readonly children: number;
  readonly descendants: number;
}): string {
  if (children === 0) return '';
  const direct = `${formatCount(children)} below`;
  return descendants === children ? direct : `${direct}, ${formatCount(descendants)} in all`;
}

/** Composition of a forest: its trees, its edges by rule, most frequent first. */
export function forestText({ byRule, edges }: InferredCounts, trees: number): string {
  const rules = (Object.entries(byRule) as [InferredRule, number][])
    .sort(([, one], [, other]) => other - one)
    .map(([rule, count]) => `${INFERRED_WORDS[rule]} ${formatCount(count)}`);
  return [`${countOf(trees, 'tree')}, ${countOf(edges, 'inferred edge')}`, rules.join(', ')]
    .filter((part) => part !== '')
    .join(': ');
}

/** Note where ids were not read; empty where all were. */
export function notReadText({ notRead }: InferredCounts): string {
  return notRead === 0
    ? ''
    : `The ids of ${countOf(notRead, 'event')} were not read: they are displayed below their node or run.`;
}
