import type { HostError } from '../answers/host-error.ts';
import type { ConnectionState, LiveStatus } from '../answers/live-status.ts';
import type { CaptureWriter } from '../capture/capture-writer.ts';
import type { Intake } from './intake.ts';
import type { JsonLog } from './json-log.ts';
import type { Clock, LiveRunParts } from './live-run.ts';
import { sessionText } from './session-text.ts';

export interface BoardParts {
  readonly parts: LiveRunParts;
  readonly clock: Clock;
  readonly everyMs: number;
  readonly intake: Intake;
  readonly log: JsonLog;
  readonly writer: CaptureWriter;
  readonly transport: () => LiveStatus['transport'];
  /** The state is another than before. */
  readonly onState: (status: LiveStatus) => void;
}

/** A rate that falls is told so often, though nothing arrives. */
const FADING_MS = 1000;

/** What is shown of a session, told at most every `everyMs`, the last change always. */
export class StatusBoard {
  end: LiveStatus['end'] = null;
  error: HostError | null = null;
  /** The JSON log is being read. */
  isFilling = false;
  /** Status of the newest snapshot. */
  toldStatus: string | null = null;
  private phase: ConnectionState = 'connecting';
  private shown: { state: ConnectionState; sinceMs: number } | null = null;
  private nextTryAtMs: number | null = null;
  private opened = 0;
  private isOpen = false;
  private lastReconnectAtMs: number | null = null;
  private toldAtMs = Number.NEGATIVE_INFINITY;
  private due: { readonly atMs: number; readonly cancel: () => void } | null = null;
  private readonly of: BoardParts;

  constructor(of: BoardParts) {
    this.of = of;
  }

  get runStatus(): string | null {
    return this.toldStatus ?? this.of.log.runStatus;
  }

  enter(phase: ConnectionState, nextTryAtMs: number | null = null): void {
    this.phase = phase;
    this.nextTryAtMs = nextTryAtMs;
    if (phase !== 'live') this.isOpen = false;
    this.noteState();
    this.tell();
  }

  /** The host streams, or has answered a poll. */
  noteOpened(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.opened++;
    if (this.opened > 1) this.lastReconnectAtMs = this.of.clock.now();
  }

  /** The stream is over, so that the next one is a reconnect. */
  noteClosed(): void {
    this.isOpen = false;
  }

  private state(): ConnectionState {
    if (this.end !== null) return 'ended';
    const { missing } = this.of.intake.ledger.answer();
    if (this.phase === 'connecting') return this.isFilling ? 'backfilling' : 'connecting';
    if (this.phase !== 'live') return this.phase;
    if (this.isFilling && missing > 0) return 'backfilling';
    return missing > 0 || this.of.writer.isBehind ? 'behind' : 'live';
  }

  /** A state that lasts shorter than the time between two tellings is kept all the same. */
  private noteState(): void {
    const state = this.state();
    if (state === this.shown?.state) return;
    this.shown = { state, sinceMs: this.of.clock.now() };
    this.of.onState(this.status());
  }

  status(): LiveStatus {
    const { intake, log, writer, clock, parts } = this.of;
    const nowMs = clock.now();
    const state = this.state();
    const ledger = intake.ledger.answer();
    const common = {
      state,
      end: this.end,
      transport: this.of.transport(),
      runStatus: this.runStatus,
      ledger,
    };
    return {
      ...common,
      words: sessionText({
        ...common,
        host: parts.discovery?.name ?? parts.host.baseUrl,
        error: this.error,
        hostError: intake.hostError,
        isCut: intake.isCut,
        endsAt: log.endsAt,
        isTerminalSeen: intake.isTerminalSeen,
        ends: [...intake.ends].map(([sequence, type]) => ({ sequence, type })),
        unread: log.unread,
      }),
      goesOnBehindEnd: intake.goesOnBehindEnd,
      sinceMs: this.shown?.state === state ? this.shown.sinceMs : nowMs,
      ratePerSecond: intake.rate.perSecond(nowMs),
      peakPerSecond: intake.rate.peakPerSecond,
      lagMs: this.lagMs(),
      clockSkewMs: parts.host.clockSkewMs,
      reconnects: Math.max(0, this.opened - 1),
      lastReconnectAtMs: this.lastReconnectAtMs,
      nextTryAtMs: this.nextTryAtMs,
      cursor: ledger.lastSequence,
      confirmedTo: log.confirmedTo,
      captureBytes: writer.bytes,
      lastError: this.error,
    };
  }

  /** By the host's clock, since ours may be wrong by minutes. */
  private lagMs(): number | null {
    const { newest } = this.of.intake;
    const { clockSkewMs } = this.of.parts.host;
    if (newest === null || clockSkewMs === null) return null;
    const lag = newest.atMs + clockSkewMs - Date.parse(newest.timestamp);
    return Number.isNaN(lag) ? null : Math.max(0, lag);
  }

  /** Something changed. */
  tell(): void {
    const dueMs = this.toldAtMs + this.of.everyMs;
    if (dueMs <= this.of.clock.now()) this.tellNow();
    else this.tellAt(dueMs);
  }

  private tellAt(dueMs: number): void {
    if (this.due !== null && this.due.atMs <= dueMs) return;
    this.due?.cancel();
    const cancel = this.of.clock.after(Math.max(0, dueMs - this.of.clock.now()), () => this.tellNow());
    this.due = { atMs: dueMs, cancel };
  }

  tellNow(): void {
    this.due?.cancel();
    this.due = null;
    this.noteState();
    const status = this.status();
    this.toldAtMs = this.of.clock.now();
    this.of.parts.onStatus(status);
    if (status.ratePerSecond > 0 && this.end === null) this.tellAt(this.toldAtMs + FADING_MS);
  }
}
