/** Channels and interactions as lanes: each state of an interaction is a bar that the message behind it ends (agh 5, 10). */
import { literal, masker } from '@openwop-inspector/base';
import type { LaneSpan } from '../lanes/lane-marks.ts';
import type { NodeLane } from '../lanes/sub-lanes.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { type Interaction, interactionsOf, lastState } from './conversation.ts';

/** Bars that a lane keeps. */
const MAX_BARS = 5_000;

/** How a state of the protocol is drawn; its own word stands in the bar. */
const LOOK: Readonly<Record<string, Pick<LaneSpan, 'kind' | 'state'>>> = {
  submitted: { kind: 'waited', state: 'suspended' },
  working: { kind: 'ran', state: 'running' },
  needs_input: { kind: 'waited', state: 'suspended' },
  completed: { kind: 'ran', state: 'completed' },
  failed: { kind: 'ran', state: 'failed' },
  canceled: { kind: 'ran', state: 'cancelled' },
  unopened: { kind: 'waited', state: 'suspended' },
};
const UNKNOWN: Pick<LaneSpan, 'kind' | 'state'> = { kind: 'ran', state: 'running' };

const lookOf = (state: string | null): Pick<LaneSpan, 'kind' | 'state'> =>
  (state === null ? undefined : LOOK[state]) ?? UNKNOWN;

/** The interactions of each channel as lanes, by the number of its run, in the order of their first message. O(messages). */
export function interactionLanes(log: LoadedLog, depth: 0 | 1): ReadonlyMap<number, NodeLane[]> {
  const byRun = new Map<number, NodeLane[]>();
  for (const one of interactionsOf(log)) {
    const lanes = byRun.get(one.run) ?? [];
    byRun.set(one.run, lanes);
    lanes.push(laneOf(log, one, depth));
  }
  return byRun;
}

function laneOf({ index }: LoadedLog, one: Interaction, depth: 0 | 1): NodeLane {
  const { rows, run, node } = one;
  const times = rows.map(({ ordinal }) => index.columns.time[ordinal] as number).filter(Number.isFinite);
  const [startMs, endMs] = [times[0] ?? null, times.at(-1) ?? null];
  const state = lastState(one);
  return {
    key: `m${run} ${node}`,
    runId: index.runs.shownOf(run),
    nodeId: index.nodes.shownOf(node),
    name: index.nodes.shownOf(node),
    kind: 'node',
    typeId: state === null ? null : masker.text(state),
    depth,
    state: lookOf(state).state,
    startMs,
    endMs,
    tookMs: startMs === null || endMs === null ? null : Math.max(0, endMs - startMs),
    caption: state === null ? null : masker.text(state),
    events: rows.length,
    firstOrdinal: rows[0]?.ordinal ?? null,
    spans: spansOf(index.columns.time, one).slice(0, MAX_BARS),
    children: 0,
  };
}

/** One bar a state: from the message that brought it to the one that ended it. */
function spansOf(time: Float64Array, { rows }: Interaction): LaneSpan[] {
  const spans: LaneSpan[] = [];
  let last: string | null = null;
  let atMs = 0;
  for (const { ordinal, judged } of rows) {
    const ms = time[ordinal] as number;
    // Without a time of its own a message stands where the one before it stood.
    if (Number.isFinite(ms)) atMs = Math.max(atMs, ms);
    const open = spans.at(-1);
    if (open !== undefined) spans[spans.length - 1] = { ...open, endMs: atMs, endOrdinal: ordinal };
    // A message that was refused before its interaction was looked at leaves the state as it is.
    const state: string | null = judged?.state ?? last;
    if (state === last && open !== undefined) continue;
    last = state;
    spans.push({
      startMs: atMs,
      endMs: atMs,
      ended: true,
      ...lookOf(state),
      label: state === null ? literal('no state') : masker.text(state),
      untrusted: false,
      ordinal,
      endOrdinal: ordinal,
    });
  }
  return spans;
}
