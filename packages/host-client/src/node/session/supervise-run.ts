/** The side of the shell: a live run whose session has a process of its own, watched over. */
import type { ActionRecord } from '../../answers/actions.ts';
import type { LiveStatus } from '../../answers/live-status.ts';
import { captureLines } from '../../capture/capture-writer.ts';
import type { LiveRun, LiveRunParts } from '../../live/live-run.ts';
import { LiveRunSession, newEnding } from '../../live/live-session.ts';
import { closeOffCapture } from '../capture-file.ts';
import type { UnexpectedError } from '../go-on-after-errors.ts';
import type { SessionProcess, StartSession } from './fork-session.ts';
import {
  defaultLimits,
  readWord,
  type SessionCommand,
  type SessionLimits,
  type SessionOrder,
  type SessionStop,
  type SessionWord,
  stopOfEnd,
  stoppedStatus,
} from './session-messages.ts';

export interface SupervisedRunParts
  extends Pick<LiveRunParts, 'host' | 'runId' | 'discovery' | 'a2uiDelta' | 'timings' | 'onStatus'> {
  readonly startSession: StartSession;
  /** The token for the next request; requested here at each one, for the origin of `host.baseUrl` alone. */
  readonly token: () => Promise<string | null>;
  /** Certificates (PEM) that are trusted besides the public ones; read at each start of a process. */
  readonly authorities: () => Promise<readonly string[]>;
  /** A capture that is there and empty, which the session alone writes. */
  readonly capturePath: string;
  /** More of the capture may be read. */
  readonly onGrown: () => void;
  readonly limits?: Partial<SessionLimits>;
}

/** A live run in a process of its own. What ends that process ends this session and nothing else. */
export class RunSupervisor implements LiveRun {
  private readonly parts: SupervisedRunParts;
  private readonly limits: SessionLimits;
  private process: SessionProcess | null = null;
  private watch: NodeJS.Timeout | null = null;
  /** Requests since the last sign of life. */
  private unanswered = 0;
  private failed: UnexpectedError | null = null;
  private requests = 0;
  private readonly waiting = new Map<number, () => void>();
  /** Requests to attach again: what an end before them said is over. */
  private reconnecting = 0;
  private newest: LiveStatus;
  private ending = newEnding();
  private leaving = false;
  /** Resolves when what is left of a process that ended has been put in order. */
  private closing: Promise<void> = Promise.resolve();
  /** Resolves when the newest process has ended: nothing writes the capture any more. */
  private processGone: Promise<void> = Promise.resolve();
  /** Bytes of the capture that may be read; always the end of a line. */
  sizeBytes = 0;
  /** Why the process was ended or ended by itself; null while none of it happened. */
  stop: SessionStop | null = null;

  constructor(parts: SupervisedRunParts) {
    this.parts = parts;
    this.limits = { ...defaultLimits, ...parts.limits };
    this.newest = firstStatus(parts);
  }

  get ended(): Promise<LiveStatus> {
    return this.ending.promise;
  }

  status(): LiveStatus {
    return this.newest;
  }

  start(): void {
    if (this.process !== null || this.leaving) return;
    const { host, runId, discovery, a2uiDelta, timings = {}, capturePath } = this.parts;
    const { baseUrl } = host;
    const started = this.parts.startSession(this.limits.heapMb);
    this.process = started;
    this.failed = null;
    this.unanswered = 0;
    started.onText((text) => {
      if (this.process === started) this.hear(readWord(text));
    });
    this.processGone = new Promise((resolve) => {
      started.onEnd((end) => {
        resolve();
        if (this.process === started) {
          const isRequested = this.leaving && end.status === 0;
          this.letGo(isRequested ? null : stopOfEnd(end, this.failed, this.limits));
        }
      });
    });
    // Where they cannot be read the session says so itself, at its first request.
    const known = this.parts.authorities().catch(() => null);
    void known.then((authorities) => {
      if (this.process !== started) return;
      const start = { baseUrl, authorities, runId, discovery, a2uiDelta, timings, capturePath };
      this.order({ kind: 'start', start });
    });
    this.watch = setInterval(() => this.lookAfter(started), this.limits.askEveryMs);
    this.watch.unref();
  }

  fetchMissing(): Promise<void> {
    return this.ask('fetch-missing');
  }

  reconnectNow(): void {
    if (this.leaving) return;
    if (this.newest.end !== null) this.ending = newEnding();
    if (this.stop === null && this.process !== null) {
      this.reconnecting++;
      void this.ask('reconnect').then(() => {
        this.reconnecting--;
      });
      return;
    }
    void this.closing.then(() => {
      if (this.process !== null) return;
      this.stop = null;
      this.tell({ ...firstStatus(this.parts), captureBytes: this.sizeBytes });
      this.start();
    });
  }

  detach(): Promise<void> {
    return this.ask('detach');
  }

