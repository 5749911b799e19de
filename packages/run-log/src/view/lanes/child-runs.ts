/** Lanes of the child runs that a run started: by `node.dispatched` and `core.workflowChain.event`. */

import { countOf } from '@openwop-inspector/base';
import { shortId } from '@openwop-inspector/events';
import type { RunState } from '../fold.ts';
import type { LaneSpan, Mark, NodeMarks } from './lane-marks.ts';
import { type LaneOwner, type LaneReading, laneOf, type NodeLane, span } from './sub-lanes.ts';

interface Child {
  readonly start: Mark;
  end: Mark | null;
  name: string;
  state: LaneSpan['state'];
}

const PHASE_STATE: ReadonlyMap<string, LaneSpan['state']> = new Map([
  ['child.completed', 'completed'],
  ['child.failed', 'failed'],
  ['child.cancelled', 'cancelled'],
  ['dispatch.failed', 'failed'],
]);
const STATUS_STATE: ReadonlyMap<string, LaneSpan['state']> = new Map([
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
]);

/**
 * One lane for the children that one node dispatched. A child ends where its own run ends, when that is in the log,
 * else where its parent says so; else its bar stays a moment, since nothing tells how long it ran. Children in `shown`
 * have a bar already and get no second one.
 */
export async function childLanes(
  marks: NodeMarks,
  runs: ReadonlyMap<string, RunState>,
  shown: Set<string>,
  owner: LaneOwner,
  reading: LaneReading,
): Promise<NodeLane[]> {
  const children = new Map<string, Child>();
  for (const mark of marks.dispatched.items) {
    const payload = await reading.payloads.fields(mark.row);
    const id = payload.text('childRunId', 128) || `#${mark.row}`;
    const state = STATUS_STATE.get(payload.text('childStatus')) ?? 'running';
    const name = payload.text('childWorkflowId', 64);
    children.set(id, { start: mark, end: state === 'running' ? null : mark, name, state });
  }
  for (const mark of marks.chain.items) await noteChain(children, mark, reading);
  const spans: LaneSpan[] = [];
  for (const [id, child] of children) {
    if (shown.has(id)) continue;
    shown.add(id);
    spans.push(childSpan(child, runs.get(id), id, owner));
  }
  if (spans.length === 0) return [];
  const caption = countOf(spans.length, 'child run');
  const name = 'child runs';
  return [
    laneOf(
      { ...owner, key: `${owner.key}/children` },
      { name, kind: 'childRun', spans, caption, events: spans.length },
    ),
  ];
}

async function noteChain(children: Map<string, Child>, mark: Mark, reading: LaneReading): Promise<void> {
  const payload = await reading.payloads.fields(mark.row);
  const id = payload.text('childRunId', 128);
  if (id === '') return;
  const state = PHASE_STATE.get(payload.text('phase'));
  const held = children.get(id);
  if (held === undefined) {
    const end = state === undefined ? null : mark;
    children.set(id, { start: mark, end, name: payload.text('workerId', 64), state: state ?? 'running' });
  } else if (state !== undefined) {
    held.end = mark;
    held.state = state;
  }
}

function childSpan(child: Child, run: RunState | undefined, id: string, owner: LaneOwner): LaneSpan {
  const label = child.name === '' ? shortId(id) : child.name;
  const status = run?.status;
  if (run !== undefined && run.terminalOrdinal >= 0 && run.endMs !== null) {
    const end = { row: run.terminalOrdinal, ms: run.endMs };
    const state = STATUS_STATE.get(status ?? '') ?? 'completed';
    return span(child.start, end, owner.until, { kind: 'childRun', state, label });
  }
  const { start, end, state } = child;
  if (end !== null || run !== undefined)
    return span(start, end, owner.until, { kind: 'childRun', state, label });
  return {
    ...span(start, start, owner.until, { kind: 'childRun', state, label }),
    ended: false,
    endOrdinal: null,
  };
}
