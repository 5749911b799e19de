import { type Problem, type ProblemCode, problemInfo, type Severity } from '@openwop-inspector/protocol';
import type {
  CausalChain,
  EventRow,
  LoadProgress,
  ProblemGroup,
  ProblemRow,
  SourceFormat,
} from './answers.ts';
import { checkPayloads } from './check/payload-checks.ts';
import { LISTED_PER_CODE, toProblem } from './check/problem-list.ts';
import { checkStructure } from './check/structure.ts';
import { buildCausalGraph, type CausalGraph } from './graph/causal-graph.ts';
import { ChildIndex } from './graph/child-index.ts';
import { type DerivedForm, derivedForm, registerDerivedIds } from './index/derived-ids.ts';
import { FLAG } from './index/event-columns.ts';
import { arrivalOrder, type EventOrder, orderEvents } from './index/event-order.ts';
import { hashText } from './index/id-hash.ts';
import { isRecord, LogIndex } from './index/log-index.ts';
import { findSharedSequences, settleRepeats } from './index/settle-repeats.ts';
import { MAX_EVENT_BYTES, type ReadResult } from './read/read-context.ts';
import { type ReadProgress, readSource } from './read/read-source.ts';
import { BlockReader } from './source/block-reader.ts';
import { type ByteSource, bytesSource, SourceError } from './source/byte-source.ts';
import { blobSpool, type Spool } from './source/gzip.ts';
import { type CausesQuery, causePath, causesPage } from './view/causes.ts';
import { type ChainOptions, causalChain, envelopeNode } from './view/chain.ts';
import { eventRows, recordedEventId, shownEventId } from './view/event-rows.ts';
import type { LoadedLog } from './view/loaded-log.ts';

/** How a source is opened. */
export interface OpenOptions {
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Aborting stops the load; what was read stays open and is marked partial. */
  readonly signal?: AbortSignal;
  /** Where an unpacked gzip stream is kept; in Blobs when absent. */
  readonly makeSpool?: () => Spool | Promise<Spool>;
}

