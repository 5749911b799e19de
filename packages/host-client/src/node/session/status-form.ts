/** The form of a `LiveStatus` as it comes from the process of a session: closed, bounded, checked member by member. */
import {
  type Check,
  isAnyOf,
  isCount,
  isExactly,
  isFiniteNumber,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isTextTo,
} from '@openwop-inspector/base';
import { HOST_ERROR_KINDS, type HostError } from '../../answers/host-error.ts';
import {
  CONNECTION_STATES,
  type Completeness,
  EVENT_CHANNELS,
  INCOMPLETE_CODES,
  type IncompleteReason,
  LEDGER_VERDICTS,
  type Ledger,
  type LedgerSpan,
  type LiveStatus,
  SESSION_ENDS,
  TRANSPORTS,
} from '../../answers/live-status.ts';

/** Longest sentence. */
export const longestWords = 4000;
/** Longest body of an answer that an error carries, and what of a host may be as long. */
export const longestBody = 80_000;
const mostSpans = 500;
/** One of each code, and some room. */
const mostReasons = 20;

const isWords = isTextTo(longestWords);
const isWordsOrNull = isNullOr(isWords);
const isNumberOrNull = isNullOr(isFiniteNumber);

const isSpan: Check<LedgerSpan> = isExactly({
  first: isFiniteNumber,
  last: isFiniteNumber,
  via: isOneOf(...EVENT_CHANNELS, 'missing'),
});

const isReason: Check<IncompleteReason> = isExactly({
  code: isOneOf(...INCOMPLETE_CODES),
  count: isCount,
  words: isWords,
});

const isCompleteness: Check<Completeness> = isAnyOf<Completeness>(
  isExactly({ known: (known): known is true => known === true }),
  isExactly({
    known: (known): known is false => known === false,
    reasons: isListOf(isReason, mostReasons),
  }),
);

const isLedger: Check<Ledger> = isExactly({
  completeness: isCompleteness,
  verdict: isOneOf(...LEDGER_VERDICTS),
  words: isWords,
  spans: isListOf(isSpan, mostSpans),
  spansCut: isFlag,
  firstSequence: isNumberOrNull,
  lastSequence: isNumberOrNull,
  events: isCount,
  missing: isCount,
  duplicates: isCount,
  late: isCount,
  conflicting: isCount,
  restated: isCount,
  unsequenced: isCount,
  deltaFrames: isCount,
  badFrames: isCount,
});

const isHostError: Check<HostError> = isExactly({
  kind: isOneOf(...HOST_ERROR_KINDS),
  status: isNumberOrNull,
  code: isWords,
  message: isWords,
  hostMessage: isWordsOrNull,
  retryAfterMs: isNumberOrNull,
  correlationId: isWordsOrNull,
  rawBody: isTextTo(longestBody),
});

/** True for a status that a session may tell. O(spans). */
export const isLiveStatus: Check<LiveStatus> = isExactly({
  state: isOneOf(...CONNECTION_STATES),
  words: isWords,
  end: isNullOr(isOneOf(...SESSION_ENDS)),
  transport: isOneOf(...TRANSPORTS),
  runStatus: isWordsOrNull,
  goesOnBehindEnd: isFlag,
  sinceMs: isFiniteNumber,
  ratePerSecond: isFiniteNumber,
  peakPerSecond: isFiniteNumber,
  lagMs: isNumberOrNull,
  clockSkewMs: isNumberOrNull,
  reconnects: isCount,
  lastReconnectAtMs: isNumberOrNull,
  nextTryAtMs: isNumberOrNull,
  cursor: isNumberOrNull,
  confirmedTo: isNumberOrNull,
  ledger: isLedger,
  captureBytes: isCount,
  lastError: isNullOr(isHostError),
});

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
    lastError:
      lastError === null
        ? null
        : {
            ...lastError,
            code: cut(lastError.code),
            message: cut(lastError.message),
            hostMessage: cut(lastError.hostMessage),
            correlationId: cut(lastError.correlationId),
            rawBody: cut(lastError.rawBody, longestBody),
          },
  };
}
