/** The lanes of the nodes view as the rows of a tree: sorted, folded, with their position among their siblings. */

import { countOf, formatCount, formatDuration, formatSinceStart, formatTook } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane } from '@openwop-inspector/run-log';

/** Order of siblings. Lanes that were never reached are last either way. */
export type LaneOrder = 'start' | 'duration';

export interface LaneRow {
  readonly lane: NodeLane;
  /** Level in the tree from 0. */
  readonly level: number;
  /** Index of the row above it in the tree, -1 at the top. */
  readonly parent: number;
  /** Null for a lane without lanes below it. */
  readonly unfolded: boolean | null;
  readonly posInSet: number;
  readonly setSize: number;
}

interface LaneTree {
  readonly lane: NodeLane;
  readonly below: LaneTree[];
}

/** Rows of lanes given in preorder by `depth`. The lanes below a key of `folded` are omitted. O(n log n). */
export function laneRows(
  lanes: readonly NodeLane[],
  order: LaneOrder,
  folded: ReadonlySet<string>,
): readonly LaneRow[] {
  const rows: LaneRow[] = [];
  const stack: { readonly set: readonly LaneTree[]; readonly parent: number; next: number }[] = [
    { set: sorted(laneTrees(lanes), order), parent: -1, next: 0 },
  ];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const tree = frame.set[frame.next];
    if (tree === undefined) {
      stack.pop();
      continue;
    }
    frame.next += 1;
    const unfolded = tree.below.length === 0 ? null : !folded.has(tree.lane.key);
    rows.push({
      lane: tree.lane,
      level: stack.length - 1,
      parent: frame.parent,
      unfolded,
      posInSet: frame.next,
      setSize: frame.set.length,
    });
    if (unfolded) stack.push({ set: sorted(tree.below, order), parent: rows.length - 1, next: 0 });
  }
  return rows;
}

/** The forest of a preorder list; a depth that skips a level belongs to the nearest lane above it. */
function laneTrees(lanes: readonly NodeLane[]): LaneTree[] {
  const roots: LaneTree[] = [];
  const path: LaneTree[] = [];
  for (const lane of lanes) {
    while (path.length > 0 && (path.at(-1)?.lane.depth ?? 0) >= lane.depth) path.pop();
    const tree: LaneTree = { lane, below: [] };
    (path.at(-1)?.below ?? roots).push(tree);
    path.push(tree);
  }
  return roots;
}

function sorted(trees: readonly LaneTree[], order: LaneOrder): readonly LaneTree[] {
  const byStart = (a: LaneTree, b: LaneTree) => rank(a) - rank(b) || start(a) - start(b);
  const byDuration = (a: LaneTree, b: LaneTree) => rank(a) - rank(b) || took(b) - took(a) || byStart(a, b);
  return [...trees].sort(order === 'start' ? byStart : byDuration);
}

/** The run itself first, what was never reached last. */
function rank({ lane }: LaneTree): number {
  if (lane.kind === 'run') return 0;
  return lane.state === 'notReached' ? 2 : 1;
}

const start = ({ lane }: LaneTree): number =>
  lane.startMs ??
  (lane.firstOrdinal === null ? Number.MAX_VALUE : lane.firstOrdinal - Number.MAX_SAFE_INTEGER);
const took = ({ lane }: LaneTree): number => lane.tookMs ?? -1;

/** Fields that determine the position of an event among the lanes. */
export interface EventPlace {
  readonly ordinal: number;
  readonly runId: string;
  readonly nodeId: string | null;
}

/**
 * Index of the row an event belongs to: its node when a bar there begins or ends with it, else such a bar below the
 * node, else the node or, when that is folded or unknown, its run; -1 when the run has no lane. O(rows).
 */
export function rowOfEvent(rows: readonly LaneRow[], event: EventPlace): number {
  const node = rowOfNode(rows, event.runId, event.nodeId);
  const row = rows[node];
  if (row?.lane.kind !== 'node' || hasEnd(row.lane, event.ordinal)) return node;
  for (let at = node + 1; (rows[at]?.level ?? -1) > row.level; at += 1) {
    const below = rows[at]?.lane;
    if (below !== undefined && hasEnd(below, event.ordinal)) return at;
  }
  return node;
}

function rowOfNode(rows: readonly LaneRow[], runId: string, nodeId: string | null): number {
  const of = (row: LaneRow) => row.lane.runId === runId;
  const own = rows.findIndex((row) => of(row) && row.lane.kind === 'node' && row.lane.nodeId === nodeId);
  return own !== -1 ? own : rows.findIndex((row) => of(row) && row.lane.kind === 'run');
}

function hasEnd(lane: NodeLane, ordinal: number): boolean {
  return lane.spans.some((span) => span.ordinal === ordinal || span.endOrdinal === ordinal);
}

