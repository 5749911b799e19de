import type { HostError } from '../answers/host-error.ts';
import type { LiveStatus } from '../answers/live-status.ts';
import type { CaptureWriter } from '../capture/capture-writer.ts';
import type { Arrivals } from './arrivals.ts';
import { pause } from './clock.ts';
import type { Filling } from './filling.ts';
import { runPaths } from './host-paths.ts';
import type { JsonLog, LogReading } from './json-log.ts';
import type { Clock, LiveRunParts, LiveTimings } from './live-run.ts';
import { readStream, type StreamEnd } from './live-stream.ts';
import { type NextStep, nextStep, type SessionMoment } from './next-step.ts';
import { answerOf } from './session-errors.ts';
import type { Snapshots } from './snapshots.ts';
import type { StatusBoard } from './status-board.ts';

/** Pages of a look at the log while a stream is open. */
const LOOK_PAGES = 20;
/** Tries to get what the end of a run promises. */
const END_TRIES = 3;

/** What a loop works with. */
export interface LoopParts {
  readonly parts: LiveRunParts;
  readonly clock: Clock;
  readonly timings: LiveTimings;
  readonly writer: CaptureWriter;
  readonly arrivals: Arrivals;
  readonly log: JsonLog;
  readonly board: StatusBoard;
  readonly filling: Filling;
  readonly snapshots: Snapshots;
  readonly finish: (end: Exclude<LiveStatus['end'], null>) => Promise<void>;
}

/**
 * One attachment to a run: asks `nextStep`, does what it says, and asks again with what came of it, until there is
 * nothing left to do or `signal` aborts.
 */
export class SessionLoop {
  transport: 'sse' | 'poll' = 'sse';
  private readonly of: LoopParts;
  private readonly path: string;
  /** Wakes whoever waits for the next try. */
  private wake = new AbortController();
  private isBare = false;
  private failures = 0;
  private retryMs: number | null = null;
  private eventsAtTry = 0;
  private openedAtMs = 0;
  /** Streams that were opened to bring what the JSON log does not have. */
  private restreams = 0;
  private isRestreaming = false;
  /** The last stream was given up since nothing happened: the next one is opened without a word. */
  private isQuiet = false;

  constructor(of: LoopParts) {
    this.of = of;
    this.path = runPaths(of.parts.runId).events;
  }

  /** Tries at once. */
  tryNow(): void {
    this.wake.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    const error = await this.of.snapshots.look(signal);
    let moment: SessionMoment | null = error?.status === 401 ? this.failed(error) : { kind: 'ready' };
    while (moment !== null && !signal.aborted) moment = await this.carryOut(this.decide(moment), signal);
  }

  private decide(moment: SessionMoment): NextStep {
    return nextStep(
      {
        moment,
        transport: this.transport,
        cursor: this.cursor(),
        isTerminalSeen: this.of.arrivals.isTerminalSeen,
        snapshot: this.of.snapshots.newest,
        isRunKnown: this.of.snapshots.isRunKnown,
        canPoll: this.of.log.canPoll !== false,
        isBare: this.isBare,
        a2uiDelta: this.of.parts.a2uiDelta,
        failures: this.failures,
        retryMs: this.retryMs,
        isWaiting: this.isWaiting(),
        chance: this.of.clock.random(),
      },
      this.of.timings,
    );
  }

  /** Where a stream goes on. What no poll brings can only be streamed again, from before the first hole. */
  private cursor(): number | null {
    const { ledger } = this.of.arrivals;
    const isStreamedAgain = this.of.log.canPoll === false || this.isRestreaming;
    const hole = isStreamedAgain && this.transport === 'sse' ? ledger.holes(1)[0] : undefined;
    if (hole === undefined) return ledger.lastSequence;
    return hole.first > 0 ? hole.first - 1 : null;
  }

  private isWaiting(): boolean {
    const status = this.of.board.runStatus;
    return status === 'paused' || status?.startsWith('waiting') === true;
  }

