import { isRecord } from '@openwop-inspector/base';
import type { Problem, ProblemCode, Severity } from '@openwop-inspector/protocol';
import type { ProblemGroup, ProblemRow } from './answers.ts';
import { allProblems, problemGroups, problemPage } from './check/problem-rows.ts';
import type { EventOrder } from './index/event-order.ts';
import { ProblemsOfEvents } from './index/listed-problems.ts';
import type { RunLog } from './open-run-log.ts';
import { CauseForests, type CausesAnswer, type CausesQuery } from './query/chain/causes.ts';
import { runSummary, type SessionSummary } from './query/counts/session-summary.ts';
import { logicalEnvelopes } from './query/envelopes/logical-envelopes.ts';
import { type LoadedLog, standingLog } from './query/loaded-log.ts';
import { type EventRow, eventRows } from './query/rows/event-rows.ts';
import { runBounds } from './query/rows/rows.ts';
import { runStates } from './query/verdict/fold.ts';

/** What is cached of a run as long as the log is as it was. */
interface Part {
  readonly of: EventOrder;
  readonly state: string;
  readonly log: LoadedLog;
}

/**
 * One run of a log, which answers as a log does: `order`, problems, causes and envelopes are those of the run, whatever
 * is queried by ordinal is answered by the whole. Of a log that grows it grows too; it is made again then, O(events of the
 * run).
 */
export class OneRun {
  private readonly whole: RunLog;
  private readonly runId: string;
  private readonly forests = new CauseForests(true);
  private part: Part | null = null;

  /** `runId` as recorded or as displayed. */
  constructor(whole: RunLog, runId: string) {
    this.whole = whole;
    this.runId = runId;
  }

  /** Changes whenever answers may change. */
  get state(): string {
    return `${this.runId} ${this.now?.state ?? this.whole.state}`;
  }

  /** The run as a log of its own; the whole log as long as the runs of it are not known. */
  get log(): LoadedLog {
    return this.now?.log ?? this.whole;
  }

  private get now(): Part | null {
    const { whole, part } = this;
    const standing = whole.standing();
    const problems = standing.index.problems.size;
    const state = `${whole.state} ${problems}`;
    if (part !== null && part.of === standing.order && part.state === state) return part;
    const log = ofOneRun(standing, this.runId);
    if (log === null) return null;
    // The order stays the same object while its rows are the same: selections and counts hang on it.
    const isSame = part !== null && part.of === standing.order;
    const next = isSame ? { ...standingLog(log), order: part.log.order } : log;
    this.part = { of: standing.order, state, log: next };
    return this.part;
  }

  async summary(): Promise<SessionSummary> {
    const graph = this.now?.log.graph ?? null;
    const log = standingLog(this.log);
    const { total } = await logicalEnvelopes(log, { offset: 0, limit: 0 });
    const roots = graph === null ? 0 : this.forests.children(log, graph).roots.length;
    return runSummary(this.whole, { log, roots, logicalEnvelopes: total });
  }

  rows(ordinals: Iterable<number>): Promise<EventRow[]> {
    return eventRows(this.log, ordinals);
  }

  /** A page of the causes forest of the run; by inference where no event of the run names a cause. */
  causes(query: CausesQuery): Promise<CausesAnswer> {
    return this.now === null ? this.whole.causes(query) : this.forests.page(this.log, query);
  }

  /** Keys to unfold so that an event shows in that forest, root first. */
  causePath(ordinal: number): Promise<readonly string[]> {
    return this.now === null ? this.whole.causePath(ordinal) : this.forests.path(this.log, ordinal);
  }

  problemGroups(severities?: readonly Severity[]): ProblemGroup[] {
    return problemGroups(this.log, severities);
  }

  /** A page of the problems of one code. */
  problems(code: ProblemCode, offset: number, limit: number): Promise<ProblemRow[]> {
    return problemPage(this.log, code, offset, limit);
  }

  /** All listed problems of the run. */
  allProblems(isWanted?: (code: ProblemCode) => boolean): Promise<Problem[]> {
    return allProblems(this.log, isWanted);
  }
}

/** Members of a document that are about its own run, whichever that is. */
const ABOUT_ITS_RUN: ReadonlySet<string> = new Set([
  'run',
  'runId',
  'workflowId',
  'status',
  'runStatus',
  'error',
  'isComplete',
  'isTerminal',
  'interrupt',
  'interrupts',
  'snapshot',
]);

/**
 * The log with the rows, problems and documents of one run alone, by its id as recorded or as displayed. Null for a run
 * without events, and as long as the causal graph does not stand: rows that arrive are not grouped by run yet. O(runs +
 * listed problems).
 */
function ofOneRun(log: LoadedLog, requested: string): LoadedLog | null {
  const run = log.index.runs.find(requested);
  const state = log.graph === null ? undefined : runStates(log).find((one) => one.run === run);
  if (state === undefined) return null;
  const order = orderOfRun(log, state.firstOrdinal);
  const results = log.results.map((result) => ({ ...result, header: headerFor(log, result.header, run) }));
  const own = results.find(({ header }) => namesRun(log, header, run)) ?? results[0];
  return {
    ...standingLog(log),
    order,
    ownProblems: new ProblemsOfEvents(log.index.problems, (ordinal) => order.indexOf(ordinal) >= 0),
    header: own?.header ?? headerFor(log, log.header, run),
    results,
  };
}

/** The rows of one run stand together. */
function orderOfRun(log: LoadedLog, ordinal: number): EventOrder {
  const { order } = log;
  const { from, to } = runBounds(log, ordinal);
  return {
    length: to - from,
    ordinalAt: (index) => (index >= 0 && index < to - from ? order.ordinalAt(from + index) : -1),
    indexOf: (row) => {
      const at = order.indexOf(row);
      return at >= from && at < to ? at - from : -1;
    },
  };
}

type Header = LoadedLog['header'];

/** A document of another run, or of none that it names, says nothing of this one; what it says of its host stays. */
function headerFor(log: LoadedLog, header: Header, run: number): Header {
  if (namesRun(log, header, run)) return header;
  return new Map([...header].filter(([name]) => !ABOUT_ITS_RUN.has(name)));
}

function namesRun({ index }: LoadedLog, header: Header, number: number): boolean {
  const run = header.get('run');
  const id = (isRecord(run) ? run.runId : undefined) ?? header.get('runId');
  return typeof id === 'string' && index.runs.find(id) === number;
}
