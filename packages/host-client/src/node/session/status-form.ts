/** The form of a `LiveStatus` as it comes from the process of a session: closed, bounded, checked member by member. */
import { hasExactly, isCount, isFiniteNumber, isFlag, isNullOr, isTextTo } from '@openwop-inspector/base';
import type { HostError, HostErrorKind } from '../../answers/host-error.ts';
import type {
  ConnectionState,
  EventChannel,
  IncompleteCode,
  IncompleteReason,
  Ledger,
  LedgerSpan,
  LiveStatus,
} from '../../answers/live-status.ts';

/** One check a member: a member without one does not compile. */
type Form<T> = { readonly [K in keyof T]-?: (value: unknown) => boolean };

/** Longest sentence. */
export const longestWords = 4000;
/** Longest body of an answer that an error carries, and what of a host may be as long. */
export const longestBody = 80_000;
const mostSpans = 500;
/** One of each code, and some room. */
const mostReasons = 20;

const isOneOf =
  (words: Readonly<Record<string, true>>) =>
  (value: unknown): boolean =>
    typeof value === 'string' && Object.hasOwn(words, value);

const states: Record<ConnectionState, true> = {
  connecting: true,
  live: true,
  behind: true,
  backfilling: true,
  lost: true,
  ended: true,
};
const ends: Record<NonNullable<LiveStatus['end']>, true> = {
  'run-ended': true,
  refused: true,
  detached: true,
  'reader-failed': true,
  stopped: true,
};
const transports: Record<LiveStatus['transport'], true> = { sse: true, poll: true, 'poll-meanwhile': true };
const verdicts: Record<Ledger['verdict'], true> = {
  nothing: true,
  'whole-so-far': true,
  complete: true,
  missing: true,
  'not-known': true,
};
const incompleteCodes: Record<IncompleteCode, true> = {
  missing: true,
  'bad-frame': true,
  'too-large': true,
  'too-deep': true,
  conflicting: true,
  unsequenced: true,
  unwritten: true,
  'answer-cut': true,
  'log-restarted': true,
  'reader-failed': true,
  stopped: true,
  'start-unknown': true,
  'end-unseen': true,
  'goes-on': true,
};
const channels: Record<EventChannel | 'missing', true> = {
  sse: true,
  poll: true,
  bundle: true,
  missing: true,
};
const errorKinds: Record<HostErrorKind, true> = {
  unreachable: true,
  certificate: true,
  'out-of-time': true,
  redirect: true,
  status: true,
  'not-understood': true,
  cancelled: true,
};

const spanForm: Form<LedgerSpan> = { first: isFiniteNumber, last: isFiniteNumber, via: isOneOf(channels) };
const isSpan = (value: unknown): boolean => hasExactly(value, spanForm);

const reasonForm: Form<IncompleteReason> = {
  code: isOneOf(incompleteCodes),
  count: isCount,
  words: isTextTo(longestWords),
};
const isReason = (value: unknown): boolean => hasExactly(value, reasonForm);
const isCompleteness = (value: unknown): boolean =>
  hasExactly(value, { known: (known) => known === true }) ||
  hasExactly(value, {
    known: (known) => known === false,
    reasons: (list) => Array.isArray(list) && list.length <= mostReasons && list.every(isReason),
  });

const ledgerForm: Form<Ledger> = {
  completeness: isCompleteness,
  verdict: isOneOf(verdicts),
  words: isTextTo(longestWords),
  spans: (value) => Array.isArray(value) && value.length <= mostSpans && value.every(isSpan),
  spansCut: isFlag,
  firstSequence: isNullOr(isFiniteNumber),
  lastSequence: isNullOr(isFiniteNumber),
  events: isCount,
  missing: isCount,
  duplicates: isCount,
  late: isCount,
  conflicting: isCount,
  restated: isCount,
  unsequenced: isCount,
  deltaFrames: isCount,
  badFrames: isCount,
};

const errorForm: Form<HostError> = {
  kind: isOneOf(errorKinds),
  status: isNullOr(isFiniteNumber),
  code: isTextTo(longestWords),
  message: isTextTo(longestWords),
  hostMessage: isNullOr(isTextTo(longestWords)),
  retryAfterMs: isNullOr(isFiniteNumber),
  correlationId: isNullOr(isTextTo(longestWords)),
  rawBody: isTextTo(longestBody),
};

const statusForm: Form<LiveStatus> = {
  state: isOneOf(states),
  words: isTextTo(longestWords),
  end: isNullOr(isOneOf(ends)),
  transport: isOneOf(transports),
  runStatus: isNullOr(isTextTo(longestWords)),
  goesOnBehindEnd: isFlag,
  sinceMs: isFiniteNumber,
  ratePerSecond: isFiniteNumber,
  peakPerSecond: isFiniteNumber,
  lagMs: isNullOr(isFiniteNumber),
  clockSkewMs: isNullOr(isFiniteNumber),
  reconnects: isCount,
  lastReconnectAtMs: isNullOr(isFiniteNumber),
  nextTryAtMs: isNullOr(isFiniteNumber),
  cursor: isNullOr(isFiniteNumber),
  confirmedTo: isNullOr(isFiniteNumber),
  ledger: (value) => hasExactly(value, ledgerForm),
  captureBytes: isCount,
  lastError: isNullOr((value) => hasExactly(value, errorForm)),
};

/** True for a status that a session may tell. O(spans). */
export function isLiveStatus(value: unknown): value is LiveStatus {
  return hasExactly(value, statusForm);
}

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
