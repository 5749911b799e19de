import { formatCount, unreachable } from '@openwop-inspector/base';
import type { HostError } from '../answers/host-error.ts';
import type { ConnectionState, Ledger, LiveStatus } from '../answers/live-status.ts';
import { withoutAnswer } from '../errors/request-errors.ts';
import type { JsonLog, LogContext } from './json-log.ts';
import type { SessionMoment } from './next-step.ts';

export interface BoardContext extends LogContext {
  readonly log: JsonLog;
  readonly transport: LiveStatus['transport'];
}

/** Interval in ms at which a falling rate is reported while nothing arrives. */
const FADING_MS = 1000;

/** Session status, published at most every `statusEveryMs`; the last change is always published. */
export class StatusBoard {
  end: LiveStatus['end'] = null;
  error: HostError | null = null;
  /** The JSON log is being read. */
  isFilling = false;
  /** Status of the newest snapshot. */
  reportedStatus: string | null = null;
  private phase: ConnectionState = 'connecting';
  private displayed: { state: ConnectionState; sinceMs: number } | null = null;
  private nextTryAtMs: number | null = null;
  private opened = 0;
  private isOpen = false;
  private lastReconnectAtMs: number | null = null;
  private reportedAtMs = Number.NEGATIVE_INFINITY;
  private due: { readonly atMs: number; readonly cancel: () => void } | null = null;
  private readonly of: BoardContext;

  constructor(of: BoardContext) {
    this.of = of;
  }

  get runStatus(): string | null {
    return this.reportedStatus ?? this.of.log.runStatus;
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
    const { missing } = this.of.ledger.answer();
    if (this.phase === 'connecting') return this.isFilling ? 'backfilling' : 'connecting';
    if (this.phase !== 'live') return this.phase;
    if (this.isFilling && missing > 0) return 'backfilling';
    return missing > 0 || this.of.writer.isBehind ? 'behind' : 'live';
  }

  /** A state that is shorter than the time between two reports is stored all the same. */
  private noteState(): void {
    const state = this.state();
    if (state === this.displayed?.state) return;
    const { clock, writer, lines } = this.of;
    this.displayed = { state, sinceMs: clock.now() };
    writer.add(lines.state(this.status(), clock.now()));
  }

  status(): LiveStatus {
    const { intake, log, writer, clock, parts } = this.of;
    const nowMs = clock.now();
    const state = this.state();
    const ledger = intake.ledger.answer();
    const { end, runStatus } = this;
    const common = { state, end, transport: this.of.transport, runStatus, ledger };
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
      sinceMs: this.displayed?.state === state ? this.displayed.sinceMs : nowMs,
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
    const dueMs = this.reportedAtMs + this.of.timings.statusEveryMs;
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
    this.reportedAtMs = this.of.clock.now();
    this.of.parts.onStatus(status);
    if (status.ratePerSecond > 0 && this.end === null) this.tellAt(this.reportedAtMs + FADING_MS);
  }
}

/** What the words of a state are made of. */
export interface SpokenFacts
  extends Pick<LiveStatus, 'state' | 'end' | 'transport' | 'runStatus' | 'ledger'> {
  readonly host: string;
  readonly error: HostError | null;
  /** What the host said last in an error frame; null when an event came since. */
  readonly hostError: string | null;
  /** The last stream ended inside a frame. */
  readonly isCut: boolean;
  /** The host's log ends here, before what is stored. */
  readonly endsAt: number | null;
  readonly isTerminalSeen: boolean;
  /** The terminal events of the log. */
  readonly ends: readonly { readonly sequence: number; readonly type: string }[];
  /** Why the JSON log is not read from its beginning. */
  readonly unread: JsonLog['unread'];
}

/** The state of a session as one sentence without its full stop. */
export function sessionText(facts: SpokenFacts): string {
  const parts = [stateText(facts), hostText(facts), unreadText(facts), changeOf(facts)];
  return parts.filter((part) => part !== '').join('; ');
}

const CLOSED = 'the host ended the stream';
const CUT = 'the stream ended inside a frame';

function stateText({ state, end, host, ...facts }: SpokenFacts): string {
  const { ledger, error, isCut } = facts;
  switch (state) {
    case 'connecting':
      return `connecting to ${host}`;
    case 'live':
      return liveText(facts);
    case 'behind':
      return ledger.missing > 0
        ? `behind: ${ledger.words}`
        : 'behind: events come faster than they are written';
    case 'backfilling':
      return ledger.missing > 0 ? `fetching what is ${ledger.words}` : 'reading the JSON log';
    case 'lost':
      return `connection lost: ${clause(error?.message ?? (isCut ? CUT : CLOSED))}; the next try is set`;
    case 'ended':
      return endText({ ...facts, end });
    default:
      return unreachable(state);
  }
}

