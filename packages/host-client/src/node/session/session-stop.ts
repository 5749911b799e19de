import { formatCount, unreachable } from '@openwop-inspector/base';
import type { HostError } from '../../answers/host-error.ts';
import type { Ledger, LiveStatus } from '../../answers/live-status.ts';
import { STOPPED } from '../../ledger/completeness.ts';
import { counted } from '../../ledger/ledger-text.ts';
import { type UnexpectedError, unexpectedText } from '../go-on-after-errors.ts';
import type { ProcessEnd } from './fork-session.ts';

/** What one session may use. */
export interface SessionLimits {
  /** Of the JavaScript heap. */
  readonly heapMb: number;
  /** Of the whole process, buffers outside the heap included. */
  readonly processMb: number;
  /** How often it is asked for a sign of life, and its memory is looked at. */
  readonly askEveryMs: number;
  /** A session that has not answered for so long is ended. */
  readonly silentMs: number;
  /** How long a session that was told to leave may take to write what it holds. */
  readonly leaveMs: number;
}

/** The largest answer that is read of a host is 64 MiB of JSON; parsed, that is some hundred megabytes. */
export const defaultLimits: SessionLimits = {
  heapMb: 768,
  processMb: 1024,
  askEveryMs: 1000,
  silentMs: 15_000,
  leaveMs: 5000,
};

/** Why the supervisor has no session any more. */
export type SessionStop =
  | { readonly kind: 'memory'; readonly limitMb: number }
  | { readonly kind: 'silent'; readonly limitMs: number }
  | { readonly kind: 'error'; readonly error: UnexpectedError }
  /** It told something that is not of the protocol between the two. */
  | { readonly kind: 'message' }
  | { readonly kind: 'gone'; readonly code: string };

/** Reads from its end why a process that was not told to end has ended. */
export function stopOfEnd(
  { status, signal, said }: ProcessEnd,
  failed: UnexpectedError | null,
  { heapMb }: SessionLimits,
): SessionStop {
  if (failed !== null) return { kind: 'error', error: failed };
  if (/out of memory|invalid (?:table|array|size)/i.test(said)) return { kind: 'memory', limitMb: heapMb };
  return { kind: 'gone', code: signal ?? (status === null ? 'not started' : `status ${status}`) };
}

/** The end of a session that was stopped, as a sentence without its full stop. */
function stopText(stop: SessionStop): string {
  return `the session was stopped: ${reasonText(stop)}`;
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

/** The stop as the error that a status carries. */
function stopError(stop: SessionStop): HostError {
  const words = stopText(stop);
  return {
    kind: 'cancelled',
    status: null,
    code: 'session_stopped',
    message: `${words.slice(0, 1).toUpperCase()}${words.slice(1)}. Other sessions go on. What was captured is kept.`,
    hostMessage: null,
    retryAfterMs: null,
    correlationId: null,
    rawBody: '',
  };
}

/** The last status that a session told, as it stands when the session was stopped. */
export function stoppedStatus(last: LiveStatus, stop: SessionStop): LiveStatus {
  const ledger = ledgerOfStopped(last.ledger);
  return {
    ...last,
    ledger,
    state: 'ended',
    end: 'stopped',
    words: `${stopText(stop)}; ${ledger.words}`,
    sinceMs: Date.now(),
    ratePerSecond: 0,
    nextTryAtMs: null,
    lastError: stopError(stop),
  };
}

/**
 * What the session had told of counts what was still to be written, and lags behind what came since: the capture may
 * lack the last of it, or hold more. So also of a session that told of no event, nothing is known.
 */
function ledgerOfStopped(ledger: Ledger): Ledger {
  const words =
    ledger.events === 0
      ? 'no event was counted yet, and what came since may not be in the capture'
      : `${ledger.events === 1 ? '1 event' : `${counted(ledger.events)} events`} had come, and the last of them may not be in the capture`;
  const before = ledger.completeness.known ? [] : ledger.completeness.reasons;
  return {
    ...ledger,
    verdict: 'not-known',
    completeness: { known: false, reasons: [STOPPED, ...before] },
    words,
  };
}
