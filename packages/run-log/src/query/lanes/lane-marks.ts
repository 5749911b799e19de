import { type MaskedText, storedIn } from '@openwop-inspector/base';
import { describeEvent, type EventAct, type EventDescription } from '@openwop-inspector/events';
import type { LoadedLog } from '../loaded-log.ts';
import { allRows } from '../rows/rows.ts';

/** What the lanes are made from: executions, waits, calls and streams of every node, as rows with their times. */

/** A row with the time it is at, on an axis where every row has a place. */
export interface Mark {
  readonly row: number;
  readonly ms: number;
}

/** States of bars, the worst first. */
export const LANE_STATES = [
  'failed',
  'truncated',
  'schemaRetry',
  'suspended',
  'running',
  'cancelled',
  'completed',
  'skipped',
] as const;

/** A bar in a lane. */
export interface LaneSpan {
  readonly startMs: number;
  readonly endMs: number;
  /** False when the log ends before the span does. */
  readonly ended: boolean;
  readonly kind: 'ran' | 'waited' | 'streamed' | 'modelCall' | 'toolCall' | 'attempt' | 'childRun';
  readonly state: (typeof LANE_STATES)[number];
  readonly label: MaskedText;
  readonly untrusted: boolean;
  /** Events the bar starts and ends at. */
  readonly ordinal: number;
  readonly endOrdinal: number | null;
}

/**
 * A stretch of work or of waiting. `end` is null while it is open, and where the log does not hold it: `over` is then where the
 * node was last heard of before it started again.
 */
export interface Stretch {
  readonly kind: 'ran' | 'waited';
  readonly start: Mark;
  end: Mark | null;
  over: Mark | null;
  state: LaneSpan['state'];
}

/** One try at an envelope inside an execution. */
export interface Attempt {
  readonly number: number;
  readonly start: Mark;
  end: Mark | null;
  isTruncated: boolean;
  state: LaneSpan['state'];
  /** The event that says why it was given up: the retry, or the truncation. */
  reasonRow: number;
  /** Its last `provider.usage`, -1 for none. */
  usageRow: number;
}

/** A tool call with its answer. `over`: where the execution ended that made it, when no answer had come until then. */
export interface Call {
  readonly start: Mark;
  end: Mark | null;
  over: Mark | null;
}

/** Deltas up to the event that closes their block. Numbers and no marks, since most events of a log are deltas. */
export interface Stream {
  readonly start: Mark;
  endRow: number;
  endMs: number;
  isClosed: boolean;
}

/** An interrupt from the event that says most about it to its answer. */
export interface Ask {
  start: Mark;
  /** Event whose payload says what is requested. */
  row: number;
  end: Mark | null;
}

/** Default number of marks of one lane; what follows them is counted and not stored. */
export const MAX_MARKS = 5_000;

/** A list with an end, and the number of those that did not fit. */
export class BoundedList<T> {
  readonly items: T[] = [];
  total = 0;

  add(item: T, most: number): T {
    this.total++;
    if (this.items.length < most) this.items.push(item);
    return item;
  }

  /** How many came behind the end. */
  get lost(): number {
    return this.total - this.items.length;
  }
}

/** Everything gathered about one node, or about a run's events that name no node. */
export class NodeMarks {
  readonly stretches = new BoundedList<Stretch>();
  /** By execution. */
  readonly attempts = new BoundedList<Attempt[]>();
  readonly calls = new BoundedList<Call>();
  /** Answers whose call is not known from the graph. */
  readonly unpairedReturns: Mark[] = [];
  readonly usages = new BoundedList<{ readonly start: Mark; readonly end: Mark }>();
  readonly reasoning = new BoundedList<Stream>();
  deltas = 0;
  readonly output = new BoundedList<Stream>();
  chunks = 0;
  readonly asks = new BoundedList<Ask>();
  readonly dispatched = new BoundedList<Mark>();
  /** `core.workflowChain.event`: each is read. */
  readonly chain = new BoundedList<Mark>();
  /** The last event of the node that is no part of what a model streams: a call of the model begins behind it. */
  previousRow = -1;
  previousMs = 0;
  /** The last event of the node, whatever it is: what never ended was last heard of there. */
  lastRow = -1;
  lastMs = 0;
  private open: Stretch | null = null;
  /** Calls of the execution, which may wait for the user in between. */
  private made: Call[] = [];
  private trying: Attempt[] | null = null;
  private openAsk: Ask | null = null;
  /** The last `provider.usage` of the execution, which comes before it is known that there is a second try. */
  private lastUsage = -1;
  private readonly most: LaneLimits;