  /** Does what was decided; answers what came of it, null when the session is over. */
  private async carryOut(step: NextStep, signal: AbortSignal): Promise<SessionMoment | null> {
    switch (step.action) {
      case 'stop':
        return this.conclude(step.why, signal);
      case 'backfill':
        return this.conclude('run-ended', signal);
      case 'snapshot':
        await this.of.snapshots.look(signal);
        return { kind: 'stream-end' };
      case 'reconnect':
        return this.stream(step, signal);
      case 'poll':
        return this.pollOnce(step.delayMs, signal);
    }
  }

  /** Waits until the next try; a host that answers polls is polled meanwhile. */
  private async wait(delayMs: number, signal: AbortSignal): Promise<void> {
    if (delayMs <= 0) return;
    const untilMs = this.of.clock.now() + delayMs;
    this.of.board.enter('lost', untilMs);
    this.wake = new AbortController();
    const stop = (): void => this.wake.abort();
    signal.addEventListener('abort', stop);
    const waking = this.wake.signal;
    while (!waking.aborted && this.of.clock.now() < untilMs) {
      const restMs = untilMs - this.of.clock.now();
      const isPolled = this.of.log.canPoll === true && this.of.board.error?.kind === 'status';
      await pause(this.of.clock, isPolled ? Math.min(restMs, this.of.timings.pollEveryMs) : restMs, waking);
      if (isPolled && !waking.aborted && this.of.clock.now() < untilMs) {
        await this.of.filling.take(waking, () => this.of.log.readOn(waking, true));
      }
      if (this.of.arrivals.isTerminalSeen) break;
    }
    signal.removeEventListener('abort', stop);
  }

  private async stream(
    step: NextStep & { readonly action: 'reconnect' },
    signal: AbortSignal,
  ): Promise<SessionMoment> {
    if (this.isQuiet) await this.rest(step.delayMs, signal);
    else await this.wait(step.delayMs, signal);
    this.isBare = step.isBare;
    this.of.snapshots.newest = 'not-asked';
    if (!this.isQuiet) this.of.board.enter('connecting');
    this.isQuiet = false;
    const moment = await this.catchUp(signal);
    if (moment !== null) return moment;
    // What was just read from the log is not streamed again.
    const fresh = this.decide({ kind: 'ready' });
    if (fresh.action !== 'reconnect') return { kind: 'ready' };
    return this.openStream(fresh, signal);
  }

  private async openStream(
    step: NextStep & { readonly action: 'reconnect' },
    signal: AbortSignal,
  ): Promise<SessionMoment> {
    const one = new AbortController();
    const stop = (): void => one.abort();
    signal.addEventListener('abort', stop);
    const watching = this.watch(one);
    const end = await readStream(this.streamParts(), step, one.signal);
    one.abort();
    signal.removeEventListener('abort', stop);
    await watching;
    return this.momentOf(end);
  }

  /** Reads on in the JSON log before a stream is opened; a moment when that already decides. */
  private async catchUp(signal: AbortSignal): Promise<SessionMoment | null> {
    this.eventsAtTry = this.of.arrivals.ledger.events;
    if (this.of.log.canPoll === false) return null;
    const read = await this.of.filling.take(signal, () => this.readTail(signal));
    if (signal.aborted || this.of.arrivals.isTerminalSeen) return { kind: 'ready' };
    if (read.kind === 'error') {
      this.of.log.noteError(read.error, this.of.snapshots.isRunKnown);
      // A log that cannot be had keeps nobody from the stream, which says by itself whether the host is there.
      return read.error.status === 401 ? this.failed(read.error) : null;
    }
    this.of.snapshots.isRunKnown = true;
    this.noteProgress();
    await this.of.filling.fillHoles(signal);
    return null;
  }

  private streamParts() {
    return {
      host: this.of.parts.host,
      path: this.path,
      arrivals: this.of.arrivals,
      clock: this.of.clock,
      idleMs: this.of.timings.idleMs,
      drained: () => this.of.writer.drained(),
      onOpen: () => this.onOpen(),
      onBytes: () => this.onBytes(),
      onRetry: (ms: number) => {
        this.retryMs = ms;
      },
      isSilenceEnding: () => this.of.log.canPoll === false,
    };
  }

