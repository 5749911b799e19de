/**
 * What crosses between a supervisor and the process of its session: texts of JSON, of two closed unions. The process
 * reads what a host sends, so that whatever it tells counts as hostile: its texts have a longest length and are checked
 * before anything is done with them. A token crosses only here, for one request at a time (ADR 0012, ADR 0013).
 */
import { hasExactly, isCount, isRecord } from '@openwop-inspector/base';
import type { ActionRecord } from '../../answers/actions.ts';
import type { HostDiscovery } from '../../answers/discovery.ts';
import type { LiveStatus } from '../../answers/live-status.ts';
import { parsedJson } from '../../json/json-depth.ts';
import type { LiveTimings } from '../../live/live-run.ts';
import type { UnexpectedError } from '../go-on-after-errors.ts';
import { isLiveStatus } from './status-form.ts';

/** The session that a process is to run. */
export interface SessionStart {
  readonly baseUrl: string;
  /** Certificates (PEM) that are trusted besides the public ones; null when those that were named cannot be read. */
  readonly authorities: readonly string[] | null;
  readonly runId: string;
  readonly discovery: HostDiscovery | null;
  readonly a2uiDelta: boolean;
  readonly timings: Partial<LiveTimings>;
  /** A capture that is there and that nobody else writes. */
  readonly capturePath: string;
}

/** What a session is asked to do, answered by `done` with the same number. `leave` ends the process as well. */
export type SessionCommand = 'fetch-missing' | 'reconnect' | 'detach' | 'leave';

/** From the supervisor. */
export type SessionOrder =
  | { readonly kind: 'start'; readonly start: SessionStart }
  | { readonly kind: 'ask' }
  | { readonly kind: 'token'; readonly request: number; readonly token: string | null }
  | { readonly kind: 'do'; readonly request: number; readonly command: SessionCommand }
  | { readonly kind: 'record'; readonly request: number; readonly action: ActionRecord };

/** From the session. */
export type SessionWord =
  | { readonly kind: 'status'; readonly status: LiveStatus }
  /** How far the capture may be read. */
  | { readonly kind: 'grown'; readonly sizeBytes: number }
  /** The sign of life. `memoryBytes` is what the process has in use by its own account. */
  | { readonly kind: 'alive'; readonly memoryBytes: number }
  | { readonly kind: 'token-wanted'; readonly request: number }
  | { readonly kind: 'done'; readonly request: number }
  /** An error that nobody expected; the process ends behind it. */
  | { readonly kind: 'failed'; readonly error: UnexpectedError };

/** Longest text of a message of a session, in UTF-16 units: several times a status with all its spans. */
export const longestMessage = 512 * 1024;

const isKind =
  (kind: string) =>
  (value: unknown): boolean =>
    value === kind;
const isText =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value);
const isError = (value: unknown): boolean =>
  hasExactly(value, { name: isText(/^[A-Za-z]{1,40}$/), at: isText(/^[\w.$<>[\]():\s-]{0,180}$/) });

const wordForms: { readonly [K in SessionWord['kind']]: (value: unknown) => boolean } = {
  status: (value) => hasExactly(value, { kind: isKind('status'), status: isLiveStatus }),
  grown: (value) => hasExactly(value, { kind: isKind('grown'), sizeBytes: isCount }),
  alive: (value) => hasExactly(value, { kind: isKind('alive'), memoryBytes: isCount }),
  'token-wanted': (value) => hasExactly(value, { kind: isKind('token-wanted'), request: isCount }),
  done: (value) => hasExactly(value, { kind: isKind('done'), request: isCount }),
  failed: (value) => hasExactly(value, { kind: isKind('failed'), error: isError }),
};

/** Reads a message of a session; null for whatever is none. */
export function readWord(text: unknown): SessionWord | null {
  if (typeof text !== 'string' || text.length > longestMessage) return null;
  const value = parsedJson(text);
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(wordForms, value.kind)) {
    return null;
  }
  const word = value as unknown as SessionWord; // the form of its kind decides in the next line
  return wordForms[word.kind](value) ? word : null;
}

const isStart = (value: unknown): boolean =>
  hasExactly(value, {
    baseUrl: (url) => typeof url === 'string',
    authorities: (list) =>
      list === null || (Array.isArray(list) && list.every((one) => typeof one === 'string')),
    runId: (runId) => typeof runId === 'string',
    discovery: (discovery) => discovery === null || isRecord(discovery),
    a2uiDelta: (wanted) => typeof wanted === 'boolean',
    timings: isRecord,
    capturePath: (path) => typeof path === 'string',
  });

const commands: Record<SessionCommand, true> = {
  'fetch-missing': true,
  reconnect: true,
  detach: true,
  leave: true,
};

const orderForms: { readonly [K in SessionOrder['kind']]: (value: unknown) => boolean } = {
  start: (value) => hasExactly(value, { kind: isKind('start'), start: isStart }),
  ask: (value) => hasExactly(value, { kind: isKind('ask') }),
  token: (value) =>
    hasExactly(value, {
      kind: isKind('token'),
      request: isCount,
      token: (token) => token === null || typeof token === 'string',
    }),
  do: (value) =>
    hasExactly(value, {
      kind: isKind('do'),
      request: isCount,
      command: (command) => typeof command === 'string' && Object.hasOwn(commands, command),
    }),
  record: (value) => hasExactly(value, { kind: isKind('record'), request: isCount, action: isRecord }),
};

/** Reads an order of the supervisor, which is ours: its form is checked, and not what a host said inside it. */
export function readOrder(text: unknown): SessionOrder | null {
  const value = typeof text === 'string' ? parsedJson(text) : undefined;
  if (!isRecord(value) || typeof value.kind !== 'string' || !Object.hasOwn(orderForms, value.kind)) {
    return null;
  }
  const order = value as unknown as SessionOrder; // the form of its kind decides in the next line
  return orderForms[order.kind](value) ? order : null;
}
