import type { MaskedText } from '@openwop-inspector/base';
import type { Known, Problem, ProblemCode, Severity } from '@openwop-inspector/protocol';
import type {
  CausalChain,
  CheckedPayloads,
  EventRow,
  LoadProgress,
  ProblemGroup,
  ProblemRow,
  SourceFormat,
} from './answers.ts';
import { LogChecks } from './check/check-run.ts';
import { noteUnknown } from './check/note-unknown.ts';
import type { NumberedProblem } from './check/problem-list.ts';
import { allProblems, problemGroups, problemPage, problemRow } from './check/problem-rows.ts';
import { checkStructure } from './check/structure.ts';
import { buildCausalGraph, type CausalGraph } from './graph/causal-graph.ts';
import { ChildIndex } from './graph/child-index.ts';
import { EnvelopeCount } from './growth/envelope-count.ts';
import { GrowingReader } from './growth/growing-reader.ts';
import { GrownRows } from './growth/grown-rows.ts';
import { LogGrowth } from './growth/log-growth.ts';
import { type DerivedForm, derivedForm } from './index/derived-ids.ts';
import { arrivalOrder, type EventOrder } from './index/event-order.ts';
import { inheritRun } from './index/inherit-run.ts';
import { LogIndex } from './index/log-index.ts';
import { putInOrder } from './index/put-in-order.ts';
import { settleRepeats } from './index/settle-repeats.ts';
import { nextTurn } from './next-turn.ts';
import type { OpenOptions } from './open-options.ts';
import { LoadReport } from './read/load-report.ts';
import { MAX_EVENT_BYTES, type ReadResult } from './read/read-context.ts';
import { readSource } from './read/read-source.ts';
import { type ByteSource, SourceError } from './source/byte-source.ts';
import { blobSpool } from './source/gzip.ts';
import { HeldSources } from './source/held-sources.ts';
import { type CausesQuery, causePath, causesPage } from './view/causes.ts';
import { type ChainOptions, causalChain, envelopeNodes } from './view/chain.ts';
import { hostName } from './view/envelope-evidence/host-declarations.ts';
import { eventRows, shownEventId } from './view/event-rows.ts';
import { findById, findBySequence } from './view/find-event.ts';
import { type LoadedLog, standingLog } from './view/loaded-log.ts';

/**
 * Opens one or several sources as one log and starts reading at once. Several sources tell about the same runs and are
 * merged by eventId, else by (runId, sequence). Never throws for what the sources hold.
 */
export function openRunLog(sources: ByteSource | readonly ByteSource[], options: OpenOptions = {}): RunLog {
  return new RunLog(
    Array.isArray(sources) ? (sources as readonly ByteSource[]) : [sources as ByteSource],
    options,
  );
}

/**
 * An opened log. Answers grow while it loads: rows in order of arrival first, in display order with causes and problems
 * of structure when `loaded` has resolved, and with the problems of payloads after `runChecks`.
 */
export class RunLog implements LoadedLog {
  readonly name: string;
  index = new LogIndex();
  header: ReadonlyMap<string, unknown> = new Map();
  graph: CausalGraph | null = null;
  results: ReadResult[] = [];
  gzip = false;
  cancelled = false;
  /** Resolves when the source is read, indexed and its causal graph stands. */
  readonly loaded: Promise<void>;
  loadMs = 0;
  sizeBytes: number;
  private readonly options: OpenOptions;
  private readonly opened: readonly ByteSource[];
  private readonly held: HeldSources;
  private settled: EventOrder | null = null;
  /** Of a log that grows: how often it was refreshed. What was made of an earlier one may not hold any more. */
  refreshes = 0;
  private arriving: { order: EventOrder; length: number } | null = null;
  private children: ChildIndex | null = null;
  private form: DerivedForm = 'evt';
  private readonly report: LoadReport;
  private readonly growth: LogGrowth | null;
  private grown: GrownRows | null = null;
  private readonly checks = new LogChecks();
  private readonly envelopeCount = new EnvelopeCount();
  private still: LoadedLog | null = null;

