import { unreachable } from '@openwop-inspector/base';
import type { HostAnswer, HostError } from '../answers/host-error.ts';
import type { LiveStatus } from '../answers/live-status.ts';
import type { LogReading } from './json-log.ts';
import { pause, within } from './live-run.ts';
import { type LoopContext, readStream, type StreamEnd } from './live-stream.ts';
import { type NextStep, nextStep, type SessionMoment } from './next-step.ts';
import { answerOf } from './status-board.ts';

/** Pages of a look at the log while a stream is open. */
const LOOK_PAGES = 20;

/** Tries to get what the end of a run promises, and what comes behind it. */
const END_TRIES = 3;

/**
 * One attachment to a run: asks `nextStep`, does what it says, and asks again with what came of it, until there is
 * nothing left to do or `signal` aborts.
 */
export class SessionLoop {
  transport: 'sse' | 'poll' = 'sse';
  private readonly of: LoopContext;
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
  /** The JSON log was just read to its end. */
  private isCaughtUp = false;
  /** The newest read of the JSON log was answered. */
  private isAnswering = false;
  /** Polls stand in for a stream that is not open: a run whose polls answer is not lost. */
  private isByPolls = false;

  constructor(of: LoopContext) {
    this.of = of;
  }

  /** How events come at this moment. */
  get currentTransport(): LiveStatus['transport'] {
    return this.isByPolls ? 'poll-meanwhile' : this.transport;
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
        isCaughtUp: this.isCaughtUp,
        isTerminalSeen: this.of.intake.isTerminalSeen,
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

  /** Where a stream continues. What no poll brings can only be streamed again, from before the first hole. */
  private cursor(): number | null {
    const { ledger } = this.of.intake;
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
      default:
        return unreachable(step);
    }
  }

  /** Waits until the next try; a host that answers polls is polled meanwhile. */
  private async wait(delayMs: number, signal: AbortSignal): Promise<void> {
    if (delayMs <= 0) return;
    const { clock, board, log, intake } = this.of;
    const untilMs = clock.now() + delayMs;
    board.enter(this.isByPolls ? 'live' : 'lost', untilMs);
    const waking = this.wakeWith(signal);
    const isPolled = (): boolean =>
      this.transport === 'sse' &&
      !this.isRestreaming &&
      log.canPoll === true &&
      (this.isAnswering || board.error?.kind === 'status');
    let isDue = this.isAnswering;
    while (!waking.aborted && clock.now() < untilMs) {
      if (isDue && isPolled()) await this.pollMeanwhile('lost', waking, untilMs);
      isDue = true;
      if (intake.isTerminalSeen) break;
      const restMs = Math.max(0, untilMs - clock.now());
      await pause(clock, isPolled() ? Math.min(restMs, this.pollPaceMs()) : restMs, waking);
    }
    this.wake.abort();
  }

  private pollPaceMs(): number {
    const { pollWaitingMs, pollEveryMs } = this.of.timings;
    return this.isWaiting() ? pollWaitingMs : pollEveryMs;
  }

  /** A poll while no stream is open. What the state is without an answer is said by `otherwise`. */
  private async pollMeanwhile(
    otherwise: 'lost' | 'connecting',
    signal: AbortSignal,
    nextTryAtMs: number | null = null,
  ): Promise<void> {
    const read = await this.readLog(signal, { isNews: true });
    if (signal.aborted || this.openedAtMs > 0) return;
    this.isByPolls = read.ok;
    this.of.board.enter(this.isByPolls ? 'live' : otherwise, nextTryAtMs);
    if (this.isByPolls) await this.of.snapshots.lookNowAndThen(signal);
  }

  private async stream(
    step: NextStep & { readonly action: 'reconnect' },
    signal: AbortSignal,
  ): Promise<SessionMoment> {
    if (this.isQuiet) await this.rest(step.delayMs, signal);
    else await this.wait(step.delayMs, signal);
    this.isBare = step.isBare;
    this.of.snapshots.newest = 'not-requested';
    if (!this.isQuiet && !this.isByPolls) this.of.board.enter('connecting');
    this.isQuiet = false;
    const { log, snapshots, intake, filling } = this.of;
    this.eventsAtTry = intake.ledger.events;
    // The JSON log is read on before a stream is opened.
    if (log.canPoll !== false) {
      const read = await this.readLog(signal);
      if (signal.aborted || intake.isTerminalSeen) return { kind: 'ready' };
      if (!read.ok) {
        log.noteError(read.error, snapshots.isRunKnown);
        // A log that cannot be had keeps nobody from the stream, which says by itself whether the host is there.
        if (read.error.status === 401) return this.failed(read.error);
      } else {
        snapshots.isRunKnown = true;
        this.noteProgress();
        await filling.fillHoles(signal);
      }
    }
    // What was just read from the log is not streamed again, but for its newest event.
    this.isCaughtUp = this.isAnswering && log.canPoll === true;
    const fresh = this.decide({ kind: 'ready' });
    intake.repeated = this.isCaughtUp ? this.cursor() : null;
    this.isCaughtUp = false;
    if (fresh.action !== 'reconnect') return { kind: 'ready' };
    return this.openStream(fresh, signal);
  }

