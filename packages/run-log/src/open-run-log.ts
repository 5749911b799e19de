import { isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import type { Known, Problem, ProblemCode, Severity } from '@openwop-inspector/protocol';
import type { CheckedPayloads, ProblemGroup, ProblemRow } from './answers.ts';
import { LogChecks } from './check/check-run.ts';
import { allProblems, problemGroups, problemPage } from './check/problem-rows.ts';
import { checkStructure } from './check/structure.ts';
import type { CausalGraph } from './graph/causal-graph.ts';
import { causeDepths } from './graph/child-index.ts';
import type { EventOrder } from './index/event-order.ts';
import { ProblemsOfEvents } from './index/problem-list.ts';
import { LogLoad, type OpenOptions } from './load/log-load.ts';
import { nextTurn } from './next-turn.ts';
import { CauseForests, type CausesAnswer, type CausesQuery } from './query/chain/causes.ts';
import {
  type CausalChain,
  type ChainOptions,
  causalChain,
  envelopeNodes,
  inferredChain,
} from './query/chain/chain.ts';
import { type RunListRow, runList, runSummary, type SessionSummary } from './query/counts/session-summary.ts';
import { EnvelopeCount, logicalEnvelopes } from './query/envelopes/logical-envelopes.ts';
import { streamRows } from './query/filter/column-leaves.ts';
import { type LoadedLog, standingLog } from './query/loaded-log.ts';
import { type EventRow, eventRows } from './query/rows/event-rows.ts';
import { runBounds } from './query/rows/rows.ts';
import { StreamJoins } from './query/secrets/stream-joins.ts';
import { runStates } from './query/verdict/fold.ts';
import { MAX_EVENT_BYTES } from './read/read-context.ts';
import type { ByteSource } from './source/byte-source.ts';

/**
 * Opens one or several sources as one log and starts reading at once. Several sources tell about the same runs and are
 * merged by eventId, else by (runId, sequence). Never throws for what the sources hold.
 */
export function openRunLog(sources: ByteSource | readonly ByteSource[], options: OpenOptions = {}): RunLog {
  const list = Array.isArray(sources) ? (sources as readonly ByteSource[]) : [sources as ByteSource];
  return new RunLog(list, options);
}

/**
 * An opened log: what `LogLoad` reads, and the answers to it. Answers grow while it loads: rows in order of arrival
 * first, in display order with causes and problems of structure when `loaded` has resolved, and with the problems of
 * payloads after `runChecks`.
 */
export class RunLog extends LogLoad implements LoadedLog {
  private readonly forests = new CauseForests();
  private readonly checks = new LogChecks();
  private readonly envelopeCount = new EnvelopeCount();
  private readonly isPiece = streamRows(this);
  private readonly joins = new StreamJoins(this.isPiece);
  private still: { readonly refreshes: number; readonly log: LoadedLog } | null = null;

  /**
   * Checks every payload against its schema and for credentials; of a log that grows, those that came or changed since
   * the last call. Costs a parse of the whole source; call it behind `loaded`. `rest` is waited for every 25 ms, so that
   * others come in between. False when stopped.
   */
  async runChecks(signal?: AbortSignal, rest: () => Promise<void> = nextTurn): Promise<boolean> {
    await this.loaded;
    const isCancelled = (): boolean => this.isCancelled || signal?.aborted === true;
    const onProgress = (checked: number): void => this.enter('checks', checked);
    return this.checks.run(this, this.takeUnchecked(), { isCancelled, rest, onProgress });
  }

  protected override check(): void {
    checkStructure(this);
  }

  protected override wasRead(source: ByteSource): void {
    const { startLook } = this.options;
    if (startLook !== undefined) this.checks.ahead(this, () => startLook(source));
  }

  override async close(): Promise<void> {
    this.checks.close();
    await super.close();
  }

  /** What the checks of payloads came to; unknown where they did not run, or not to their end. */
  get checked(): Known<CheckedPayloads, MaskedText> {
    return this.checks.outcome;
  }

  /** Ms that the rules between events took, the last time that the checks ran. */
  get rulesMs(): number {
    return this.checks.rulesMs;
  }

  /** The log as it is: itself, or of a log that grows what the last refresh displays. */
  standing(): LoadedLog {
    if (!this.grows) return this;
    if (this.still?.refreshes !== this.refreshes)
      this.still = { refreshes: this.refreshes, log: standingLog(this) };
    return this.still.log;
  }

  /** A piece of a stream is read once tokens that go on in another piece are known. */
  override readRange(ordinal: number, offset: number, length: number): Promise<Uint8Array> {
    const bytes = (): Promise<Uint8Array> => this.bytesOf(ordinal, offset, length);
    if (this.graph === null || !this.joins.isDue(this.state) || !this.isPiece(ordinal)) return bytes();
    return this.joins.around(this.unjoined(), this.state, ordinal).then(bytes);
  }

  joinStreams(isMarked = false): Promise<void> {
    if (this.graph === null) return Promise.resolve();
    return this.joins.all(() => this.unjoined(), this.state, isMarked);
  }

  /** The log for the search of its streams, which must not wait for itself. */
  private unjoined(): LoadedLog {
    return { ...standingLog(this), read: (row) => this.bytesOf(row, 0, MAX_EVENT_BYTES) };
  }

  rows(ordinals: Iterable<number>): Promise<EventRow[]> {
    return eventRows(this, ordinals);
  }

  /** Ordinal of the first event with a sequence, in any run or in one; -1 when not loaded. O(events). */
  findBySequence(sequence: number, runId?: string): number {
    const { order } = this;
    const { columns, runs } = this.index;
    const run = runId === undefined ? -1 : runs.find(runId);
    for (let i = 0; i < order.length; i++) {
      const row = order.ordinalAt(i);
      if (columns.sequence[row] === sequence && (run < 0 || columns.run[row] === run)) return row;
    }
    return -1;
  }

  /**
   * Causes and effects of an event, or of an envelope by correlationId: of the run that is named, else of the first that
   * uses it. Null while loading or when not loaded.
   */
  chain(
    target: { ordinal: number } | { correlationId: string; runId?: string },
    options: Omit<ChainOptions, 'inferred'>,
  ): Promise<CausalChain | null> {
    const { graph } = this;
    if (graph === null) return Promise.resolve(null);
    const node = 'ordinal' in target ? target.ordinal : this.envelopeOf(graph, target);
    // A log that grows has room between its rows and its envelopes.
    const isNode = node < this.index.columns.length || node >= graph.base;
    if (node < 0 || !isNode || node >= graph.base + graph.envelopes.length) return Promise.resolve(null);
    const log = this.standing();
    // Next to recorded effects there are no inferred ones: the two would be taken for one list.
    const limit = graph.withCause === 0 ? options.descendantLimit : null;
    const inferred = async (above: number, below: number) =>
      inferredChain(log, await this.forests.trees.of(log, graph), { above, below, limit });
    return causalChain(log, graph, this.forests.children(this, graph), node, { ...options, inferred });
  }

  private envelopeOf(
    graph: CausalGraph,
    { correlationId, runId }: { correlationId: string; runId?: string },
  ): number {
    const nodes = envelopeNodes(graph, this.index.ids.recorded(correlationId));
    const run = runId === undefined ? -1 : this.index.runs.find(runId);
    const own = nodes.find((node) => graph.envelopes[node - graph.base]?.run === run);
    return (runId === undefined ? nodes[0] : own) ?? -1;
  }

  /** Ids of the runs that use a correlationId, in order of first use. */
  runsOfCorrelation(correlationId: string): readonly MaskedText[] {
    const { graph } = this;
    if (graph === null) return [];
    const runs = envelopeNodes(graph, this.index.ids.recorded(correlationId)).map(
      (node) => graph.envelopes[node - graph.base]?.run ?? -1,
    );
    return runs.flatMap((run) => (run < 0 ? [] : [this.index.runs.labelOf(run)]));
  }

  /** A page of the causes forest; empty until the causal graph is complete. */
  causes(query: CausesQuery): Promise<CausesAnswer> {
    return this.forests.page(this.standing(), query);
  }

  /** Keys to unfold so that an event shows in that forest, root first. */
  causePath(ordinal: number): Promise<readonly string[]> {
    return this.forests.path(this.standing(), ordinal);
  }

  /** The runs of the log, in order of first appearance. */
  runs(): Promise<readonly RunListRow[]> {
    return runList(this.standing(), (source) => masker.text(this.nameOfSource(source)));
  }

  /** Steps of the longest chain of causes; 0 while loading. */
  longestChain(): number {
    if (this.graph === null) return 0;
    return causeDepths(this.graph).reduce((most, depth) => Math.max(most, depth), 0);
  }

  /** Nodes of the causes forest that have no cause. */
  rootCount(): number {
    return this.graph?.roots ?? 0;
  }

  /** Rows of the envelopes view; null until the causal graph is complete. May be old while growing: `hasOldCounts`. */
  countEnvelopes(): Promise<number | null> {
    return this.envelopeCount.of(this.standing(), this.isGrowing);
  }

  /** True when the last summary was older in places than what is displayed. */
  get hasOldCounts(): boolean {
    return this.envelopeCount.isOld;
  }

  problemGroups(severities?: readonly Severity[]): ProblemGroup[] {
    return problemGroups(this, severities);
  }

  /** A page of the problems of one code. */
  problems(code: ProblemCode, offset: number, limit: number): Promise<ProblemRow[]> {
    return problemPage(this, code, offset, limit);
  }

  /** All listed problems as the contract prints them, or those with a wanted code. Reads one event a problem. */
  allProblems(isWanted?: (code: ProblemCode) => boolean): Promise<Problem[]> {
    return allProblems(this, isWanted);
  }
}

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