interface HeldSource {
  source: ByteSource;
  reader: BlockReader;
}

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
  private readonly held: HeldSource[] = [];
  private settled: EventOrder | null = null;
  private arriving: { order: EventOrder; length: number } | null = null;
  private children: ChildIndex | null = null;
  private form: DerivedForm = 'evt';
  private readonly startedAt = performance.now();
  private lastProgressAt = -1000;
  private readProgress: ReadProgress = { format: null, gzip: false, bytesRead: 0, bytesTotal: null };
  private aside: { source: number; bytes: Uint8Array; length: number } | null = null;

  constructor(sources: readonly ByteSource[], options: OpenOptions) {
    this.opened = sources;
    this.options = options;
    this.name = sources[0]?.name ?? 'nothing';
    this.sizeBytes = sources.reduce((sum, source) => sum + source.sizeBytes, 0);
    this.loaded = this.load();
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
    return this.results[0]?.format ?? this.readProgress.format ?? 'unknown';
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
      this.held.push({ source, reader: new BlockReader(source) });
      await this.readOne(source, number);
    }
    this.cancelled = this.isCancelled();
    this.report('indexing');
    this.index.takeIds();
    await this.putInOrder();
    this.report('graph');
    this.graph = buildCausalGraph(this.index, this.order);
    this.noteUnknown();
    checkStructure(this, {
      format: this.likelyFormat,
      endsEarly: this.endsEarly,
      cancelled: this.cancelled,
    });
    this.loadMs = performance.now() - this.startedAt;
    this.report(this.cancelled ? 'cancelled' : 'done');
  }

  /** A file that holds no run is told as a problem too, so that whoever reads only problems learns of it. */
  private noteUnknown(): void {
    for (const result of this.results) {
      if (result.explanation === null || result.endsEarly || result.cancelled || this.index.entries > 0)
        continue;
      const code = result.format === 'unknown' ? 'unknown_format' : 'not_a_run';
      this.index.problems.add({ code, message: result.explanation, ordinal: null });
    }
  }

  private async readOne(packed: ByteSource, number: number): Promise<void> {
    const firstRow = this.index.columns.length;
    const { source, gzip, result } = await readSource(packed, {
      index: this.index,
      sourceNumber: number,
      makeSpool: this.options.makeSpool ?? blobSpool,
      isCancelled: () => this.isCancelled(),
      onProgress: (progress) => {
        this.readProgress = progress;
        this.report('reading');
      },
      keepAside: (bytes) => this.keepAside(bytes),
    });
    this.held[number] = { source, reader: new BlockReader(source) };
    this.gzip ||= gzip;
    if (gzip) this.sizeBytes = source.sizeBytes;
    this.results.push(result);
    if (this.header.size === 0) this.header = result.header;
    this.inheritRun(result.header, firstRow);
  }

  /** Events without runId belong to the run that their document names. */
  private inheritRun(header: ReadonlyMap<string, unknown>, firstRow: number): void {
    const run = header.get('run');
    const named = isRecord(run) && typeof run.runId === 'string' ? run.runId : header.get('runId');
    if (typeof named !== 'string' || named === '') return;
    const { columns, runs } = this.index;
    const id = runs.idOfText(named);
    for (let row = firstRow; row < columns.length; row++) {
      if (((columns.flags[row] as number) & FLAG.runInherited) !== 0 && columns.run[row] === 0)
        columns.run[row] = id;
    }
  }

  private async putInOrder(): Promise<void> {
    const host = this.header.get('host');
    this.form = derivedForm(isRecord(host) && typeof host.name === 'string' ? host.name : null);
    registerDerivedIds(this.index, this.form);
    let order = orderEvents(this.index.columns);
    if (findSharedSequences(this.index, order)) order = orderEvents(this.index.columns);
    this.settled = order;
    try {
      await settleRepeats(
        this.index,
        0,
        (row) => this.read(row),
        () => this.isCancelled(),
      );
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.index.problems.add({ code: error.code, message: error.message, ordinal: null });
    }
  }

  /** Keeps bytes of an event that stands nowhere in one piece, in a source of their own behind the others. */
  private keepAside(bytes: Uint8Array): { source: number; offset: number } {
    const number = this.opened.length;
    const aside = this.aside ?? { source: number, bytes: new Uint8Array(64 * 1024), length: 0 };
    if (aside.length + bytes.length > aside.bytes.length) {
      const wider = new Uint8Array(Math.max(aside.bytes.length * 2, aside.length + bytes.length));
      wider.set(aside.bytes);
      aside.bytes = wider;
    }
    const offset = aside.length;
    aside.bytes.set(bytes, offset);
    aside.length += bytes.length;
    this.aside = aside;
    const source = bytesSource('joined frames', aside.bytes.subarray(0, aside.length));
    this.held[number] = { source, reader: new BlockReader(source) };
    return { source: number, offset };
  }

  private report(phase: LoadProgress['phase']): void {
    const now = performance.now();
    const { onProgress } = this.options;
    if (onProgress === undefined) return;
    // The first rows are told at once, the rest at most ten times a second.
    const isFirst = this.lastProgressAt < 0 && this.index.events > 0;
    if (phase === 'reading' && !isFirst && now - this.lastProgressAt < 100) return;
    this.lastProgressAt = this.index.events > 0 ? now : this.lastProgressAt;
    onProgress({
      phase,
      format: this.results[0]?.format ?? this.readProgress.format,
      gzip: this.readProgress.gzip,
      bytesRead: this.readProgress.bytesRead,
      bytesTotal: this.readProgress.bytesTotal,
      events: this.index.events,
      elapsedMs: now - this.startedAt,
    });
  }

  readAt(source: number, offset: number, length: number): Promise<Uint8Array> {
    const held = this.held[source];
    if (held === undefined) throw new Error(`there is no source ${source}`);
    return held.reader.read(offset, length);
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

  eventIdOf(ordinal: number, recorded: unknown): string {
    return shownEventId(this, this.form, ordinal, recorded);
  }

  /**
   * Checks every payload against its schema and for credentials. Costs a parse of the whole source; call it behind
   * `loaded`. `rest` is waited for every 25 ms, so that others come in between. False when stopped.
   */
  async runChecks(signal?: AbortSignal, rest: () => Promise<void> = nextTurn): Promise<boolean> {
    await this.loaded;
    const isCancelled = (): boolean => this.isCancelled() || signal?.aborted === true;
    try {
      const done = await checkPayloads(this, { isCancelled, rest, onProgress: () => this.report('checks') });
      if (done) this.noteCapped();
      return done;
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.index.problems.add({ code: error.code, message: error.message, ordinal: null });
      return false;
    }
  }

  private noteCapped(): void {
    for (const group of this.index.problems.groups()) {
      if (group.count <= LISTED_PER_CODE || group.code === 'problems_capped') continue;
      const message = `${group.code}: ${group.count.toLocaleString('en')} found, the first ${LISTED_PER_CODE.toLocaleString('en')} are listed`;
      this.index.problems.add({ code: 'problems_capped', message, ordinal: null });
    }
  }

  rows(ordinals: Iterable<number>): Promise<EventRow[]> {
    return eventRows(this, ordinals);
  }

  /** Ordinal of an event by its id (recorded or derived), -1 when not held. */
  findById(eventId: string): number {
    const { a, b } = hashText(eventId);
    const row = this.index.byId.get(a, b);
    if (row < 0 || ((this.index.columns.flags[row] as number) & FLAG.dropped) === 0) return row;
    const at = this.index.repeats.findIndex((ordinal, i) => i % 2 === 1 && ordinal === row);
    return at < 0 ? row : (this.index.repeats[at - 1] as number);
  }

  /** Ordinal of the first event with a sequence, in any run or in one; -1 when not held. */
  findBySequence(sequence: number, runId?: string): number {
    const { columns, runs } = this.index;
    const run = runId === undefined ? -1 : runs.find(runId);
    for (let i = 0; i < this.order.length; i++) {
      const row = this.order.ordinalAt(i);
      if (columns.sequence[row] === sequence && (run < 0 || columns.run[row] === run)) return row;
    }
    return -1;
  }

  private childIndex(graph: CausalGraph): ChildIndex {
    this.children ??= new ChildIndex(graph, this.order);
    return this.children;
  }

  /** Causes and effects of an event, or of an envelope by correlationId; null while loading or when not held. */
  chain(
    target: { ordinal: number } | { correlationId: string },
    options: ChainOptions,
  ): Promise<CausalChain | null> {
    const { graph } = this;
    if (graph === null) return Promise.resolve(null);
    const node = 'ordinal' in target ? target.ordinal : envelopeNode(graph, target.correlationId);
    if (node < 0 || node >= graph.base + graph.envelopes.length) return Promise.resolve(null);
    return causalChain(this, graph, this.childIndex(graph), node, options);
  }

  causes(query: CausesQuery): ReturnType<typeof causesPage> {
    const { graph } = this;
    if (graph === null) return Promise.resolve({ total: 0, roots: 0, rows: [], revealed: -1 });
    return causesPage(this, graph, this.childIndex(graph), query);
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
    return this.graph === null ? 0 : this.childIndex(this.graph).roots.length;
  }

  problemGroups(severities?: readonly Severity[]): ProblemGroup[] {
    return this.index.problems
      .groups()
      .filter((group) => severities === undefined || severities.includes(group.severity))
      .map(({ code, severity, count }) => ({ code, severity, count, title: problemInfo(code).title }));
  }

  /** A page of the problems of one code. */
  async problems(code: ProblemCode, offset: number, limit: number): Promise<ProblemRow[]> {
    const out: ProblemRow[] = [];
    for (const { id, entry } of this.index.problems.page(code, offset, limit)) {
      out.push(await this.problemRow(id, entry.ordinal));
    }
    return out;
  }

  /** All listed problems as the contract prints them. Reads one event a problem. */
  async allProblems(): Promise<Problem[]> {
    const out: Problem[] = [];
    for (const { id, entry } of this.index.problems.list())
      out.push((await this.problemRow(id, entry.ordinal)).problem);
    return out;
  }

  /** A listed problem by its number. */
  async problemRow(id: number, ordinal: number | null): Promise<ProblemRow> {
    const entry = this.index.problems.at(id);
    if (ordinal === null) return { id, problem: toProblem(entry, null), ordinal, nodeId: null };
    const { columns, nodes } = this.index;
    const sequence = columns.sequence[ordinal] as number;
    const node = columns.node[ordinal] as number;
    const ids = {
      sequence: Number.isNaN(sequence) ? null : sequence,
      eventId: this.eventIdOf(ordinal, await recordedEventId(this, ordinal)),
    };
    return { id, problem: toProblem(entry, ids), ordinal, nodeId: node === 0 ? null : nodes.textOf(node) };
  }

  async close(): Promise<void> {
    for (const { source } of this.held) await source.close?.();
  }
}

/** The next turn of the event loop: messages that wait are taken first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