  constructor(most: LaneLimits) {
    this.most = most;
  }

  /** Bars that are counted only. */
  get lost(): number {
    return Object.values(this)
      .filter((list) => list instanceof BoundedList)
      .reduce((sum, { lost }) => sum + lost, 0);
  }

  private get previous(): Mark | null {
    return this.previousRow < 0 ? null : { row: this.previousRow, ms: this.previousMs };
  }

  /** The last event of the node; null before the first. */
  get last(): Mark | null {
    return this.lastRow < 0 ? null : { row: this.lastRow, ms: this.lastMs };
  }

  called(start: Mark): Call {
    const call = this.calls.add({ start, end: null, over: null }, this.most.others);
    this.made.push(call);
    return call;
  }

  /** The execution that made them is over: answers of later calls are not theirs. */
  private endCalls(mark: Mark): void {
    for (const call of this.made) if (call.end === null) call.over = mark;
    this.made = [];
  }

  /** An execution whose end the log does not hold is displayed to where the node was last heard of. */
  started(mark: Mark): void {
    const heard = this.open?.kind === 'ran' ? (this.last ?? mark) : mark;
    if (this.open?.kind === 'ran') {
      this.open.over = heard;
      this.open.state = 'completed';
      this.open = null;
    }
    this.close(heard, 'suspended');
    this.endCalls(heard);
    this.begin('ran', mark);
    this.trying = null;
    this.lastUsage = -1;
  }

  private begin(kind: Stretch['kind'], start: Mark): void {
    const state = kind === 'ran' ? 'running' : 'suspended';
    this.open = this.stretches.add({ kind, start, end: null, over: null, state }, this.most.stretches);
  }

  suspended(mark: Mark): void {
    this.endAttempts(mark, 'completed');
    if (this.open?.kind === 'waited') return;
    this.close(mark, 'suspended');
    this.begin('waited', mark);
  }

  resumed(mark: Mark): void {
    if (this.open?.kind !== 'waited') return;
    this.close(mark, 'suspended');
    this.begin('ran', mark);
  }

  ended(mark: Mark, state: LaneSpan['state']): void {
    this.endAttempts(mark, state);
    this.endCalls(mark);
    if (this.open?.kind !== 'ran') {
      this.close(mark, 'suspended');
      this.begin('ran', mark);
    }
    this.close(mark, state);
    this.answered(mark);
  }

  /** A stretch ends: what streamed in it is over, also where no event says that a block is closed. */
  private close(end: Mark, state: LaneSpan['state']): void {
    for (const { items } of [this.reasoning, this.output]) {
      const last = items.at(-1);
      if (last !== undefined) last.isClosed = true;
    }
    if (this.open !== null) Object.assign(this.open, { end, state });
    this.open = null;
  }

  requested(start: Mark, saysMost: boolean): void {
    if (this.openAsk === null)
      this.openAsk = this.asks.add({ start, row: start.row, end: null }, this.most.others);
    else if (saysMost) this.openAsk.row = start.row;
  }

  answered(mark: Mark): void {
    if (this.openAsk !== null) this.openAsk.end = mark;
    this.openAsk = null;
  }

