/** What a session reports: each type is what its check takes, closed and bounded, since it comes from another process. */
import {
  type Checked,
  isAnyOf,
  isCount,
  isExactly,
  isFiniteNumber,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
} from '@openwop-inspector/base';
import {
  isHostError,
  isNumberOrNull,
  isWords,
  isWordsOrNull,
  longestBody,
  longestWords,
} from './host-error.ts';

const mostSpans = 500;
/** One of each code, and some room. */
const mostReasons = 20;

/**
 * State of a live session.
 * `connecting`: first request, or a new try. `live`: everything the host has sent is here. `behind`: events are known to
 * be missing or more arrive than are written. `backfilling`: the JSON log is read. `lost`: no connection, a next try is
 * set. `ended`: nothing more will be requested; `LiveStatus.end` says why.
 */
const CONNECTION_STATES = ['connecting', 'live', 'behind', 'backfilling', 'lost', 'ended'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

const EVENT_CHANNELS = ['sse', 'poll', 'bundle'] as const;
/** Where an event came from first. */
export type EventChannel = (typeof EVENT_CHANNELS)[number];

/** A stretch of the ledger, both ends included. */
const isSpan = isExactly({
  first: isFiniteNumber,
  last: isFiniteNumber,
  via: isOneOf(...EVENT_CHANNELS, 'missing'),
});
export type LedgerSpan = Checked<typeof isSpan>;

/**
 * Why a capture is not known to hold the whole run. `goes-on`: the run had not ended when it was last heard of.
 * `start-unknown`: nothing says what came before the first event. `end-unseen`: neither an event that ends the run nor
 * the end of the JSON log was read. `answer-cut`: an answer of the JSON log broke off and was not read on. `unsequenced`:
 * events have no sequence, so that a lost one would not show. `log-restarted`: the host's log ends before what was received.
 * `stopped`: the session's process ended before all that had come was written.
 */
const INCOMPLETE_CODES = [
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

const isReason = isExactly({
  code: isOneOf(...INCOMPLETE_CODES),
  /** Events, frames or answers that it is about; 1 where nothing is counted. */
  count: isCount,
  /** A clause: "1 frame was too large to read". */
  words: isWords,
});
export type IncompleteReason = Checked<typeof isReason>;

/** Known on evidence alone: the run has ended, its log was read from its start to its end, and nothing of it was lost. */
export type Completeness =
  | { readonly known: true }
  | { readonly known: false; readonly reasons: readonly IncompleteReason[] };
const isCompleteness = isAnyOf<Completeness>(
  isExactly({ known: (known): known is true => known === true }),
  isExactly({ known: (known): known is false => known === false, reasons: isListOf(isReason, mostReasons) }),
);

const LEDGER_VERDICTS = ['nothing', 'whole-so-far', 'complete', 'missing', 'not-known'] as const;

/** What is known about how complete the session is. */
const isLedger = isExactly({
  /**
   * `complete`: known to hold the whole run. `whole-so-far`: no hole and no loss, the run continues. `missing`: holes.
   * `not-known`: no hole, but something was lost or stays unproven, as `completeness` says.
   */
  verdict: isOneOf(...LEDGER_VERDICTS),
  completeness: isCompleteness,
  /** One sentence: "complete 0 to 4,812", "missing 311 to 318", "not known to be complete: 1 frame could not be read". */
  words: isWords,
  /** In order of sequence, touching, at most 500; neighbours are joined beyond that and `spansCut` says so. */
  spans: isListOf(isSpan, mostSpans),
  spansCut: isFlag,
  firstSequence: isNumberOrNull,
  lastSequence: isNumberOrNull,
  /** Events stored, each once. */
  events: isCount,
  missing: isCount,
  /** Intake of an event that was there, the same. */
  duplicates: isCount,
  /** Intake behind a later sequence. */
  late: isCount,
  /** Intake of an event that was there, with other content; the first remains. */
  conflicting: isCount,
  /** Events whose JSON form had more than the streamed one (cause, id), written again. */
  restated: isCount,
  /** Events without a sequence. */
  unsequenced: isCount,
  deltaFrames: isCount,
  /** Frames and events of answers that could not be read: no JSON, too large, or too deep. */
  badFrames: isCount,
});
export type Ledger = Checked<typeof isLedger>;

const SESSION_ENDS = ['run-ended', 'refused', 'detached', 'reader-failed', 'stopped'] as const;
const TRANSPORTS = ['sse', 'poll', 'poll-meanwhile'] as const;

/** Everything the window shows about a connection; sent at most ten times a second. */
export const isLiveStatus = isExactly({
  state: isOneOf(...CONNECTION_STATES),
  /** The state as a sentence. */
  words: isWords,
  /**
   * Why the session ended; null before. `reader-failed`: a fault of ours, whose place `lastError` states.
   * `stopped`: its supervisor ended its process, or the process ended by itself.
   */
  end: isNullOr(isOneOf(...SESSION_ENDS)),
  /** `poll`: the host has no stream. `poll-meanwhile`: no stream is open, and polls stand in for it. */
  transport: isOneOf(...TRANSPORTS),
  /** As the host said last: `running`, `waiting-approval` … */
  runStatus: isWordsOrNull,
  /** Events follow the one that ended the run, perhaps a second end; `words` says which (run-events.md 1.1). */
  goesOnBehindEnd: isFlag,
  sinceMs: isFiniteNumber,
  /** Events a second over the last five seconds. */
  ratePerSecond: isFiniteNumber,
  peakPerSecond: isFiniteNumber,
  /** From the newest event's timestamp to its arrival, by the host's clock; null when that is not known. */
  lagMs: isNumberOrNull,
  /** Host's clock minus ours, from `Date` headers; null when never seen. */
  clockSkewMs: isNumberOrNull,
  reconnects: isCount,
  lastReconnectAtMs: isNumberOrNull,
  /** When the next try is made; null when none is set. */
  nextTryAtMs: isNumberOrNull,
  /** Highest sequence seen: a reconnect names it, or the one before, as `Last-Event-ID`. */
  cursor: isNumberOrNull,
  /** Highest sequence that the JSON log has confirmed. */
  confirmedTo: isNumberOrNull,
  ledger: isLedger,
  captureBytes: isCount,
  lastError: isNullOr(isHostError),
});
export type LiveStatus = Checked<typeof isLiveStatus>;

/** A status whose texts are cut to what the form takes: a host decides how long its name and its messages are. */
export function withinForm(status: LiveStatus): LiveStatus {
  const { words, runStatus, ledger, lastError } = status;
  const cut = <T extends string | null>(text: T, longest = longestWords): T | string =>
    text === null || text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
  return {
    ...status,
    words: cut(words),
    runStatus: cut(runStatus),
    ledger: { ...ledger, words: cut(ledger.words) },
    lastError: lastError && {
      ...lastError,
      code: cut(lastError.code),
      message: cut(lastError.message),
      hostMessage: cut(lastError.hostMessage),
      correlationId: cut(lastError.correlationId),
      rawBody: cut(lastError.rawBody, longestBody),
    },
  };
}
