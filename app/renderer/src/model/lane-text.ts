/** Labels of lanes and their bars, including the meaning of patterns and glyphs. */
import { countOf, formatCount, formatDuration, formatSinceStart, formatTook } from '@openwop-inspector/base';
import type { LaneSpan, NodeLane } from '@openwop-inspector/run-log';

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
};

/** Meaning of a bar of this kind. */
export const KIND_WORDS: Record<LaneSpan['kind'], string> = {
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

/** `8 nodes: 5 completed, 1 failed, 2 not reached`. */
export function nodeCounts(counts: StateCounts, node = 'node'): string {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const states = counts.map(([state, count]) => `${formatCount(count)} ${STATE_WORDS[state]}`);
  return total === 0 ? `no ${node}s` : `${countOf(total, node)}: ${states.join(', ')}`;
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