  /** The try that runs now; the first begins where the execution does. */
  private attempt(mark: Mark): Attempt {
    if (this.trying === null) {
      const start = this.open?.start ?? this.previous ?? mark;
      this.trying = this.attempts.add([newAttempt(1, start, this.lastUsage)], this.most.others);
    }
    return this.trying.at(-1) as Attempt;
  }

  truncated(mark: Mark): void {
    const attempt = this.attempt(mark);
    attempt.isTruncated = true;
    attempt.reasonRow = mark.row;
  }

  retried(mark: Mark): void {
    const attempt = this.turnedAway(mark);
    if (attempt.reasonRow < 0) attempt.reasonRow = mark.row;
    if (attempt.number < this.most.others) this.trying?.push(newAttempt(attempt.number + 1, mark));
  }

  exhausted(mark: Mark): void {
    this.turnedAway(mark).reasonRow = mark.row;
  }

  private turnedAway(end: Mark): Attempt {
    const attempt = this.attempt(end);
    return Object.assign(attempt, { end, state: attempt.isTruncated ? 'truncated' : 'schemaRetry' });
  }

  private endAttempts(end: Mark, state: LaneSpan['state']): void {
    const attempt = this.trying?.at(-1);
    if (attempt?.end === null)
      Object.assign(attempt, { end, state: attempt.isTruncated && state === 'failed' ? 'truncated' : state });
    this.trying = null;
  }

  used(mark: Mark): void {
    this.usages.add({ start: this.previous ?? mark, end: mark }, this.most.others);
    const attempt = this.trying?.at(-1);
    if (attempt?.end === null) attempt.usageRow = mark.row;
    this.lastUsage = mark.row;
  }

  streamed(list: BoundedList<Stream>, row: number, ms: number, isClosed: boolean): void {
    const last = list.items.at(-1);
    if (last?.isClosed !== false)
      list.add({ start: { row, ms }, endRow: row, endMs: ms, isClosed }, this.most.others);
    else {
      last.endRow = row;
      last.endMs = ms;
      last.isClosed = isClosed;
    }
  }
}

const newAttempt = (number: number, start: Mark, usageRow = -1): Attempt => {
  return { number, start, end: null, isTruncated: false, state: 'running', reasonRow: -1, usageRow };
};

/* One pass over the rows that gathers the marks of every run and node. */

/** Maximum number of marks in each list of a node. */
interface LaneLimits {
  readonly stretches: number;
  readonly others: number;
}

/** Marks of one run. */
export interface RunMarks {
  /** By node number, in order of first appearance; 0 for events that name no node. */
  readonly nodes: Map<number, NodeMarks>;
  /** Last known time, for events without one. */
  lastMs: number | null;
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
  dispatched: (marks, mark, { most }) => void marks.dispatched.add(mark, most.others),
  chain: (marks, mark, { most }) => void marks.chain.add(mark, most.others),
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
  readonly most: LaneLimits;
  private readonly streamOf: (row: number) => StreamNote | undefined;

  constructor(log: LoadedLog, originMs: number | null, most: LaneLimits) {
    this.log = log;
    this.most = most;
    this.noteOf = log.index.byType((type) => {
      const { act } = describeEvent(type);
      return act && NOTES[act];
    });
    this.streamOf = log.index.byType((type) => {
      const { stream } = describeEvent(type);
      return stream && STREAMS[stream];
    });
    const { columns } = log.index;
    for (const row of allRows(log)) {
      const run = storedIn(this.runs, columns.run[row] as number, (): RunMarks => {
        return { nodes: new Map(), lastMs: null };
      });
      const time = columns.time[row] as number;
      const ms = Number.isNaN(time) ? (run.lastMs ?? originMs ?? 0) : time;
      run.lastMs = ms;
      const marks = storedIn(run.nodes, columns.node[row] as number, () => new NodeMarks(most));
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
  }

  /** Bars that are counted only, in all lanes. */
  get lost(): number {
    const nodes = [...this.runs.values()].flatMap((run) => [...run.nodes.values()]);
    return nodes.reduce((sum, { lost }) => sum + lost, 0);
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
