import type { HostError } from './host-error.ts';

/**
 * State of a live session.
 * `connecting`: first request, or a new try. `live`: everything the host has sent is here. `behind`: events are known to
 * be missing or more arrive than are written. `backfilling`: the JSON log is read. `lost`: no connection, a next try is
 * set. `ended`: nothing more will be requested; `LiveStatus.end` says why.
 */
export const CONNECTION_STATES = ['connecting', 'live', 'behind', 'backfilling', 'lost', 'ended'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

export const EVENT_CHANNELS = ['sse', 'poll', 'bundle'] as const;
/** Where an event came from first. */
export type EventChannel = (typeof EVENT_CHANNELS)[number];

/** A stretch of the ledger, both ends included. */
export interface LedgerSpan {
  readonly first: number;
  readonly last: number;
  readonly via: EventChannel | 'missing';
}

/**
 * Why a capture is not known to hold the whole run. `goes-on`: the run had not ended when it was last heard of.
 * `start-unknown`: nothing says what came before the first event. `end-unseen`: neither an event that ends the run nor
 * the end of the JSON log was read. `answer-cut`: an answer of the JSON log broke off and was not read on. `unsequenced`:
 * events have no sequence, so that a lost one would not show. `log-restarted`: the host's log ends before what was received.
 * `stopped`: the session's process ended before all that had come was written.
 */
export const INCOMPLETE_CODES = [
  'missing',
  'bad-frame',
  'too-large',
  'too-deep',
  'conflicting',
  'unsequenced',
  'unwritten',
  'answer-cut',
  'log-restarted',
  'reader-failed',
  'stopped',
  'start-unknown',
  'end-unseen',
  'goes-on',
] as const;
export type IncompleteCode = (typeof INCOMPLETE_CODES)[number];

export interface IncompleteReason {
  readonly code: IncompleteCode;
  /** Events, frames or answers that it is about; 1 where nothing is counted. */
  readonly count: number;
  /** A clause: "1 frame was too large to read". */
  readonly words: string;
}

/** Known on evidence alone: the run has ended, its log was read from its start to its end, and nothing of it was lost. */
export type Completeness =
  | { readonly known: true }
  | { readonly known: false; readonly reasons: readonly IncompleteReason[] };

export const LEDGER_VERDICTS = ['nothing', 'whole-so-far', 'complete', 'missing', 'not-known'] as const;

/** What is known about how complete the session is. */
export interface Ledger {
  /**
   * `complete`: known to hold the whole run. `whole-so-far`: no hole and no loss, the run continues. `missing`: holes.
   * `not-known`: no hole, but something was lost or stays unproven, as `completeness` says.
   */
  readonly verdict: (typeof LEDGER_VERDICTS)[number];
  readonly completeness: Completeness;
  /** One sentence: "complete 0 to 4,812", "missing 311 to 318", "not known to be complete: 1 frame could not be read". */
  readonly words: string;
  /** In order of sequence, touching, at most 500; neighbours are joined beyond that and `spansCut` says so. */
  readonly spans: readonly LedgerSpan[];
  readonly spansCut: boolean;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  /** Events stored, each once. */
  readonly events: number;
  readonly missing: number;
  /** Intake of an event that was there, the same. */
  readonly duplicates: number;
  /** Intake behind a later sequence. */
  readonly late: number;
  /** Intake of an event that was there, with other content; the first remains. */
  readonly conflicting: number;
  /** Events whose JSON form had more than the streamed one (cause, id), written again. */
  readonly restated: number;
  /** Events without a sequence. */
  readonly unsequenced: number;
  readonly deltaFrames: number;
  /** Frames and events of answers that could not be read: no JSON, too large, or too deep. */
  readonly badFrames: number;
}

export const SESSION_ENDS = ['run-ended', 'refused', 'detached', 'reader-failed', 'stopped'] as const;
export const TRANSPORTS = ['sse', 'poll', 'poll-meanwhile'] as const;

/** Everything the window shows about a connection; sent at most ten times a second. */
export interface LiveStatus {
  readonly state: ConnectionState;
  /** The state as a sentence. */
  readonly words: string;
  /**
   * Why the session ended; null before. `reader-failed`: a fault of ours, whose place `lastError` states.
   * `stopped`: its supervisor ended its process, or the process ended by itself.
   */
  readonly end: (typeof SESSION_ENDS)[number] | null;
  /** `poll`: the host has no stream. `poll-meanwhile`: no stream is open, and polls stand in for it. */
  readonly transport: (typeof TRANSPORTS)[number];
  /** As the host said last: `running`, `waiting-approval` … */
  readonly runStatus: string | null;
  /** Events follow the one that ended the run, perhaps a second end; `words` says which (run-events.md 1.1). */
  readonly goesOnBehindEnd: boolean;
  readonly sinceMs: number;
  /** Events a second over the last five seconds. */
  readonly ratePerSecond: number;
  readonly peakPerSecond: number;
  /** From the newest event's timestamp to its arrival, by the host's clock; null when that is not known. */
  readonly lagMs: number | null;
  /** Host's clock minus ours, from `Date` headers; null when never seen. */
  readonly clockSkewMs: number | null;
  readonly reconnects: number;
  readonly lastReconnectAtMs: number | null;
  /** When the next try is made; null when none is set. */
  readonly nextTryAtMs: number | null;
  /** Highest sequence seen: a reconnect names it, or the one before, as `Last-Event-ID`. */
  readonly cursor: number | null;
  /** Highest sequence that the JSON log has confirmed. */
  readonly confirmedTo: number | null;
  readonly ledger: Ledger;
  readonly captureBytes: number;
  readonly lastError: HostError | null;
}
