/** Loading: bytes of sources to an index, its order and its causal graph. Queries are not part of it. */
import { countOf, formatCount, type MaskedText } from '@openwop-inspector/base';
import type { AghFileDialect, MessageJudge } from '@openwop-inspector/protocol';
import type { LoadProgress, SourceFormat } from '../answers.ts';
import { buildCausalGraph, type CausalGraph } from '../graph/causal-graph.ts';
import { GrowingGraph } from '../graph/growing-graph.ts';
import { type DerivedForm, derivedForm, displayedEventId } from '../index/derived-ids.ts';
import { arrivalOrder, type EventOrder } from '../index/event-order.ts';
import { LogIndex } from '../index/log-index.ts';
import { type GrowingRows, GrowthSettler, putInOrder, settleRepeats } from '../index/settle-growth.ts';
import { firstOf } from '../read/explain.ts';
import {
  emptyResult,
  MAX_EVENT_BYTES,
  MemoryLimit,
  type ReadResult,
  type SessionHead,
} from '../read/read-context.ts';
import { type ReadProgress, readSource, type ScannerChoice } from '../read/read-source.ts';
import { type ByteSource, SourceError } from '../source/byte-source.ts';
import type { LookThread } from '../source/look-batch.ts';
import { OpenSources } from '../source/open-sources.ts';
import { blobSpool, type Spool, type UnpackAnswer } from '../source/unpacked-source.ts';
import { judgeMessages, settleMessageCauses } from './judge-messages.ts';
import { GrowingReader, LogGrowth } from './log-growth.ts';

/** How a source is opened. */
export interface OpenOptions {
  readonly onProgress?: (progress: LoadProgress) => void;
  /** What the log is called; by its first source unless given. */
  readonly name?: string;
  /** Aborting stops the load; what was read stays open and is marked partial. */
  readonly signal?: AbortSignal;
  /** Where what is unpacked is stored; in Blobs when absent. */
  readonly makeSpool?: () => Spool | Promise<Spool>;
  /**
   * Called before a packed source unpacks to more than it may by default (64 MiB, 100 times its size, 1 GiB at most); answers
   * how many bytes may come of it in all. Without it, and when the load is aborted meanwhile, it ends there.
   */
  readonly mayUnpack?: UnpackAnswer;
  /** The one source is a capture that is still written: `grow` reads on where the reading stopped. */
  readonly grows?: boolean;
  /**
   * Starts a thread that looks for secrets in a source next to the reading; null where it cannot be read from one. Given
   * when `runChecks` will be called. Not called for packed sources, nor for a log that grows.
   */
  readonly startLook?: (source: ByteSource) => LookThread | null;
  /** Makes the judge of AGH messages when there are any; without it they are not judged. Not called for a growing log. */
  readonly startJudge?: (dialect: AghFileDialect) => Promise<MessageJudge>;
  /** Bytes of memory that the log may take, without its sources; what does not fit is left out. No limit unless given. */
  readonly memoryBytes?: number | undefined;
  /** The sources are files of a folder: those that hold nothing of a run are named in one note, whatever is wrong. */
  readonly isFolder?: boolean;
  /** How the sources are read; by the program unless given. */
  readonly scanner?: ScannerChoice;
  /** Of a log that grows: called after each refresh, in which all that was read since the last one shows at once. */
  readonly onRefresh?: () => void | Promise<void>;
  /** Of a log that grows: ms to rest, from the ms that the refresh took; 100 plus four times that duration unless given. */
  readonly restAfter?: (tookMs: number) => number;
}

