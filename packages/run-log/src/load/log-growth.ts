import { FastReader } from '../index/fast-reader.ts';
import { CaptureLines } from '../read/capture-lines.ts';
import { emptyResult, type ReadContext, type ReadResult } from '../read/read-context.ts';
import { LineReader } from '../read/read-lines.ts';
import type { ReadProgress, ScannerChoice } from '../read/read-source.ts';
import { EntryScanner } from '../scan/entry-scanner.ts';
import { giveScanner, takeScanner } from '../scan/fast-scanner.ts';
import { type ByteSource, SourceError } from '../source/byte-source.ts';
import { ByteWindow } from '../source/byte-window.ts';

/** How long a log that grows rests after a refresh that took `tookMs`: a tenth of a second, and four times as long. */
function restAfter(tookMs: number): number {
  return Math.min(MAX_MS, Math.max(MIN_MS - tookMs, tookMs * 4));
}

const MIN_MS = 100;
const MAX_MS = 10_000;

/** What a growing log does at each step. */
export interface GrowthSteps {
  readonly reader: GrowingReader;
  /** Puts what was read into the log and shows it, in one step at its end. */
  refresh(): Promise<void>;
  /** The source cannot be read (any more). */
  fail(error: SourceError): void;
  /** Called after each refresh that showed something; its time counts as the refresh's. */
  readonly onRefresh: (() => void | Promise<void>) | undefined;
  readonly restAfter: ((tookMs: number) => number) | undefined;
}

/** Reads on a log that grows and refreshes it while leaving most time to others; calls that wait share one round. */
export class LogGrowth {
  /** True once nothing more will come. */
  hasEnded = false;
  private readonly steps: GrowthSteps;
  /** When the next refresh may begin, so that refreshes never take more than a fifth of the time. */
  private freeAt = 0;
  /** Ends the present wait. */
  private wake: (() => void) | null = null;
  private running: Promise<void> = Promise.resolve();
  /** The round that has not begun. */
  private next: Promise<void> | null = null;
  /** Nothing more can be read. */
  private isBroken = false;
  /** Bytes read when the end was taken for the end; NaN before. */
  private finishedAt = Number.NaN;
  private isStopped = false;

  constructor(steps: GrowthSteps) {
    this.steps = steps;
  }

  /** Resolves when everything that the source had at the time of the call is displayed. */
  grow(ended: boolean): Promise<void> {
    this.hasEnded ||= ended;
    if (this.hasEnded) this.release();
    this.next ??= this.queueRound();
    return this.next;
  }

  /** Nothing more is read or displayed, once what is under way has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.release();
    await this.running;
    await this.steps.reader.close();
  }

  private rest(): Promise<void> {
    const ms = this.freeAt - performance.now();
    if (ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private release(): void {
    this.freeAt = 0;
    this.wake?.();
  }

  private queueRound(): Promise<void> {
    const round = this.running
      .then(() => this.rest())
      .then(() => {
        this.next = null;
        return this.isStopped || this.isBroken ? undefined : this.round();
      });
    // A round that failed is reported to whoever waits for it; the next one is made all the same.
    this.running = round.catch(() => undefined);
    return round;
  }

  /** The end may be reported before the last lines are: what comes behind it is read all the same. */
  private finish(): void {
    const { reader } = this.steps;
    const { bytesRead } = reader.progress;
    if (bytesRead === this.finishedAt) return;
    this.finishedAt = bytesRead;
    reader.finish();
  }

  private async round(): Promise<void> {
    const { reader } = this.steps;
    const isLast = this.hasEnded;
    try {
      const isRead = await reader.readOn();
      this.isBroken = !isRead;
      if (isLast && isRead) this.finish();
      const startedAt = performance.now();
      await this.steps.refresh();
      await this.steps.onRefresh?.();
      const now = performance.now();
      this.freeAt = now + (this.steps.restAfter ?? restAfter)(now - startedAt);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.isBroken = true;
      this.steps.fail(error);
      await this.steps.onRefresh?.();
    }
  }
}

/** Reads a capture that is still written, from where it stopped before. A line that is cut waits for its rest. */
export class GrowingReader {
  readonly result: ReadResult = emptyResult('capture');
  private readonly window: ByteWindow;
  private readonly capture: CaptureLines;
  private readonly lines: LineReader;
  private readonly scanner = takeScanner();

  constructor(
    source: ByteSource,
    parts: Pick<ReadContext, 'index' | 'keepAside' | 'pause'>,
    choice: ScannerChoice | undefined,
  ) {
    const entry = new EntryScanner(this.scanner.program);
    this.window = new ByteWindow(source, entry.json, null, this.scanner.windows);
    const fast = new FastReader(this.scanner, parts.index, 0, choice === 'plain');
    const context: ReadContext = { ...parts, window: this.window, entry, fast, sourceNumber: 0 };
    this.capture = new CaptureLines(context);
    this.lines = new LineReader(context, this.window.start, 1, this.capture);
  }

  get progress(): ReadProgress {
    const { readTo: bytesRead, source } = this.window;
    return { format: 'capture', gzip: false, bytesRead, bytesTotal: source.sizeBytes };
  }

  /** Reads what there is; false when it was stopped. Rejects with a `SourceError` when the source cannot be read. */
  async readOn(): Promise<boolean> {
    this.window.reopen();
    const isRead = await this.lines.readOn();
    this.result.header = this.capture.members;
    this.result.cancelled = !isRead;
    return isRead;
  }

  /** Nothing more will come: what is left of a line is reported as cut off. */
  finish(): void {
    this.result.endsEarly = this.lines.finish();
    this.result.header = this.capture.members;
  }

  /** Nothing is read any more. */
  async close(): Promise<void> {
    await this.window.close();
    giveScanner(this.scanner);
  }
}