  async record(action: ActionRecord): Promise<void> {
    if (this.process !== null) {
      await this.request((request) => ({ kind: 'record', request, action }));
      return;
    }
    this.closing = this.closing.then(() => this.append([linesFor(this.parts).action(action)]));
    await this.closing;
  }

  /** Detaches and ends the process; what came is in the capture then. Nothing can be requested from it any more. */
  async leave(): Promise<void> {
    if (this.leaving) return;
    this.leaving = true;
    const leaving = this.process;
    if (leaving !== null) {
      const tooLong = setTimeout(() => leaving.kill(), this.limits.leaveMs);
      void this.ask('leave');
      await this.orTooLong(this.processGone, this.limits.leaveMs * 2);
      clearTimeout(tooLong);
    }
    await this.closing;
  }

  private order(order: SessionOrder): void {
    this.process?.send(JSON.stringify(order));
  }

  private ask(command: SessionCommand): Promise<void> {
    return this.request((request) => ({ kind: 'do', request, command }));
  }

  /** Resolves when the session has done it, or is gone. */
  private request(order: (request: number) => SessionOrder): Promise<void> {
    if (this.process === null) return Promise.resolve();
    this.requests++;
    const request = this.requests;
    return new Promise((resolve) => {
      this.waiting.set(request, resolve);
      this.order(order(request));
    });
  }

  private hear(word: SessionWord | null): void {
    switch (word?.kind) {
      case 'status':
        if (word.status.end === null || this.reconnecting === 0) this.tell(word.status);
        break;
      case 'grown':
        this.sizeBytes = Math.max(this.sizeBytes, word.sizeBytes);
        this.parts.onGrown();
        break;
      case 'alive':
        this.unanswered = 0;
        this.weigh(word.memoryBytes);
        break;
      case 'token-wanted':
        void this.handToken(word.request);
        break;
      case 'done':
        this.waiting.get(word.request)?.();
        this.waiting.delete(word.request);
        break;
      case 'failed':
        this.failed = word.error;
        break;
      default:
        this.end({ kind: 'message' });
    }
  }

  private async handToken(request: number): Promise<void> {
    const asking = this.process;
    const token = await this.parts.token().catch(() => null);
    if (this.process === asking) this.order({ kind: 'token', request, token });
  }

  /** Asks for a sign of life. Turns are counted and no clock is read, so that a machine that slept ends nothing. */
  private lookAfter(watched: SessionProcess): void {
    if (this.process !== watched) return;
    this.weigh(watched.memoryBytes());
    const { silentMs, askEveryMs } = this.limits;
    if (this.process === null) return;
    if (this.unanswered * askEveryMs >= silentMs) {
      this.end({ kind: 'silent', limitMs: silentMs });
      return;
    }
    this.unanswered++;
    this.order({ kind: 'ask' });
  }

  private weigh(bytes: number | null): void {
    const { processMb } = this.limits;
    if (bytes !== null && bytes > processMb * 1024 * 1024) this.end({ kind: 'memory', limitMb: processMb });
  }

  /** Ends the process, for good and at once. */
  private end(stop: SessionStop): void {
    const ending = this.process;
    if (ending === null) return;
    ending.kill();
    this.letGo(stop);
  }

  /** The process is gone, or as good as gone. */
  private letGo(stop: SessionStop | null): void {
    this.process = null;
    if (this.watch !== null) clearInterval(this.watch);
    this.stop = stop;
    this.closing = this.orTooLong(this.processGone, this.limits.leaveMs)
      .then(() => (stop === null ? undefined : this.putInOrder(stop)))
      .then(() => {
        for (const resolve of this.waiting.values()) resolve();
        this.waiting.clear();
      });
  }

  private async orTooLong(done: Promise<void>, ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      done,
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      }),
    ]);
    clearTimeout(timer);
  }

  /** Writes the end into the capture, which the session could not, and reports it. One that had ended stays as it was. */
  private async putInOrder(stop: SessionStop): Promise<void> {
    if (this.newest.end !== null) return;
    const status = stoppedStatus(this.newest, stop);
    const lines = linesFor(this.parts);
    await this.append([
      lines.state(status, Date.now()),
      lines.end({ end: 'stopped', ledger: status.ledger, leftOut: 0, failedAt: null }, Date.now()),
    ]);
    this.tell({ ...status, captureBytes: this.sizeBytes });
  }

  /** A capture that cannot be written any more keeps what it has. */
  private async append(added: readonly string[]): Promise<void> {
    this.sizeBytes = await closeOffCapture(this.parts.capturePath, added).catch(() => this.sizeBytes);
  }

  private tell(status: LiveStatus): void {
    this.newest = status;
    if (status.end !== null) this.ending.resolve(status);
    this.parts.onStatus(status);
  }
}

const linesFor = ({ host }: SupervisedRunParts) => captureLines((text) => host.mask(text));

/** The status before any request: that of a run that was never started. */
function firstStatus(parts: SupervisedRunParts): LiveStatus {
  const sink = { write: async () => 0 };
  return new LiveRunSession({ ...parts, sink, onStatus: () => undefined }).status();
}
