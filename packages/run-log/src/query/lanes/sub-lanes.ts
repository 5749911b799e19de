/** The lanes inside a node: tools, model calls, reasoning, attempts, interrupts. */
import {
  addTo,
  countOf,
  formatCount,
  literal,
  type MaskedText,
  masker,
  storedIn,
} from '@openwop-inspector/base';
import { clip, codeText, Fields, failureOf, shortId } from '@openwop-inspector/events';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { PayloadReader } from '../payload/read-payload.ts';
import type { RunState } from '../verdict/fold.ts';
import {
  type Ask,
  type Attempt,
  type BoundedList,
  LANE_STATES,
  type LaneSpan,
  type Mark,
  type NodeMarks,
  type Stream,
} from './lane-marks.ts';

/** What all lanes of one node share. */
export interface LaneOwner {
  readonly key: string;
  readonly runId: MaskedText;
  readonly nodeId: MaskedText | null;
  readonly depth: 1 | 2;
  /** Where what has not ended is drawn to. */
  readonly until: Mark;
}

/** A bar between two marks; without an end it is drawn to the end of the log. */
export const span = (
  start: Mark,
  end: Mark | null,
  until: Mark,
  rest: Pick<LaneSpan, 'kind' | 'state' | 'label'> & { readonly untrusted?: boolean },
): LaneSpan => ({
  startMs: start.ms,
  endMs: Math.max(start.ms, end?.ms ?? until.ms),
  ended: end !== null,
  untrusted: false,
  ordinal: start.row,
  endOrdinal: end?.row ?? null,
  ...rest,
});

/** The sum of bars; null without any, and where one ends before it begins: its clock ran backwards. */
function tookMs(spans: readonly LaneSpan[]): number | null {
  const isKnown = spans.length > 0 && spans.every(({ startMs, endMs }) => endMs >= startMs);
  return isKnown ? spans.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs), 0) : null;
}

/** A lane of the nodes view: the run itself, one of its nodes, or something inside a node. */
export interface NodeLane {
  readonly key: string;
  readonly runId: MaskedText;
  /** Null for the lane of the run itself. */
  readonly nodeId: MaskedText | null;
  readonly name: MaskedText;
  readonly kind:
    | 'run'
    | 'node'
    | 'tool'
    | 'reasoning'
    | 'model'
    | 'attempt'
    | 'interrupt'
    | 'childRun'
    | 'undoing';
  readonly typeId: MaskedText | null;
  readonly depth: 0 | 1 | 2;
  /** `unknown` of an interaction whose messages give none. */
  readonly state: LaneSpan['state'] | 'notReached' | 'unknown';
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** Sum of the spans in ms; null when no time is known. */
  readonly tookMs: number | null;
  /** Right-hand caption: "3 calls", "812 deltas". */
  readonly caption: MaskedText | null;
  readonly events: number;
  readonly firstOrdinal: number | null;
  readonly spans: readonly LaneSpan[];
}

/** A lane from its bars. */
export function laneOf(
  owner: Pick<LaneOwner, 'key' | 'runId' | 'nodeId'> & Pick<NodeLane, 'depth'>,
  rest: Pick<NodeLane, 'kind' | 'spans' | 'events'> &
    Partial<Omit<NodeLane, 'name' | 'caption'>> & { readonly name: string; readonly caption: string | null },
): NodeLane {
  const { spans, name, caption } = rest;
  const first = spans[0];
  return {
    key: owner.key,
    runId: owner.runId,
    nodeId: owner.nodeId,
    depth: owner.depth,
    typeId: null,
    state: LANE_STATES.find((state) => spans.some((one) => one.state === state)) ?? 'completed',
    startMs: first === undefined ? null : spans.reduce((ms, one) => Math.min(ms, one.startMs), first.startMs),
    endMs: first === undefined ? null : spans.reduce((ms, one) => Math.max(ms, one.endMs), first.endMs),
    tookMs: tookMs(spans),
    firstOrdinal: first?.ordinal ?? null,
    ...rest,
    name: masker.text(name),
    caption: caption === null ? null : masker.text(caption),
  };
}

