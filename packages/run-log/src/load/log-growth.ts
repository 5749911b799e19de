import { SourceError } from '../source/byte-source.ts';
import type { GrowingReader } from './growing-reader.ts';
import { restAfter, Throttle } from './throttle.ts';

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

/**
 * Reads a log on whenever it has grown, and refreshes it at a rate that leaves most of the time to others: calls while a
 * round waits for its turn are one round.
 */
export class LogGrowth {
  /** True once nothing more will come. */
  hasEnded = false;
  private readonly steps: GrowthSteps;
  private readonly throttle: Throttle;
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
    this.throttle = new Throttle(steps.restAfter ?? restAfter);
  }

  /** Resolves when everything that the source had at the time of the call is displayed. */
  grow(ended: boolean): Promise<void> {
    this.hasEnded ||= ended;
    if (this.hasEnded) this.throttle.release();
    this.next ??= this.queueRound();
    return this.next;
  }

  /** Nothing more is read or displayed, once what is under way has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.throttle.release();
    await this.running;
    await this.steps.reader.close();
  }

  private queueRound(): Promise<void> {
    const round = this.running
      .then(() => this.throttle.wait())
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
      this.throttle.took(performance.now() - startedAt);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.isBroken = true;
      this.steps.fail(error);
      await this.steps.onRefresh?.();
    }
  }
}
