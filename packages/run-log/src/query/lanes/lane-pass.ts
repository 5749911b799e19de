/** One pass over the rows that gathers the marks of every run and node. */
import { storedIn } from '@openwop-inspector/base';
import { describeEvent, type EventAct, type EventDescription } from '@openwop-inspector/events';
import type { LoadedLog } from '../loaded-log.ts';
import { type Call, type LaneSpan, type Mark, NodeMarks } from './lane-marks.ts';

/** Maximum number of marks in each list of a node. */
export interface LaneLimits {
  readonly stretches: number;
  readonly others: number;
}

/** Marks of one run. */
export class RunMarks {
  readonly run: number;
  /** By node number, in order of first appearance; 0 for events that name no node. */
  readonly nodes = new Map<number, NodeMarks>();
  /** Last known time, for events without one. */
  lastMs: number | null = null;
  private readonly stored: LaneLimits;

  constructor(run: number, stored: LaneLimits) {
    this.run = run;
    this.stored = stored;
  }

  node(number: number): NodeMarks {
    const cached = this.nodes.get(number);
    if (cached !== undefined) return cached;
    const marks = new NodeMarks(this.stored.others, this.stored.stretches);
    this.nodes.set(number, marks);
    return marks;
  }
}

/** What a model writes while it is called, and where it goes. */
const STREAMS: Readonly<Record<NonNullable<EventDescription['stream']>, StreamNote>> = {
  reasoning: (marks, row, ms) => {
    marks.deltas++;
    marks.streamed(marks.reasoning, row, ms, false);
  },
  reasoningEnd: (marks, row, ms) => marks.streamed(marks.reasoning, row, ms, true),
  output: (marks, row, ms) => {
    marks.chunks++;
    marks.streamed(marks.output, row, ms, false);
  },
  aside: () => undefined,
};

type StreamNote = (marks: NodeMarks, row: number, ms: number) => void;
type Note = (marks: NodeMarks, mark: Mark, pass: LanePass) => void;

const ends =
  (state: LaneSpan['state']): Note =>
  (marks, mark) =>
    marks.ended(mark, state);

const NOTES: Readonly<Partial<Record<EventAct, Note>>> = {
  nodeStarted: (marks, mark) => marks.started(mark),
  nodeCompleted: ends('completed'),
  nodeFailed: ends('failed'),
  nodeSuspendFailed: ends('failed'),
  nodeSkipped: ends('skipped'),
  nodeCancelled: ends('cancelled'),
  nodeResumed: resumed,
  interruptResolved: resumed,
  answeredLegacy: (marks, mark) => marks.answered(mark),
  nodeSuspended: (marks, mark) => suspended(marks, mark, false),
  interruptRequested: (marks, mark) => suspended(marks, mark, true),
  requestedLegacy: (marks, mark) => marks.requested(mark, false),
  truncated: (marks, mark) => marks.truncated(mark),
  retryAttempted: (marks, mark) => marks.retried(mark),
  retryExhausted: (marks, mark) => marks.exhausted(mark),
  usage: (marks, mark) => marks.used(mark),
  toolCalled: (marks, mark, pass) => pass.called(marks, mark),
  toolReturned: (marks, mark, pass) => pass.returned(marks, mark),
  dispatched: (marks, mark) => void marks.dispatched.add(mark),
  chain: (marks, mark) => void marks.chain.add(mark),
};

function resumed(marks: NodeMarks, mark: Mark): void {
  marks.resumed(mark);
  marks.answered(mark);
}

function suspended(marks: NodeMarks, mark: Mark, saysMost: boolean): void {
  marks.suspended(mark);
  marks.requested(mark, saysMost);
}

/** Gathers marks in display order. O(events); memory grows with nodes and calls, up to a limit a node. */
export class LanePass {
  /** Runs by number. */
  readonly runs = new Map<number, RunMarks>();
  private readonly log: LoadedLog;
  private readonly noteOf: (row: number) => Note | undefined;
  /** Calls by their row, so that an answer finds its call through the causal graph. */
  private readonly calls = new Map<number, Call>();
  private readonly originMs: number;
  private readonly stored: LaneLimits;
  private readonly streamOf: (row: number) => StreamNote | undefined;

  constructor(log: LoadedLog, originMs: number | null, stored: LaneLimits) {
    this.log = log;
    this.originMs = originMs ?? 0;
    this.stored = stored;
    this.noteOf = log.index.byType((type) => {
      const { act } = describeEvent(type);
      return act && NOTES[act];
    });
    this.streamOf = log.index.byType((type) => {
      const { stream } = describeEvent(type);
      return stream && STREAMS[stream];
    });
  }

  all(): this {
    const { order, index } = this.log;
    const { columns } = index;
    let run = new RunMarks(-1, this.stored);
    for (let i = 0; i < order.length; i++) {
      const row = order.ordinalAt(i);
      if (run.run !== columns.run[row]) run = this.runOf(columns.run[row] as number);
      const time = columns.time[row] as number;
      const ms = Number.isNaN(time) ? (run.lastMs ?? this.originMs) : time;
      run.lastMs = ms;
      const marks = run.node(columns.node[row] as number);
      const stream = this.streamOf(row);
      if (stream !== undefined) stream(marks, row, ms);
      else {
        this.noteOf(row)?.(marks, { row, ms }, this);
        marks.previousRow = row;
        marks.previousMs = ms;
      }
      marks.lastRow = row;
      marks.lastMs = ms;
    }
    return this;
  }

  /** Bars that are counted only, in all lanes. */
  get lost(): number {
    let lost = 0;
    for (const { nodes } of this.runs.values()) for (const marks of nodes.values()) lost += marks.lost;
    return lost;
  }

  private runOf(number: number): RunMarks {
    return storedIn(this.runs, number, () => new RunMarks(number, this.stored));
  }

  called(marks: NodeMarks, mark: Mark): void {
    const call = marks.called(mark);
    if (marks.calls.lost === 0) this.calls.set(mark.row, call);
  }

  /** An answer names its call as its cause on hosts that write causes; else the payloads are compared later. */
  returned(marks: NodeMarks, mark: Mark): void {
    const cause = this.log.graph?.parent[mark.row] ?? -1;
    const call = this.calls.get(cause);
    if (call !== undefined && call.end === null) call.end = mark;
    else if (marks.unpairedReturns.length < marks.calls.items.length + 1) marks.unpairedReturns.push(mark);
  }
}