  constructor(sources: readonly ByteSource[], options: OpenOptions) {
    this.opened = sources;
    this.held = new HeldSources(sources.length);
    this.report = new LoadReport(options.onProgress);
    this.options = options;
    this.name = sources[0]?.name ?? 'nothing';
    this.sizeBytes = sources.reduce((sum, source) => sum + source.sizeBytes, 0);
    this.growth = options.grows === true ? this.makeGrowth() : null;
    this.loaded = this.growth === null ? this.load() : this.growth.grow(false);
  }

  /** Changes whenever answers may change: while a source is read, when its graph stands, and at every refresh. */
  get state(): string {
    return this.growth === null ? `${this.index.events} ${this.graph === null}` : `r${this.refreshes}`;
  }

  /** True while more may come: for such a log, `grow` has not said that it has ended. */
  get isGrowing(): boolean {
    return this.growth !== null && !this.growth.hasEnded;
  }

  /** Display order; of arrival while loading. */
  get order(): EventOrder {
    if (this.settled !== null) return this.settled;
    const { columns, dropped } = this.index;
    if (this.arriving?.length !== columns.length) {
      this.arriving = { order: arrivalOrder(columns, dropped), length: columns.length };
    }
    return this.arriving.order;
  }

  /** The shape of the first source; `unknown` for a document that stops before its shape is confirmed. */
  get format(): SourceFormat {
    return this.results[0]?.format ?? this.report.progress.format ?? 'unknown';
  }

  /** The shape as far as it was seen, also for a document that stops early. */
  get likelyFormat(): SourceFormat {
    return this.results[0]?.assumed ?? this.format;
  }

  get endsEarly(): boolean {
    return this.results.some((result) => result.endsEarly);
  }

  private isCancelled(): boolean {
    return this.options.signal?.aborted === true;
  }

  private async load(): Promise<void> {
    for (const [number, source] of this.opened.entries()) {
      this.held.set(number, source);
      await this.readOne(source, number);
    }
    this.cancelled = this.isCancelled();
    this.tell('indexing');
    await this.putInOrder();
    this.tell('graph');
    this.graph = buildCausalGraph(this.index, this.order);
    noteUnknown(this.index, this.results);
    this.checkAll();
    this.loadMs = this.report.elapsedMs;
    this.tell(this.cancelled ? 'cancelled' : 'done');
  }

  private checkAll(): void {
    checkStructure(this, {
      format: this.likelyFormat,
      endsEarly: this.endsEarly,
      cancelled: this.cancelled,
      isGrowing: this.isGrowing,
    });
  }

  private makeGrowth(): LogGrowth {
    const source = this.opened[0] as ByteSource;
    this.held.set(0, source);
    const reader = new GrowingReader(source, {
      index: this.index,
      keepAside: (bytes) => this.held.keepAside(bytes),
      pause: () => {
        this.report.progress = reader.progress;
        if (this.graph === null) this.tell('reading');
        return this.isCancelled();
      },
    });
    this.results.push(reader.result);
    return new LogGrowth({
      reader,
      refresh: () => this.refresh(),
      fail: (error) => {
        this.index.problems.add({ code: error.code, message: error.message, ordinal: null });
        reader.result.endsEarly = true;
        reader.result.explanation = error.message;
        this.show(this.order, this.graph ?? buildCausalGraph(this.index, this.order));
      },
      onRefresh: this.options.onRefresh,
      restAfter: this.options.restAfter,
    });
  }

  /**
   * The source of a log that grows may be read up to `sizeBytes` now. What came shows in one step, at once or after a
   * rest since the last; resolves then. `ended`: nothing more will come. Does nothing for a log that does not grow.
   */
  async grow(sizeBytes: number, ended: boolean): Promise<void> {
    const [source] = this.opened;
    if (this.growth === null || source === undefined) return;
    source.growTo?.(sizeBytes);
    this.sizeBytes = source.sizeBytes;
    await this.growth.grow(ended);
  }