  private onOpen(): void {
    this.openedAtMs = this.of.clock.now();
    this.of.snapshots.isRunKnown = true;
    this.of.board.error = null;
    this.of.board.noteOpened();
    this.of.board.enter('live');
  }

  private onBytes(): void {
    this.noteProgress();
    this.of.board.tell();
  }

  /** Any event, or a healthy stretch, starts the backoff anew. */
  private noteProgress(): void {
    const isHealthy =
      this.openedAtMs > 0 && this.of.clock.now() - this.openedAtMs >= this.of.timings.healthyMs;
    if (this.of.arrivals.ledger.events > this.eventsAtTry || isHealthy) this.failures = 0;
  }

  private momentOf(end: StreamEnd): SessionMoment {
    this.noteProgress();
    this.openedAtMs = 0;
    switch (end.kind) {
      case 'error':
        return this.failed(end.error);
      case 'json':
        this.transport = this.of.log.canPoll === false ? 'sse' : 'poll';
        this.failures++;
        return { kind: 'no-stream' };
      case 'empty':
        return { kind: 'answer', status: 204, retryAfterMs: null };
      case 'quiet':
        this.isQuiet = true;
        return { kind: 'stream-end' };
      default:
        this.failures++;
        return { kind: 'stream-end' };
    }
  }

  private failed(error: HostError): SessionMoment {
    this.of.board.error = error;
    const moment = answerOf(error);
    if (moment.kind === 'no-answer' || moment.status !== 400) this.failures++;
    // Whether an answer means that there is no stream is for the rules to say.
    const isNoStream = this.transport === 'sse' && this.decide(moment).action === 'poll';
    return isNoStream ? { kind: 'no-stream' } : moment;
  }

  /** While a stream is open: holes are filled at once, and now and then the snapshot and the log are looked at. */
  private async watch(one: AbortController): Promise<void> {
    const { signal } = one;
    const { clock, timings, arrivals } = this.of;
    let lookedAtMs = clock.now();
    let streamed = arrivals.streamedEvents;
    while (!signal.aborted) {
      await pause(clock, timings.writeEveryMs * 2, signal);
      if (signal.aborted) return;
      if (!this.isRestreaming) await this.of.filling.fillHoles(signal);
      // A delta frame stands for an event that only the log has whole.
      const everyMs = arrivals.isDeltaOpen ? timings.pollEveryMs : timings.snapshotEveryMs;
      if (signal.aborted || clock.now() - lookedAtMs < everyMs) continue;
      await this.lookAround(one, arrivals.streamedEvents === streamed);
      lookedAtMs = clock.now();
      streamed = arrivals.streamedEvents;
    }
  }

  /** `isSilent`: the stream brought no event since the last look, though it may be kept alive by comments. */
  private async lookAround(one: AbortController, isSilent: boolean): Promise<void> {
    const { signal } = one;
    const { arrivals, log, snapshots } = this.of;
    await snapshots.look(signal);
    if (signal.aborted) return;
    const before = arrivals.streamedEvents;
    const isDeltaOpen = arrivals.isDeltaOpen;
    if (log.canPoll !== false && (isSilent || isDeltaOpen || arrivals.isStreamPoorer)) {
      arrivals.isDeltaOpen = false;
      const read = await this.of.filling.take(signal, () => this.readTail(signal, LOOK_PAGES));
      // The log has what the stream did not bring: the stream is dead, or lost events when it began.
      const isStalled = read.kind === 'read' && read.brought > 0 && isSilent && !isDeltaOpen;
      if (isStalled && arrivals.streamedEvents === before) one.abort();
    }
    if (snapshots.isTerminal || arrivals.isTerminalSeen) one.abort();
    this.of.board.tell();
  }

