/**
 * What crosses between a supervisor and the process of its session: texts of JSON, of two closed unions. The process
 * reads what a host sends, so that whatever it sends counts as hostile: its texts have a longest length and are checked
 * before anything is done with them. A token crosses only here, for one request at a time (ADR 0012, ADR 0013).
 */
import {
  type Check,
  type Checked,
  capital,
  countOf,
  formatCount,
  isCount,
  isExactly,
  isFlag,
  isListOf,
  isNullOr,
  isOneOf,
  isRecord,
  isString,
  isTextLike,
  type MessageOf,
  readMessage,
  unreachable,
} from '@openwop-inspector/base';
import type { ActionRecord } from '../../answers/actions.ts';
import type { HostDiscovery } from '../../answers/discovery.ts';
import { isLiveStatus, type Ledger, type LiveStatus } from '../../answers/live-status.ts';
import { withoutAnswer } from '../../errors/request-errors.ts';
import { STOPPED } from '../../ledger/ledger-text.ts';
import type { LiveTimings } from '../../live/live-run.ts';
import { parsedJson } from '../../rest/read-body.ts';
import { type UnexpectedError, unexpectedText } from '../go-on-after-errors.ts';
import type { ProcessEnd } from './fork-session.ts';

/** What a session is to do, answered by `done` with the same number. `leave` ends the process as well. */
export type SessionCommand = (typeof COMMANDS)[number];
const COMMANDS = ['fetch-missing', 'reconnect', 'detach', 'leave'] as const;

/** Longest text of a message of a session, in UTF-16 units: several times a status with all its spans. */
const longestMessage = 512 * 1024;

const isError: Check<UnexpectedError> = isExactly({
  name: isTextLike(/^[A-Za-z]{1,40}$/),
  at: isTextLike(/^[\w.$<>[\]():\s-]{0,180}$/),
});

/** From the session. */
const wordForms = {
  status: { status: isLiveStatus },
  /** How far the capture may be read. */
  grown: { sizeBytes: isCount },
  /** The sign of life. `memoryBytes` is what the process has in use by its own account. */
  alive: { memoryBytes: isCount },
  'token-wanted': { request: isCount },
  done: { request: isCount },
  /** An error that nobody expected; the process ends behind it. */
  failed: { error: isError },
};
export type SessionWord = MessageOf<typeof wordForms>;

/** Reads a message of a session; null for whatever is none. */
export function readWord(text: unknown): SessionWord | null {
  if (typeof text !== 'string' || text.length > longestMessage) return null;
  return readMessage(parsedJson(text), wordForms);
}

/** An object whose members are not checked: the supervisor made it. */
function isOurs<T extends object>(): Check<T> {
  return (value): value is T => isRecord(value);
}

/** The session that a process is to run. */
const isStart = isExactly({
  baseUrl: isString,
  /** Certificates (PEM) that are trusted besides the public ones; null when those that were named cannot be read. */
  authorities: isNullOr(isListOf(isString, Number.POSITIVE_INFINITY)),
  runId: isString,
  discovery: isNullOr(isOurs<HostDiscovery>()),
  a2uiDelta: isFlag,
  timings: isOurs<Partial<LiveTimings>>(),
  /** A capture that is there and that nobody else writes. */
  capturePath: isString,
});
export type SessionStart = Checked<typeof isStart>;

/** From the supervisor. */
const orderForms = {
  start: { start: isStart },
  ask: {},
  token: { request: isCount, token: isNullOr(isString) },
  do: { request: isCount, command: isOneOf(...COMMANDS) },
  record: { request: isCount, action: isOurs<ActionRecord>() },
};
export type SessionOrder = MessageOf<typeof orderForms>;

/** Reads an order of the supervisor, which is ours: its form is checked, and not what a host said inside it. */
export function readOrder(text: unknown): SessionOrder | null {
  return readMessage(typeof text === 'string' ? parsedJson(text) : undefined, orderForms);
}

/** What one session may use. */
export type SessionLimits = Readonly<typeof defaultLimits>;

/** The largest answer that is read of a host is 64 MiB of JSON; parsed, that is some hundred megabytes. */
export const defaultLimits = {
  /** Of the JavaScript heap. */
  heapMb: 768,
  /** Of the whole process, buffers outside the heap included. */
  processMb: 1024,
  /** How often a sign of life is requested from it, and its memory is inspected. */
  askEveryMs: 1000,
  /** A session that has not answered for so long is ended. */
  silentMs: 15_000,
  /** Maximum time for a session that was requested to leave to write what it has in memory. */
  leaveMs: 5000,
};

/** Why the supervisor has no session any more. */
export type SessionStop =
  | { readonly kind: 'memory'; readonly limitMb: number }
  | { readonly kind: 'silent'; readonly limitMs: number }
  | { readonly kind: 'error'; readonly error: UnexpectedError }
  /** It sent something that is not of the protocol between the two. */
  | { readonly kind: 'message' }
  | { readonly kind: 'gone'; readonly code: string };

/** Reads from its end why a process that was not requested to end has ended. */
export function stopOfEnd(
  { status, signal, said }: ProcessEnd,
  failed: UnexpectedError | null,
  { heapMb }: SessionLimits,
): SessionStop {
  if (failed !== null) return { kind: 'error', error: failed };
  if (/out of memory|invalid (?:table|array|size)/i.test(said)) return { kind: 'memory', limitMb: heapMb };
  return { kind: 'gone', code: signal ?? (status === null ? 'not started' : `status ${status}`) };
}

function reasonText(stop: SessionStop): string {
  switch (stop.kind) {
    case 'memory':
      return `it used more than ${formatCount(stop.limitMb)} MB`;
    case 'silent':
      return `it did not answer for ${Math.round(stop.limitMs / 1000)} s`;
    case 'error':
      return `it ended with ${unexpectedText(stop.error)}`;
    case 'message':
      return 'its process sent a message that no session sends';
    case 'gone':
      return `its process ended by itself (${stop.code})`;
    default:
      return unreachable(stop);
  }
}

/** The last status that a session reported, as it is when the session was stopped. */
export function stoppedStatus(last: LiveStatus, stop: SessionStop): LiveStatus {
  const ledger = ledgerOfStopped(last.ledger);
  const words = `the session was stopped: ${reasonText(stop)}`;
  const message = `${capital(words)}. Other sessions continue. The capture is preserved.`;
  return {
    ...last,
    ledger,
    state: 'ended',
    end: 'stopped',
    words: `${words}; ${ledger.words}`,
    sinceMs: Date.now(),
    ratePerSecond: 0,
    nextTryAtMs: null,
    lastError: withoutAnswer('cancelled', 'session_stopped', message),
  };
}

/**
 * What the session had reported counts what was still to be written, and lags behind what came since: the capture may
 * lack the last of it, or hold more. So also of a session that reported no event, nothing is known.
 */
function ledgerOfStopped(ledger: Ledger): Ledger {
  const words =
    ledger.events === 0
      ? 'no event was counted yet, and what came since may not be in the capture'
      : `${countOf(ledger.events, 'event')} had come, and the last of them may not be in the capture`;
  const before = ledger.completeness.known ? [] : ledger.completeness.reasons;
  return {
    ...ledger,
    verdict: 'not-known',
    completeness: { known: false, reasons: [STOPPED, ...before] },
    words,
  };
}