  private async openStream(step: NextStep & { readonly action: 'reconnect' }, signal: AbortSignal) {
    const one = within(signal);
    // What watches and fails ends the stream, or nobody would hear of it before the host has ended it.
    const watching = this.watch(one).then(null, (thrown: unknown) => {
      one.abort();
      return { thrown };
    });
    let isAborted = false;
    const heard = {
      session: this.of,
      onOpen: () => this.onOpen(),
      onBytes: () => {
        this.noteProgress();
        this.of.board.tell();
      },
      onRetry: (ms: number) => {
        this.retryMs = ms;
      },
    };
    const reading = readStream(heard, step, one.signal).finally(() => {
      isAborted = one.signal.aborted;
      one.abort();
    });
    const end = await reading;
    // Ended by us before it was opened, since the run is over.
    const isEnded = isAborted && !signal.aborted && end.kind === 'error';
    const failed = await watching;
    if (failed !== undefined) throw failed.thrown;
    return this.momentOf(isEnded ? { kind: 'end' } : end);
  }

  private onOpen(): void {
    this.openedAtMs = this.of.clock.now();
    this.isByPolls = false;
    this.of.snapshots.isRunKnown = true;
    this.of.board.error = null;
    this.of.intake.isCut = false;
    this.of.board.noteOpened();
    this.of.board.enter('live');
  }

  /** Any event, or a healthy stretch, starts the backoff again. */
  private noteProgress(): void {
    const isHealthy =
      this.openedAtMs > 0 && this.of.clock.now() - this.openedAtMs >= this.of.timings.healthyMs;
    if (this.of.intake.ledger.events > this.eventsAtTry || isHealthy) this.failures = 0;
  }