/** All lanes inside one node, in the order in which they are displayed. */
export async function subLanes(marks: NodeMarks, owner: LaneOwner, reader: PayloadReader) {
  const tools = marks.calls.total === 0 ? [] : await toolLanes(marks, owner, reader);
  const streams = [
    streamLane('reasoning', marks.reasoning, marks.deltas, 'delta', owner, reader.log),
    streamLane('output', marks.output, marks.chunks, 'chunk', owner, reader.log),
  ].filter((lane) => lane !== null);
  const models = marks.usages.total === 0 ? [] : await modelLanes(marks, owner, reader);
  const attempts = marks.attempts.total === 0 ? [] : await attemptLanes(marks.attempts.items, owner, reader);
  const asks = marks.asks.total === 0 ? [] : await interruptLanes(marks.asks, owner, reader);
  return [...tools, ...streams, ...models, ...attempts, ...asks];
}

/** A lane inside of another, by its part of the key. */
const subLane = (owner: LaneOwner, part: string, lane: SubLane): NodeLane =>
  laneOf({ ...owner, key: `${owner.key}/${part}` }, { events: lane.spans.length, ...lane });

type SubLane = Omit<Parameters<typeof laneOf>[1], 'events'> & { readonly events?: number };

/** A call as its payload names it. `end` is its own: lanes may be built more than once of the same marks. */
interface NamedCall {
  readonly start: Mark;
  end: Mark | null;
  readonly over: Mark | null;
  readonly name: string;
  readonly callId: string;
}

/** A lane for each tool, by name. Calls whose payload is not read stand in one lane named "tools". */
async function toolLanes(marks: NodeMarks, owner: LaneOwner, reader: PayloadReader): Promise<NodeLane[]> {
  const calls: NamedCall[] = [];
  for (const call of marks.calls.items) {
    const payload = await reader.fields(call.start.row);
    const name = payload.text('toolName', 64) || 'tools';
    calls.push({ ...call, name, callId: payload.text('callId', 128) });
  }
  await pairReturns(calls, marks.unpairedReturns, reader);
  const byName = new Map<string, NamedCall[]>();
  for (const call of calls) addTo(byName, call.name, call);
  const lanes: NodeLane[] = [];
  for (const [name, list] of byName) lanes.push(await toolLane(name, list, marks, owner, reader));
  return lanes;
}

/** Pairs by `callId`, else with the earliest open call; after its execution a call is answered by its `callId` alone. */
async function pairReturns(calls: readonly NamedCall[], returns: readonly Mark[], reader: PayloadReader) {
  if (returns.length === 0) return;
  const open = new Map<string, NamedCall[]>();
  for (const call of calls) if (call.end === null) addTo(open, call.callId, call);
  for (const mark of returns) {
    const callId = (await reader.fields(mark.row)).text('callId', 128);
    const call =
      callId === '' ? calls.find((one) => one.end === null && !isOver(one, mark)) : open.get(callId)?.shift();
    if (call !== undefined && call.end === null) call.end = mark;
  }
}

const isOver = ({ over }: NamedCall, at: Mark): boolean => over !== null && over.ms < at.ms;

async function toolLane(
  name: string,
  calls: readonly NamedCall[],
  marks: NodeMarks,
  owner: LaneOwner,
  reader: PayloadReader,
): Promise<NodeLane> {
  const { columns } = reader.log.index;
  const spans: LaneSpan[] = [];
  for (const { start, end, over } of calls) {
    const answer = end === null ? new Fields(null) : await reader.fields(end.row);
    const status = answer.text('status', 32);
    const failed = (status !== '' && status !== 'ok') || (answer.value('error') ?? null) !== null;
    // What a tool returns is untrusted unless its event says otherwise (security S-16).
    const untrusted = end !== null && !columns.has(end.row, FLAG.trusted);
    const isLost = end === null && over !== null;
    const state = failed ? 'failed' : end === null && !isLost ? 'running' : 'completed';
    const label = failed
      ? clip(codeText(failureOf(answer.whole)), 48)
      : literal(isLost ? 'no answer recorded' : '');
    spans.push(span(start, end, over ?? owner.until, { kind: 'toolCall', state, label, untrusted }));
  }
  const total = name === 'tools' ? marks.calls.lost + calls.length : calls.length;
  const caption = countOf(total, 'call');
  return subLane(owner, `tool:${name}`, { name, kind: 'tool', spans, caption, events: total * 2 });
}

