import type { ActionRecord } from '../answers/actions.ts';
import type { LiveStatus } from '../answers/live-status.ts';
import { type CaptureLines, CaptureWriter, captureLines } from '../capture/capture-writer.ts';
import { LedgerBook } from '../ledger/ledger.ts';
import { Intake } from './intake.ts';
import { JsonLog } from './json-log.ts';
import {
  type Clock,
  defaultTimings,
  type LiveRun,
  type LiveRunParts,
  type LiveTimings,
  realClock,
} from './live-run.ts';
import type { LoopContext } from './live-stream.ts';
import { SessionLoop } from './session-loop.ts';
import { createFilling, type Filling, Snapshots } from './snapshots.ts';
import { captureFailed, readerFailed, StatusBoard } from './status-board.ts';

/** A session over all its attachments: each is a loop of its own, ledger and capture go on. */
export class LiveRunSession implements LiveRun, LoopContext {
  readonly parts: LiveRunParts;
  readonly clock: Clock;
  readonly timings: LiveTimings;
  readonly ledger = new LedgerBook();
  readonly writer: CaptureWriter;
  readonly lines: CaptureLines;
  readonly intake: Intake;
  readonly log: JsonLog;
  readonly board: StatusBoard;
  readonly filling: Filling;
  readonly snapshots: Snapshots;
  /** Aborts all that runs for the present attachment. */
  private attachment = new AbortController();
  private loop: SessionLoop | null = null;
  private running: Promise<void> = Promise.resolve();
  private ending = newEnding();
  /** Where the reader failed; null as long as it did not. */
  private failedAt: string | null = null;

  constructor(parts: LiveRunParts) {
    this.parts = { ...parts, onStatus: (status) => this.guarded(() => parts.onStatus(status)) };
    this.clock = parts.clock ?? realClock;
    this.timings = { ...defaultTimings, ...parts.timings };
    this.lines = captureLines(
      (text) => parts.host.mask(text),
      () => this.ledger.count('unwritten'),
      (token) => parts.host.hide(token, 'interrupt-token'),
    );
    this.writer = new CaptureWriter(parts.sink, this.clock, this.timings.writeEveryMs, () =>
      this.guarded(() => this.afterWrite()),
    );
    this.intake = new Intake(this);
    this.log = new JsonLog(this);
    this.board = new StatusBoard(this);
    this.filling = createFilling(this);
    this.snapshots = new Snapshots(this);
    this.intake.onSnapshot = (text) => this.snapshots.note(text);
  }

  get ended(): Promise<LiveStatus> {
    return this.ending.promise;
  }

  /** How events come at this moment. */
  get transport(): LiveStatus['transport'] {
    return this.loop?.currentTransport ?? 'sse';
  }

  start(): void {
    if (this.loop !== null) return;
    const { host, runId, discovery } = this.parts;
    const startedAtMs = this.clock.now();
    this.writer.add(this.lines.head({ baseUrl: host.baseUrl, runId, discovery, startedAtMs }));
    this.attach();
  }

  private attach(): void {
    this.loop = new SessionLoop(this);
    this.board.enter('connecting');
    this.running = this.loop.run(this.attachment.signal).catch((thrown) => this.fail(thrown));
  }

  status(): LiveStatus {
    return this.board.status();
  }

  async fetchMissing(): Promise<void> {
    const { log } = this;
    log.allowBundle();
    const { signal } = this.attachment.signal.aborted ? new AbortController() : this.attachment;
    const reading = this.filling.take(signal, async () => {
      const read = await log.readOn(signal, false);
      if (!read.ok) log.noteError(read.error, this.snapshots.isRunKnown);
      await log.fillHoles(signal);
    });
    await reading.catch((thrown) => this.fail(thrown));
    if (this.board.end === 'run-ended') this.settle(true);
    await this.writer.flush();
    this.board.tell();
  }

  reconnectNow(): void {
    if (this.loop === null) this.start();
    else if (this.board.end === null) this.loop.tryNow();
    else this.running = this.running.then(() => this.guarded(() => this.reattach()));
  }

  private reattach(): void {
    if (this.board.end === null) return;
    this.attachment = new AbortController();
    this.ending = newEnding();
    this.board.end = null;
    this.board.error = null;
    this.intake.isTerminalSeen = false;
    // It reads on after what is stored: what the failure left out is then there, or a hole.
    this.failedAt = null;
    this.ledger.doubt('reader-failed', false);
    this.settle(false);
    this.filling.forget();
    this.attach();
  }

  async detach(): Promise<void> {
    if (this.board.end === null) {
      this.attachment.abort();
      this.loop?.tryNow();
      await this.running;
      await this.finish('detached');
    }
    await this.writer.flush();
  }

  /**
   * Something of ours has thrown: this session ends, and says where it was. What came by then is in the capture. It may
   * be begun again.
   */
  private async fail(thrown: unknown): Promise<void> {
    if (this.failedAt !== null || this.board.end !== null) return;
    const { ledger, intake } = this;
    this.failedAt = intake.place.words(ledger.lastSequence);
    ledger.doubt('reader-failed', true);
    this.board.error = readerFailed(this.failedAt, thrown);
    this.attachment.abort();
    this.loop?.tryNow();
    await this.finish('reader-failed');
  }

  /** Does what is called from elsewhere than the loop, where nobody would hear of it. */
  private guarded(act: () => void): void {
    try {
      act();
    } catch (thrown) {
      this.running = this.running.then(() => this.fail(thrown));
    }
  }

  settle(hasEnded: boolean): void {
    const { log, intake } = this;
    const { isWhole: isLogWhole } = log;
    const isEndKnown = intake.isTerminalSeen || (isLogWhole && log.isEndRead);
    this.ledger.settle({ hasEnded, isLogWhole, isEndKnown });
  }

  async record(action: ActionRecord): Promise<void> {
    this.writer.add(this.lines.action(action));
    await this.writer.flush();
  }

  async finish(end: Exclude<LiveStatus['end'], null>): Promise<void> {
    if (this.board.end !== null) return;
    this.settle(end === 'run-ended');
    this.board.end = end;
    this.board.enter('ended');
    const { ledger, failedAt } = this;
    const { leftOut } = this.intake;
    const reported = { end, ledger: ledger.answer(), leftOut, failedAt };
    this.writer.add(this.lines.end(reported, this.clock.now()));
    await this.writer.flush();
    this.board.tellNow();
    this.ending.resolve(this.status());
  }

  private afterWrite(): void {
    if (this.writer.hasFailed && this.board.end === null && !this.attachment.signal.aborted) {
      this.board.error = captureFailed();
      this.attachment.abort();
      this.loop?.tryNow();
      this.running = this.running.then(() => this.finish('detached')).catch((thrown) => this.fail(thrown));
    }
    this.board.tell();
  }
}

/** The end of a session that is still to come: a promise of its last status, and what fulfils it. */
export function newEnding() {
  let resolve: (status: LiveStatus) => void = () => {};
  const promise = new Promise<LiveStatus>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
