import { type MaskedText, masker } from '@openwop-inspector/base';
import type { Known, Problem, ProblemCode, Severity } from '@openwop-inspector/protocol';
import type { CheckedPayloads, ProblemGroup, ProblemRow } from './answers.ts';
import { LogChecks } from './check/check-run.ts';
import { allProblems, problemGroups, problemPage } from './check/problem-rows.ts';
import { checkStructure } from './check/structure.ts';
import type { CausalGraph } from './graph/causal-graph.ts';
import { causeDepths } from './graph/child-index.ts';
import { LogLoad, type OpenOptions } from './load/log-load.ts';
import { nextTurn } from './next-turn.ts';
import { CauseForests, type CausesAnswer, type CausesQuery } from './query/chain/causes.ts';
import { type CausalChain, type ChainOptions, causalChain, envelopeNodes } from './query/chain/chain.ts';
import { inferredChain } from './query/chain/inferred.ts';
import { type RunListRow, runList } from './query/counts/run-list.ts';
import { EnvelopeCount } from './query/envelopes/logical-envelopes.ts';
import { streamRows } from './query/filter/column-leaves.ts';
import { type LoadedLog, standingLog } from './query/loaded-log.ts';
import { type EventRow, eventRows, findById, findBySequence } from './query/rows/event-rows.ts';
import { StreamJoins } from './query/secrets/stream-joins.ts';
import { MAX_EVENT_BYTES } from './read/read-context.ts';
import type { ByteSource } from './source/byte-source.ts';

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

  /** Ordinal of an event by its id (recorded or derived), -1 when not loaded. */
  findById(eventId: string): number {
    return findById(this, eventId);
  }

  /** Ordinal of the first event with a sequence, in any run or in one; -1 when not loaded. */
  findBySequence(sequence: number, runId?: string): number {
    return findBySequence(this, sequence, runId);
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
      inferredChain(log, await this.forests.inferred(log, graph), { above, below, limit });
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

  /**
   * Rows of the envelopes view; null until the causal graph is complete. Of a log that is growing it may be a little old;
   * `hasOldCounts` then says so.
   */
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