  private momentOf(end: StreamEnd): SessionMoment {
    this.noteProgress();
    this.openedAtMs = 0;
    if (end.kind !== 'quiet') this.of.board.noteClosed();
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

  /**
   * While a stream is open: holes are filled at once, and now and then the snapshot and the log are inspected. As long as
   * the head of its answer is not here, the run is polled.
   */
  private async watch(one: AbortController): Promise<void> {
    const { signal } = one;
    const { clock, timings, intake } = this.of;
    let lookedAtMs = clock.now();
    let streamed = intake.streamedEvents;
    let begun = intake.begunUnits;
    while (!signal.aborted) {
      await pause(clock, timings.writeEveryMs * 2, signal);
      if (signal.aborted) return;
      if (!this.isRestreaming) await this.of.filling.fillHoles(signal);
      // A delta frame represents an event that only the log has whole.
      const isPolled = this.openedAtMs === 0 && this.isAnswering && this.transport === 'sse';
      const openMs = intake.isDeltaOpen ? timings.pollEveryMs : timings.snapshotEveryMs;
      if (signal.aborted || clock.now() - lookedAtMs < (isPolled ? this.pollPaceMs() : openMs)) continue;
      if (isPolled) await this.pollMeanwhile('connecting', signal);
      if (isPolled && (this.of.snapshots.isTerminal || intake.isTerminalSeen)) one.abort();
      // A large frame on its way is no silence, however slowly it comes.
      const isGrowing = intake.begunUnits > begun;
      if (!isPolled && !isGrowing) await this.lookAround(one, intake.streamedEvents === streamed);
      lookedAtMs = clock.now();
      streamed = intake.streamedEvents;
      begun = intake.begunUnits;
    }
  }

  /** `isSilent`: the stream brought no event since the last look, though comments may keep it alive. */
  private async lookAround(one: AbortController, isSilent: boolean): Promise<void> {
    const { signal } = one;
    const { intake, log, snapshots } = this.of;
    await snapshots.look(signal);
    if (signal.aborted) return;
    const before = intake.streamedEvents;
    const isDeltaOpen = intake.isDeltaOpen;
    if (log.canPoll !== false && (isSilent || isDeltaOpen || intake.isStreamPoorer)) {
      intake.isDeltaOpen = false;
      const read = await this.readLog(signal, { pages: LOOK_PAGES });
      // The log has what the stream did not bring: the stream is dead, or lost events when it began.
      const isStalled = read.ok && read.value.brought > 0 && isSilent && !isDeltaOpen;
      if (isStalled && intake.streamedEvents === before) one.abort();
    }
    if (snapshots.isTerminal || intake.isTerminalSeen) one.abort();
    this.of.board.tell();
  }

  private async pollOnce(delayMs: number, signal: AbortSignal): Promise<SessionMoment | null> {
    this.transport = 'poll';
    const isRetry = this.of.board.error !== null && this.failures > 0;
    if (isRetry) await this.wait(delayMs, signal);
    else await this.rest(delayMs, signal);
    if (signal.aborted) return { kind: 'ready' };
    this.eventsAtTry = this.of.intake.ledger.events;
    const read = await this.of.filling.take(signal, () => this.of.log.readOn(signal, true));
    if (signal.aborted) return { kind: 'ready' };
    if (!read.ok) return this.failed(read.error);
    this.of.board.error = null;
    this.failures = 0;
    this.of.board.noteOpened();
    this.of.board.enter('live');
    await this.of.filling.fillHoles(signal);
    await this.of.snapshots.lookNowAndThen(signal);
    if (read.value.isOver || this.of.snapshots.isTerminal) return this.conclude('run-ended', signal);
    return { kind: 'nothing-new' };
  }

  /** Between two polls of a healthy session. */
  private async rest(delayMs: number, signal: AbortSignal): Promise<void> {
    await pause(this.of.clock, delayMs, this.wakeWith(signal));
    this.wake.abort();
  }

  /** What ends the wait that begins now: `tryNow`, the signal, or its own end, after which the signal is not listened to. */
  private wakeWith(signal: AbortSignal): AbortSignal {
    this.wake = within(signal);
    return this.wake.signal;
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
    const { intake } = this.of;
    const isSeen = intake.isTerminalSeen;
    const isShort = (): boolean =>
      intake.ledger.holes(1).length > 0 || !(intake.isTerminalSeen || isLogRead || isSeen);
    const most = isLogRead ? 1 : END_TRIES;
    for (this.isRestreaming = true; isShort() && this.restreams < most && !signal.aborted; this.restreams++) {
      this.transport = 'sse';
      intake.isTerminalSeen = false;
      this.of.snapshots.newest = 'unknown';
      const step = this.decide({ kind: 'stream-end' });
      if (step.action !== 'reconnect') break;
      await this.wait(step.delayMs, signal);
      if (!signal.aborted) await this.openStream(step, signal);
    }
    this.isRestreaming = false;
    intake.isTerminalSeen ||= isSeen;
  }

  /** From where the log was read to, or from the newest event when the stream sent all that can be had of the log. */
  private async readLog(
    signal: AbortSignal,
    { isNews = false, pages }: { readonly isNews?: boolean; readonly pages?: number } = {},
  ): Promise<HostAnswer<LogReading>> {
    const { log, intake, filling } = this.of;
    const read = await filling.take(signal, () => {
      if (!intake.isStreamPoorer || log.unread !== null) log.skipTo(intake.ledger.lastSequence);
      return log.readOn(signal, isNews, pages);
    });
    this.isAnswering = read.ok;
    return read;
  }

  /** Reads the JSON log to its end, until it has the terminal event, then what is missing. True when it could be read. */
  private async readRest(signal: AbortSignal): Promise<boolean> {
    const { log, intake, filling, snapshots, clock, timings } = this.of;
    let isRead = false;
    for (let tries = 0; tries < END_TRIES && log.canPoll !== false && !signal.aborted; tries++) {
      if (tries > 0) await pause(clock, timings.pollEveryMs, signal);
      const read = await this.readLog(signal);
      if (!read.ok) log.noteError(read.error, snapshots.isRunKnown);
      isRead ||= read.ok;
      if (read.ok && intake.isTerminalSeen) break;
    }
    if (isRead) await this.readBehindEnd(signal);
    this.of.settle(true);
    if (intake.ledger.holes(1).length > 0) await filling.take(signal, () => log.fillHoles(signal));
    if (!isRead && !intake.isTerminalSeen) await filling.take(signal, () => log.readBundle(signal, true));
    return isRead;
  }

  /**
   * Looks once more where events may come behind the terminal one: nodes of a cancelled run go on for a while, and some
   * hosts then log a second end. As long as that brings anything, a few times.
   */
  private async readBehindEnd(signal: AbortSignal): Promise<void> {
    const { log, intake, clock, timings } = this.of;
    for (let tries = 0; tries < END_TRIES && log.canPoll !== false && intake.mayGoOn; tries++) {
      await pause(clock, timings.pollEveryMs, signal);
      if (signal.aborted) return;
      const read = await this.readLog(signal);
      if (!read.ok || read.value.brought === 0) return;
    }
  }
}