/** A lane without its bars. */
export type LaneHead = Omit<NodeLane, 'spans'>;

/** States in a word each. */
export const STATE_WORDS: Record<NodeLane['state'], string> = {
  completed: 'completed',
  failed: 'failed',
  suspended: 'waiting',
  running: 'running',
  cancelled: 'cancelled',
  skipped: 'skipped',
  truncated: 'truncated',
  schemaRetry: 'schema retry',
  notReached: 'not reached',
  unknown: 'without a state',
};

/** Meaning of a bar of this kind. */
const KIND_WORDS: Record<LaneSpan['kind'], string> = {
  ran: 'ran',
  waited: 'waited',
  streamed: 'streamed',
  modelCall: 'model call',
  toolCall: 'tool call',
  attempt: 'attempt',
  childRun: 'child run',
};

/** Times of a bar: `+1:59.905 to +2:14.354, 14.4 s`. `originMs` null when times are not known. */
export function spanTimes(span: LaneSpan, originMs: number | null): string {
  if (originMs === null) return 'times not known';
  const from = formatSinceStart(span.startMs - originMs);
  if (!span.ended) return `from ${from}, its end is not in the log`;
  if (span.endMs === span.startMs) return `at ${from}`;
  return `${from} to ${formatSinceStart(span.endMs - originMs)}, ${formatDuration(span.endMs - span.startMs)}`;
}

/** A bar in one phrase. */
export function spanText(lane: LaneHead, span: LaneSpan, originMs: number | null): string {
  const parts = [
    lane.name,
    span.kind === 'ran' ? '' : KIND_WORDS[span.kind],
    STATE_WORDS[span.state],
    span.label === STATE_WORDS[span.state] ? '' : span.label,
    span.untrusted ? 'untrusted result' : '',
    spanTimes(span, originMs),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The right-hand label next to a lane's name. */
export function laneCaption(lane: LaneHead): string {
  if (lane.state === 'notReached') return STATE_WORDS.notReached;
  const took = lane.tookMs === null ? '' : formatTook(lane.tookMs);
  return lane.depth === 0 ? took || (lane.caption ?? '') : (lane.caption ?? took);
}

/** Accessible name of a lane: the words on screen first, then the meaning of the bars. */
export function laneName(lane: LaneHead, originMs: number | null, event = 'event'): string {
  const caption = laneCaption(lane);
  const from =
    lane.startMs === null || originMs === null ? '' : `from ${formatSinceStart(lane.startMs - originMs)}`;
  const took = lane.tookMs === null ? '' : formatTook(lane.tookMs);
  const parts = [
    lane.name,
    caption,
    lane.typeId ?? '',
    lane.state === 'notReached' ? '' : STATE_WORDS[lane.state],
    from,
    took === caption || lane.state === 'notReached' ? '' : `took ${took}`,
    lane.events === 0 ? '' : countOf(lane.events, event),
  ];
  return parts.filter((part) => part !== '' && part !== 'took ').join(', ');
}

/** Nodes by state, in order of first appearance. */
export type StateCounts = readonly (readonly [state: NodeLane['state'], count: number])[];

/** Counts the nodes of a log by state. O(lanes). */
export function countStates(lanes: readonly LaneHead[]): StateCounts {
  const counts = new Map<NodeLane['state'], number>();
  for (const lane of lanes) {
    if (lane.kind === 'node') counts.set(lane.state, (counts.get(lane.state) ?? 0) + 1);
  }
  return [...counts];
}

/** `6 nodes: 5 completed, 1 failed; 2 more not reached`: the first number is that of the view's tab. */
export function nodeCounts(counts: StateCounts, node = 'node'): string {
  const reached = counts.filter(([state]) => state !== 'notReached');
  const total = reached.reduce((sum, [, count]) => sum + count, 0);
  const states = reached.map(([state, count]) => `${formatCount(count)} ${STATE_WORDS[state]}`);
  const words = total === 0 ? `no ${node}s` : `${countOf(total, node)}: ${states.join(', ')}`;
  const others = new Map(counts).get('notReached') ?? 0;
  return others === 0 ? words : `${words}; ${formatCount(others)} more not reached`;
}

/** Main event of a bar: where it failed, else where it began. */
export function mainOrdinal(span: LaneSpan): number {
  return span.state === 'failed' ? (span.endOrdinal ?? span.ordinal) : span.ordinal;
}

/** Main event of a lane: that of its failed bar, else of its first, else its first event. */
export function laneOrdinal(lane: NodeLane): number | null {
  const span = lane.spans.find((each) => each.state === 'failed') ?? lane.spans[0];
  return span === undefined ? lane.firstOrdinal : mainOrdinal(span);
}