const LIVE: Record<LiveStatus['transport'], string> = {
  sse: 'live',
  poll: 'live by polls: the host has no stream',
  'poll-meanwhile': 'live by polls: no stream is open',
};

function liveText({ transport, runStatus }: Pick<SpokenFacts, 'transport' | 'runStatus'>): string {
  const how = LIVE[transport];
  if (runStatus === 'paused') return `${how}; the run is paused`;
  if (runStatus?.startsWith('waiting') === true) return `${how}; the run waits for an answer`;
  return how;
}

function endText(facts: Omit<SpokenFacts, 'state' | 'host'>): string {
  const { end, runStatus, isTerminalSeen, ledger, error, ends } = facts;
  if (end === 'detached') return `detached; ${ledger.words}`;
  if (end === 'reader-failed') return `${clause(error?.message ?? 'the reader failed')}; ${ledger.words}`;
  if (end === 'refused') return clause(error?.message ?? 'the host has nothing to stream for this run');
  const status = runStatus ?? 'no status reported';
  const terminal = isTerminalSeen ? '' : '; its log has no terminal event';
  return `the run has ended (${status})${terminal}${behindText(ends, ledger)}; ${ledger.words}`;
}

/** What the log has behind the event that ended the run: a second end, or events alone (run-events.md 1.1). */
function behindText(ends: SpokenFacts['ends'], { lastSequence }: Ledger): string {
  const [first, second] = [...ends].sort((a, b) => a.sequence - b.sequence);
  if (first === undefined) return '';
  const at = `${first.type} at ${formatCount(first.sequence)}`;
  if (second !== undefined)
    return `; its log has two ends, ${at} and ${second.type} at ${formatCount(second.sequence)}`;
  if (lastSequence === null || lastSequence <= first.sequence) return '';
  return `; its log continues after ${at}`;
}

/** The first sentence of a message, as a part of another one. What may be done about it is in the error itself. */
function clause(message: string): string {
  const end = /[.!?](?=\s+[A-Z]|\s*$)/.exec(message)?.index ?? message.length;
  const first = message.slice(0, end);
  return /^[A-Z][a-z]*\s/.test(first) ? first.slice(0, 1).toLowerCase() + first.slice(1) : first;
}

/** An error of the stream in the host's own words, as long as nothing says that it is over. */
function hostText({ hostError, state, ledger }: SpokenFacts): string {
  if (hostError === null || (state === 'ended' && ledger.verdict === 'complete')) return '';
  return `the host says: ${hostError}`;
}

function unreadText({ unread, state, ledger }: SpokenFacts): string {
  if (unread === null || (state === 'ended' && ledger.verdict === 'complete')) return '';
  const why = unread === 'too-large' ? 'is too large to read whole' : 'was not answered in time';
  return `the JSON log ${why}, so that the stream is all there is`;
}

/** Signs that the host's log is not the one that the session began with. */
function changeOf({ endsAt, ledger }: SpokenFacts): string {
  if (endsAt !== null)
    return `the host's log now ends at ${formatCount(endsAt)}, before what was received: it has started again, and what was received is preserved`;
  if (ledger.conflicting === 0) return '';
  const events = ledger.conflicting === 1 ? 'event' : 'events';
  return `${formatCount(ledger.conflicting)} ${events} came again with other content, of which the first is used`;
}

/** An error as a moment of the session. */
export function answerOf(error: HostError): SessionMoment & { readonly kind: 'answer' | 'no-answer' } {
  const { kind, status, retryAfterMs } = error;
  if (kind !== 'status' && kind !== 'redirect') return { kind: 'no-answer' };
  return status === null ? { kind: 'no-answer' } : { kind: 'answer', status, retryAfterMs };
}

/** The sink of a capture has failed. */
export function captureFailed(): HostError {
  return withoutAnswer(
    'cancelled',
    'capture_failed',
    'The capture cannot be written: is the disk full? The session was ended, so that nothing is lost unseen.',
  );
}

/** The reader of a host has thrown. Only the name of the error is reported: its words may repeat what the host sent. */
export function readerFailed(at: string, thrown: unknown): HostError {
  const name = thrown instanceof Error && /^\w{1,40}$/.test(thrown.name) ? thrown.name : 'Error';
  return withoutAnswer('not-understood', 'reader_failed', `The reader failed, at ${at} (${name}).`);
}