/** Sources that are read, indexed and put in order, with causes. Begins at once; never throws for what they hold. */
export class LogLoad {
  readonly name: string;
  readonly index = new LogIndex();
  header: ReadonlyMap<string, unknown> = new Map();
  graph: CausalGraph | null = null;
  readonly results: ReadResult[] = [];
  gzip = false;
  cancelled = false;
  /** Resolves when the source is read, indexed and its causal graph is complete. */
  readonly loaded: Promise<void>;
  loadMs = 0;
  sizeBytes: number;
  /** Of all sources as they are stored, and of those that were read. */
  private readonly packedBytes: number;
  private packedRead = 0;
  /** Of a log that grows: how often it was refreshed. What was made of an earlier one may not hold any more. */
  refreshes = 0;
  protected readonly options: OpenOptions;
  private readonly opened: readonly ByteSource[];
  private readonly sources: OpenSources;
  private settled: EventOrder | null = null;
  private arriving: { order: EventOrder; length: number } | null = null;
  private form: DerivedForm = 'evt';
  private readonly report: LoadReport;
  private readonly memory: MemoryLimit;
  /** Names of the files of a folder that hold nothing of a run. */
  private readonly others: string[] = [];
  private readonly growth: LogGrowth | null;
  private grown: GrowthSettler | null = null;
  private growingGraph = new GrowingGraph(this.index);

  constructor(sources: readonly ByteSource[], options: OpenOptions) {
    this.opened = sources;
    this.sources = new OpenSources(sources.length);
    this.report = new LoadReport(options.onProgress);
    this.options = options;
    this.name = options.name ?? sources[0]?.name ?? 'nothing';
    this.packedBytes = sources.reduce((sum, source) => sum + source.sizeBytes, 0);
    this.sizeBytes = this.packedBytes;
    this.memory = new MemoryLimit(this.index, options.memoryBytes);
    this.growth = options.grows === true ? this.makeGrowth() : null;
    this.loaded = this.growth === null ? this.load() : this.growth.grow(false);
  }

  /** Changes whenever answers may change: while a source is read, when its graph is complete, and at every refresh. */
  get state(): string {
    return this.growth === null ? `${this.index.events} ${this.graph === null}` : `r${this.refreshes}`;
  }