function streamLane(
  name: 'reasoning' | 'output',
  { items, total }: BoundedList<Stream>,
  parts: number,
  part: string,
  owner: LaneOwner,
  log: LoadedLog,
): NodeLane | null {
  if (items.length === 0) return null;
  const spans = items.map(({ start, endRow, endMs }) =>
    span(start, { row: endRow, ms: endMs }, owner.until, {
      kind: 'streamed',
      state: 'completed',
      label: literal(endRow === start.row ? '' : 'streaming'),
      untrusted: log.index.columns.has(endRow, FLAG.untrusted),
    }),
  );
  const caption = parts > 0 ? countOf(parts, part) : countOf(total, 'block');
  return subLane(owner, name, { name, kind: 'reasoning', spans, caption, events: parts + total });
}

/** A lane for each model. A call begins at the event before its usage, since hosts tell only when it ended. */
async function modelLanes(marks: NodeMarks, owner: LaneOwner, reader: PayloadReader): Promise<NodeLane[]> {
  const byModel = new Map<string, LaneSpan[]>();
  for (const { start, end } of marks.usages.items) {
    const usage = await reader.fields(end.row);
    const name = usage.text('model', 48) || usage.text('provider', 48) || 'model';
    const tokens = (usage.number('inputTokens') ?? 0) + (usage.number('outputTokens') ?? 0);
    const label = masker.text(tokens > 0 ? countOf(tokens, 'token') : '');
    const bar = span(start, end, owner.until, { kind: 'modelCall', state: 'completed', label });
    addTo(byModel, name, { ...bar, ordinal: end.row });
  }
  return [...byModel].map(([name, spans]) => {
    const caption = countOf(spans.length, 'call');
    return subLane(owner, `model:${name}`, { name, kind: 'model', spans, caption });
  });
}

/** A lane for each number of try; an execution that loops adds a bar to each. */
async function attemptLanes(
  executions: readonly (readonly Attempt[])[],
  owner: LaneOwner,
  reader: PayloadReader,
): Promise<NodeLane[]> {
  const byNumber = new Map<number, { spans: LaneSpan[]; tokens: number }>();
  for (const attempt of executions.flat()) {
    const lane = storedIn(byNumber, attempt.number, () => ({ spans: [], tokens: 0 }));
    const usage = await reader.fields(attempt.usageRow);
    lane.tokens += usage.number('outputTokens') ?? 0;
    const { start, end, state } = attempt;
    const label = await attemptLabel(attempt, reader);
    lane.spans.push(span(start, end, owner.until, { kind: 'attempt', state, label }));
  }
  return [...byNumber].map(([number, { spans, tokens }]) => {
    const caption = tokens > 0 ? `${formatCount(tokens)} out` : null;
    return subLane(owner, `attempt:${number}`, {
      name: `attempt ${number}`,
      kind: 'attempt',
      spans,
      caption,
    });
  });
}

async function attemptLabel(attempt: Attempt, reader: PayloadReader): Promise<MaskedText> {
  if (attempt.isTruncated) return literal('truncated');
  if (attempt.state !== 'schemaRetry') return literal(attempt.state);
  const payload = await reader.fields(attempt.reasonRow);
  const reason = payload.first('reason', 'finalReason');
  return reason === 'schema-violation' || reason === '' ? literal('schema') : masker.text(reason);
}