  private async pollOnce(delayMs: number, signal: AbortSignal): Promise<SessionMoment | null> {
    this.transport = 'poll';
    const isRetry = this.of.board.error !== null && this.failures > 0;
    if (isRetry) await this.wait(delayMs, signal);
    else await this.rest(delayMs, signal);
    if (signal.aborted) return { kind: 'ready' };
    this.eventsAtTry = this.of.arrivals.ledger.events;
    const read = await this.of.filling.take(signal, () => this.of.log.readOn(signal, true));
    if (signal.aborted) return { kind: 'ready' };
    if (read.kind === 'error') return this.failed(read.error);
    this.of.board.error = null;
    this.failures = 0;
    this.of.board.noteOpened();
    this.of.board.enter('live');
    await this.of.filling.fillHoles(signal);
    await this.of.snapshots.lookNowAndThen(signal);
    if (read.isOver || this.of.snapshots.isTerminal) return this.conclude('run-ended', signal);
    return { kind: 'nothing-new' };
  }

  /** Between two polls of a healthy session. */
  private async rest(delayMs: number, signal: AbortSignal): Promise<void> {
    this.wake = new AbortController();
    const stop = (): void => this.wake.abort();
    signal.addEventListener('abort', stop);
    await pause(this.of.clock, delayMs, this.wake.signal);
    signal.removeEventListener('abort', stop);
  }

  /** The run is over, or the host said no for good. */
  private async conclude(why: 'run-ended' | 'refused', signal: AbortSignal): Promise<SessionMoment | null> {
    if (why === 'refused' && !this.of.snapshots.isTerminal) {
      await this.of.finish('refused');
      return null;
    }
    const isRead = await this.readRest(signal);
    if (!signal.aborted) await this.restream(isRead, signal);
    if (signal.aborted) return null;
    await this.of.snapshots.look(signal);
    if (!signal.aborted) await this.of.finish('run-ended');
    return null;
  }

  /** Streams again what the JSON log did not bring: its events, or a terminal one where there is no such log. */
  private async restream(isLogRead: boolean, signal: AbortSignal): Promise<void> {
    const { arrivals } = this.of;
    const isSeen = arrivals.isTerminalSeen;
    const isShort = (): boolean =>
      arrivals.ledger.holes(1).length > 0 || !(arrivals.isTerminalSeen || isLogRead || isSeen);
    const most = isLogRead ? 1 : END_TRIES;
    for (this.isRestreaming = true; isShort() && this.restreams < most && !signal.aborted; this.restreams++) {
      this.transport = 'sse';
      arrivals.isTerminalSeen = false;
      this.of.snapshots.newest = 'unknown';
      const step = this.decide({ kind: 'stream-end' });
      if (step.action !== 'reconnect') break;
      await this.wait(step.delayMs, signal);
      if (!signal.aborted) await this.openStream(step, signal);
    }
    this.isRestreaming = false;
    arrivals.isTerminalSeen ||= isSeen;
  }

  /** Reads the JSON log to its end, until it has the terminal event, then what is missing. True when it could be read. */
  private async readRest(signal: AbortSignal): Promise<boolean> {
    const { log, arrivals, filling } = this.of;
    let isRead = false;
    for (let tries = 0; tries < END_TRIES && log.canPoll !== false && !signal.aborted; tries++) {
      if (tries > 0) await pause(this.of.clock, this.of.timings.pollEveryMs, signal);
      const read = await filling.take(signal, () => this.readTail(signal));
      if (read.kind === 'error') log.noteError(read.error, this.of.snapshots.isRunKnown);
      isRead ||= read.kind === 'read';
      if (read.kind === 'read' && arrivals.isTerminalSeen) break;
    }
    arrivals.ledger.settle({ hasEnded: true, isLogWhole: log.isWhole });
    if (arrivals.ledger.holes(1).length > 0) await filling.take(signal, () => log.fillHoles(signal));
    if (!isRead && !arrivals.isTerminalSeen) await filling.take(signal, () => log.readBundle(signal, true));
    return isRead;
  }

  /** From where the log was read to, or from the newest event when the stream told all that can be had of the log. */
  private readTail(signal: AbortSignal, pages?: number): Promise<LogReading> {
    const { log, arrivals } = this.of;
    if (!arrivals.isStreamPoorer || log.unread !== null) log.skipTo(arrivals.ledger.lastSequence);
    return log.readOn(signal, false, pages);
  }
}