  /** True for a log that was opened to grow, whether or not it has ended. */
  get grows(): boolean {
    return this.growth !== null;
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

  /** What the user stored with the log; null for a log that is no session file. */
  get sessionHead(): SessionHead | null {
    return this.results[0]?.session ?? null;
  }

  /** Where the log is in its one source, in bytes: behind the head of a session file. Null for several sources. */
  get logBytes(): { readonly from: number; readonly to: number } | null {
    return this.opened.length === 1 ? { from: this.sessionHead?.logAt ?? 0, to: this.sizeBytes } : null;
  }

  get endsEarly(): boolean {
    return this.results.some((result) => result.endsEarly);
  }

  /** The rest did not fit into the memory that the log may take. */
  get isFull(): boolean {
    return this.memory.isFull;
  }

  /** Of a log that grows: ordinals below this are displayed, or were reported before under another. */
  get settledRows(): number {
    return this.grown?.known ?? this.index.columns.length;
  }

  protected get isCancelled(): boolean {
    return this.options.signal?.aborted === true;
  }

  /** Rows that came or changed since the last call; null when all are to be checked at once. */
  protected takeUnchecked(): GrowingRows | null {
    return this.growth === null ? null : (this.grown?.takeUnchecked() ?? null);
  }

  private async load(): Promise<void> {
    for (const [number, source] of this.opened.entries()) {
      this.sources.set(number, source);
      await this.readOne(source, number);
      this.packedRead += source.sizeBytes;
      if (this.isCancelled) break;
    }
    this.noteOthers();
    this.cancelled = this.isCancelled;
    this.enter('indexing');
    await this.putInOrder();
    this.enter('graph');
    settleMessageCauses(this.index);
    this.graph = buildCausalGraph(this.index, this.order);
    await this.judge();
    noteUnknown(this.index, this.results);
    this.check();
    this.loadMs = this.report.elapsedMs;
    this.enter(this.cancelled ? 'cancelled' : 'done');
  }

  /** Judges the messages of AGH Network, when there are any and somebody who can. */
  private async judge(): Promise<void> {
    const { startJudge } = this.options;
    if (startJudge === undefined || this.index.aghMessages === 0) return;
    try {
      const isCancelled = (): boolean => this.isCancelled;
      const read = (row: number): Promise<Uint8Array> => this.read(row);
      const judge = await startJudge(this.index.messages.dialects.ofFile);
      await judgeMessages(this.index, judge, read, isCancelled);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.index.problems.add({ code: error.code, message: error.message, ordinal: null });
    }
  }

  private makeGrowth(): LogGrowth {
    const source = this.opened[0] as ByteSource;
    this.sources.set(0, source);
    const parts = {
      index: this.index,
      keepAside: (bytes: Uint8Array) => this.sources.keepAside(bytes),
      pause: () => {
        this.report.progress = reader.progress;
        if (this.graph === null) this.enter('reading');
        return this.isCancelled || this.memory.isReached;
      },
    };
    const reader = new GrowingReader(source, parts, this.options.scanner);
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
    const result = this.results[0] as ReadResult;
    this.memory.settle(result);
    const { header } = result;
    this.index.inheritRun(header, this.grown?.known ?? 0);
    // The head of a capture, which says how ids are derived, is before the first event.
    if (this.grown === null || this.grown.known === 0) this.grown = this.makeGrown(header);
    const order = await this.grown.takeNew(() => this.isCancelled);
    this.header = header;
    this.show(order, this.growingGraph.over(order));
  }

  private show(order: EventOrder, graph: CausalGraph): void {
    this.settled = order;
    this.graph = graph;
    this.cancelled = this.isCancelled;
    this.refreshes++;
    this.check();
    if (this.loadMs === 0) this.loadMs = this.report.elapsedMs;
    this.enter(this.cancelled ? 'cancelled' : 'done');
  }

  /** The progress of one of several sources, over all of them. */
  private overAll(progress: ReadProgress, number: number): LoadReport['progress'] {
    const { length: of } = this.opened;
    if (of === 1) return progress;
    const bytesRead = this.packedRead + progress.bytesRead;
    return { ...progress, bytesRead, bytesTotal: this.packedBytes, files: { read: number, of } };
  }

  private async readOne(packed: ByteSource, number: number): Promise<void> {
    const before = this.index.mark();
    const { source, gzip, result } = await readSource(packed, {
      index: this.index,
      sourceNumber: number,
      makeSpool: this.options.makeSpool ?? blobSpool,
      mayUnpack: this.options.mayUnpack,
      isCancelled: () => this.isCancelled,
      memory: this.memory,
      onProgress: (progress, read) => {
        this.report.progress = this.overAll(progress, number);
        if (number === 0 && read === packed) this.wasRead(packed);
        this.enter('reading');
      },
      keepAside: (bytes) => this.sources.keepAside(bytes),
      scanner: this.options.scanner,
    });
    this.sources.set(number, source);
    this.gzip ||= gzip;
    this.sizeBytes += source.sizeBytes - packed.sizeBytes;
    if (this.options.isFolder === true && this.index.holdsNothingSince(before)) {
      this.index.forgetSince(before);
      this.others.push(packed.name);
      return;
    }
    this.results.push(result);
    if (this.header.size === 0) this.header = result.header;
    this.index.inheritRun(result.header, before.rows);
  }

  /** What of a folder is no log is said once, and is no fault of the logs next to it. */
  private noteOthers(): void {
    const { others, opened } = this;
    if (others.length === 0) return;
    const files = countOf(opened.length, 'file');
    const words = `${formatCount(others.length)} of ${files} ${others.length === 1 ? 'holds' : 'hold'} no run: ${firstOf(others)}`;
    const explanation = `None of ${files} holds a run`;
    if (this.results.length === 0) this.results.push({ ...emptyResult('unknown'), explanation });
    else this.index.problems.add({ code: 'not_a_run', message: words, ordinal: null });
  }

  private makeGrown(header: ReadonlyMap<string, unknown>): GrowthSettler {
    this.form = derivedForm(header);
    this.growingGraph = new GrowingGraph(this.index);
    return new GrowthSettler(this.index, this.form, (row) => this.read(row));
  }

  private async putInOrder(): Promise<void> {
    this.form = derivedForm(this.header);
    const isCancelled = (): boolean => this.isCancelled;
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

  /** Called while the first source is read, when there are further rows of it. */
  protected wasRead(_source: ByteSource): void {}

  /** Called whenever order and causes are new, before anybody is notified. */
  protected check(): void {}

  protected enter(phase: LoadProgress['phase'], checked?: number): void {
    const format = this.results[0]?.format ?? this.report.progress.format;
    const counts = { events: this.index.events, ...(checked === undefined ? {} : { checked }) };
    this.report.update({ phase, format, ...counts });
  }

  /** Name of a source by its number. */
  protected nameOfSource(source: number): string {
    return this.opened[source]?.name ?? this.name;
  }

  readAt(source: number, offset: number, length: number): Promise<Uint8Array> {
    return this.sources.readAt(source, offset, length);
  }

  /** Reads bytes of a source into a buffer of the caller's; answers how many there were. */
  readInto(target: Uint8Array, source: number, offset: number): Promise<number> {
    return this.sources.readInto(target, source, offset);
  }

  read(ordinal: number): Promise<Uint8Array> {
    return this.readRange(ordinal, 0, MAX_EVENT_BYTES);
  }

  readRange(ordinal: number, offset: number, length: number): Promise<Uint8Array> {
    return this.bytesOf(ordinal, offset, length);
  }

  /** Bytes of an event, whatever its stream holds. */
  protected bytesOf(ordinal: number, offset: number, length: number): Promise<Uint8Array> {
    const { columns } = this.index;
    const size = columns.byteLength[ordinal] as number;
    const wanted = Math.max(0, Math.min(length, size - offset));
    const stored = this.index.stored.bytesOf(ordinal, columns.offset[ordinal] as number);
    if (stored !== undefined) return Promise.resolve(stored.subarray(offset, offset + wanted));
    const start = (columns.offset[ordinal] as number) + offset;
    return this.readAt(columns.source[ordinal] as number, start, wanted);
  }

  eventIdOf(ordinal: number, recorded: unknown): MaskedText {
    return displayedEventId(this.index, this.form, ordinal, recorded);
  }

  /** Ends reading and lets the sources go. */
  async close(): Promise<void> {
    const stopped = this.growth?.stop();
    await this.sources.close();
    await stopped;
  }
}

/** A file that holds no run is reported as a problem too, so that whoever reads only problems learns of it. */
function noteUnknown(index: LogIndex, results: readonly ReadResult[]): void {
  for (const result of results) {
    if (result.explanation === null || result.endsEarly || result.cancelled || index.entries > 0) continue;
    const code = result.format === 'unknown' ? 'unknown_format' : 'not_a_run';
    index.problems.add({ code, message: result.explanation, ordinal: null });
  }
}

/** Reports the progress of a load: the first rows at once, the rest at most ten times a second. */
class LoadReport {
  progress: ReadProgress & Pick<LoadProgress, 'files'> = {
    format: null,
    gzip: false,
    bytesRead: 0,
    bytesTotal: null,
  };
  private readonly startedAt = performance.now();
  private readonly onProgress: ((progress: LoadProgress) => void) | undefined;
  private lastAt = -1000;

  constructor(onProgress: ((progress: LoadProgress) => void) | undefined) {
    this.onProgress = onProgress;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  update(stage: Pick<LoadProgress, 'phase' | 'format' | 'events' | 'checked'>): void {
    if (this.onProgress === undefined) return;
    const { phase, events } = stage;
    const now = performance.now();
    const isFirst = this.lastAt < 0 && events > 0;
    if (phase === 'reading' && !isFirst && now - this.lastAt < 100) return;
    this.lastAt = events > 0 ? now : this.lastAt;
    this.onProgress({ ...this.progress, ...stage, elapsedMs: now - this.startedAt });
  }
}