  /** Shows what was read since the last time: order, causes and problems change together. */
  private async refresh(): Promise<void> {
    const { header } = this.results[0] as ReadResult;
    inheritRun(this.index, header, this.grown?.known ?? 0);
    // The head of a capture, which says how ids are derived, stands before the first event.
    if (this.grown === null || this.grown.known === 0) this.grown = this.makeGrown(header);
    const order = await this.grown.takeNew(() => this.isCancelled());
    this.header = header;
    this.show(order, this.grown.graphOver(order));
  }

  private show(order: EventOrder, graph: CausalGraph): void {
    this.settled = order;
    this.graph = graph;
    this.cancelled = this.isCancelled();
    this.children = null;
    this.still = null;
    this.refreshes++;
    this.checkAll();
    if (this.loadMs === 0) this.loadMs = this.report.elapsedMs;
    this.tell(this.cancelled ? 'cancelled' : 'done');
  }

  private async readOne(packed: ByteSource, number: number): Promise<void> {
    const firstRow = this.index.columns.length;
    const { source, gzip, result } = await readSource(packed, {
      index: this.index,
      sourceNumber: number,
      makeSpool: this.options.makeSpool ?? blobSpool,
      isCancelled: () => this.isCancelled(),
      onProgress: (progress) => {
        this.report.progress = progress;
        this.tell('reading');
      },
      keepAside: (bytes) => this.held.keepAside(bytes),
    });
    this.held.set(number, source);
    this.gzip ||= gzip;
    if (gzip) this.sizeBytes = source.sizeBytes;
    this.results.push(result);
    if (this.header.size === 0) this.header = result.header;
    inheritRun(this.index, result.header, firstRow);
  }

  private makeGrown(header: ReadonlyMap<string, unknown>): GrownRows {
    this.form = derivedForm(hostName(header));
    return new GrownRows(this.index, this.form, (row) => this.read(row));
  }