/** A lane for each kind of interrupt. */
async function interruptLanes(asks: BoundedList<Ask>, owner: LaneOwner, reader: PayloadReader) {
  const byKind = new Map<string, LaneSpan[]>();
  for (const { start, end, row } of asks.items) {
    const payload = await reader.fields(row);
    const type = reader.log.index.typeOf(row);
    const byType = /^(?:approval|clarification)/.exec(type)?.[0] ?? 'interrupt';
    const kind = payload.first('kind', 'reason') || byType;
    const state = end === null ? 'suspended' : 'completed';
    const label = literal(end === null ? 'open' : '');
    const bar = span(start, end, owner.until, { kind: 'waited', state, label });
    addTo(byKind, kind, bar);
  }
  return [...byKind].map(([name, spans], i) => {
    const caption = countOf(spans.length + (i === 0 ? asks.lost : 0), 'interrupt');
    return subLane(owner, `interrupt:${name}`, { name, kind: 'interrupt', spans, caption });
  });
}

interface Child {
  readonly start: Mark;
  end: Mark | null;
  name: string;
  state: LaneSpan['state'];
}

/** The state of a child by its status, or by a phase of its chain: `child.failed`, `dispatch.failed`. */
const childState = (word: string): LaneSpan['state'] | undefined =>
  (['completed', 'failed', 'cancelled'] as const).find((state) => state === word);
const phaseState = (phase: string): LaneSpan['state'] | undefined =>
  phase === 'dispatch.failed' ? 'failed' : childState(/^child\.(.*)$/s.exec(phase)?.[1] ?? '');

/**
 * One lane for the children that one node dispatched. A child ends where its own run ends, when that is in the log,
 * else where its parent says so; else its bar stays a moment, since nothing says how long it ran. Children in `displayed`
 * have a bar already and get no second one.
 */
export async function childLanes(
  marks: NodeMarks,
  runs: ReadonlyMap<string, RunState>,
  displayed: Set<string>,
  owner: LaneOwner,
  reader: PayloadReader,
): Promise<NodeLane[]> {
  const children = new Map<string, Child>();
  for (const mark of marks.dispatched.items) {
    const payload = await reader.fields(mark.row);
    const id = payload.text('childRunId', 128) || `#${mark.row}`;
    const state = childState(payload.text('childStatus')) ?? 'running';
    const name = payload.text('childWorkflowId', 64);
    children.set(id, { start: mark, end: state === 'running' ? null : mark, name, state });
  }
  for (const mark of marks.chain.items) await noteChain(children, mark, reader);
  const spans: LaneSpan[] = [];
  for (const [id, child] of children) {
    if (displayed.has(id)) continue;
    displayed.add(id);
    spans.push(childSpan(child, runs.get(id), id, owner));
  }
  if (spans.length === 0) return [];
  const caption = countOf(spans.length, 'child run');
  return [subLane(owner, 'children', { name: 'child runs', kind: 'childRun', spans, caption })];
}

async function noteChain(children: Map<string, Child>, mark: Mark, reader: PayloadReader): Promise<void> {
  const payload = await reader.fields(mark.row);
  const id = payload.text('childRunId', 128);
  if (id === '') return;
  const state = phaseState(payload.text('phase'));
  const known = children.get(id);
  if (known === undefined) {
    const end = state === undefined ? null : mark;
    children.set(id, { start: mark, end, name: payload.text('workerId', 64), state: state ?? 'running' });
  } else if (state !== undefined) {
    known.end = mark;
    known.state = state;
  }
}

function childSpan(child: Child, run: RunState | undefined, id: string, owner: LaneOwner): LaneSpan {
  const { start, end } = child;
  const label = masker.text(child.name === '' ? shortId(id) : child.name);
  const isOver = run !== undefined && run.terminalOrdinal >= 0 && run.endMs !== null;
  const state = isOver ? (childState(run.status ?? '') ?? 'completed') : child.state;
  const rest = { kind: 'childRun', state, label } as const;
  if (isOver) return span(start, { row: run.terminalOrdinal, ms: run.endMs ?? 0 }, owner.until, rest);
  // What has no end anywhere is drawn at its start.
  return span(start, end, end !== null || run !== undefined ? owner.until : start, rest);
}