  private async putInOrder(): Promise<void> {
    this.form = derivedForm(hostName(this.header));
    const isCancelled = (): boolean => this.isCancelled();
    try {
      if (this.results.some(({ format }) => format === 'capture'))
        this.settled = await this.makeGrown(this.header).takeNew(isCancelled);
      else {
        this.settled = putInOrder(this.index, this.form);
        await settleRepeats(this.index, 0, (row) => this.read(row), isCancelled);
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.index.problems.add({ code: error.code, message: error.message, ordinal: null });
    }
  }

  private tell(phase: LoadProgress['phase']): void {
    this.report.tell(phase, this.results[0]?.format ?? this.report.progress.format, this.index.events);
  }

  readAt(source: number, offset: number, length: number): Promise<Uint8Array> {
    return this.held.readAt(source, offset, length);
  }

  read(ordinal: number): Promise<Uint8Array> {
    return this.readRange(ordinal, 0, MAX_EVENT_BYTES);
  }

  readRange(ordinal: number, offset: number, length: number): Promise<Uint8Array> {
    const { columns } = this.index;
    const size = columns.byteLength[ordinal] as number;
    const wanted = Math.max(0, Math.min(length, size - offset));
    const start = (columns.offset[ordinal] as number) + offset;
    return this.readAt(columns.source[ordinal] as number, start, wanted);
  }

  eventIdOf(ordinal: number, recorded: unknown): MaskedText {
    return shownEventId(this, this.form, ordinal, recorded);
  }

  /**
   * Checks every payload against its schema and for credentials; of a log that grows, those that came or changed since
   * the last call. Costs a parse of the whole source; call it behind `loaded`. `rest` is waited for every 25 ms, so that
   * others come in between. False when stopped.
   */
  async runChecks(signal?: AbortSignal, rest: () => Promise<void> = nextTurn): Promise<boolean> {
    await this.loaded;
    const isCancelled = (): boolean => this.isCancelled() || signal?.aborted === true;
    const growing = this.growth === null ? null : (this.grown?.takeUnchecked() ?? null);
    return this.checks.run(this, growing, { isCancelled, rest, onProgress: () => this.tell('checks') });
  }

  /** What the checks of payloads came to; unknown where they did not run, or not to their end. */
  get checked(): Known<CheckedPayloads> {
    return this.checks.outcome;
  }

  /** Of a log that grows: ordinals below this are shown, or were told before under another. */
  get settledRows(): number {
    return this.grown?.known ?? this.index.columns.length;
  }

  /** The log as it stands: itself, or of a log that grows what the last refresh has shown. */
  standing(): LoadedLog {
    if (this.growth === null) return this;
    this.still ??= standingLog(this);
    return this.still;
  }

  rows(ordinals: Iterable<number>): Promise<EventRow[]> {
    return eventRows(this, ordinals);
  }

  /** Ordinal of an event by its id (recorded or derived), -1 when not held. */
  findById(eventId: string): number {
    return findById(this, eventId);
  }

  /** Ordinal of the first event with a sequence, in any run or in one; -1 when not held. */
  findBySequence(sequence: number, runId?: string): number {
    return findBySequence(this, sequence, runId);
  }

  private childIndex(graph: CausalGraph): ChildIndex {
    this.children ??= new ChildIndex(graph, this.order);
    return this.children;
  }

  /**
   * Causes and effects of an event, or of an envelope by correlationId: of the run that is named, else of the first that
   * uses it. Null while loading or when not held.
   */
  chain(
    target: { ordinal: number } | { correlationId: string; runId?: string },
    options: ChainOptions,
  ): Promise<CausalChain | null> {
    const { graph } = this;
    if (graph === null) return Promise.resolve(null);
    const node = 'ordinal' in target ? target.ordinal : this.envelopeOf(graph, target);
    // A log that grows has room between its rows and its envelopes.
    const isNode = node < this.index.columns.length || node >= graph.base;
    if (node < 0 || !isNode || node >= graph.base + graph.envelopes.length) return Promise.resolve(null);
    return causalChain(this.standing(), graph, this.childIndex(graph), node, options);
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
    return runs.flatMap((run) => (run < 0 ? [] : [this.index.runs.shownOf(run)]));
  }

  causes(query: CausesQuery): ReturnType<typeof causesPage> {
    const { graph } = this;
    if (graph === null) return Promise.resolve({ total: 0, roots: 0, rows: [], revealed: -1 });
    return causesPage(this.standing(), graph, this.childIndex(graph), query);
  }

  causePath(ordinal: number): readonly string[] {
    return this.graph === null ? [] : causePath(this.graph, ordinal);
  }

  /** Steps of the longest chain of causes; 0 while loading. */
  longestChain(): number {
    return this.graph === null ? 0 : this.childIndex(this.graph).longestChain();
  }

  /** Nodes of the causes forest that have no cause. */
  rootCount(): number {
    return this.graph?.roots ?? 0;
  }

  /**
   * Rows of the envelopes view; null until the causal graph stands. Of a log that is growing it may be a little old;
   * `hasOldCounts` then says so.
   */
  countEnvelopes(): Promise<number | null> {
    return this.envelopeCount.of(this.standing(), this.isGrowing);
  }

  /** True when the last summary was older in places than what is shown. */
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

  /** All listed problems as the contract prints them. Reads one event a problem. */
  allProblems(): Promise<Problem[]> {
    return allProblems(this);
  }

  /** A listed problem with the ids of its event. */
  problemRow(problem: NumberedProblem): Promise<ProblemRow> {
    return problemRow(this, problem);
  }

  async close(): Promise<void> {
    this.growth?.stop();
    await this.held.close();
  }
}
