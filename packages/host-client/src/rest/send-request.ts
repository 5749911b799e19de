import * as base from '@openwop-inspector/base';
import type { HostAnswer, HostError } from '../answers/host-error.ts';
import {
  bearer,
  type ConnectionParts,
  createTokenMask,
  type ProtocolMajor,
  type RequestClock,
  type RequestParts,
  type TokenMask,
} from '../connection.ts';
import { calledOff, errorCodeIn, networkError, outOfTime, withoutAnswer } from '../errors/network-error.ts';
import { statusError } from '../errors/status-error.ts';
import { realClock } from '../live/live-run.ts';
import { cleanBase, DISCOVERY_PATH, hostNameOf, requestUrl, VERSION_HEADER } from './request-url.ts';

/** Ends a request: when its time is over, or when the person calls it off. Node 18 has no `AbortSignal.any`. */
type RequestEnd = ReturnType<typeof createRequestEnd>;

const TIMEOUT_MS = 20_000;
/** Of an answer that says no, more is not read. */
const MAX_ERROR_BYTES = 256 * 1024;

/** A request, whole but for the token. */
export interface RequestOptions extends RequestParts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly accept: string;
  readonly body?: string;
}

/** The head of an answer that says yes. The clock of the request still runs; `end.release` is the caller's to call. */
interface Sent {
  readonly answer: Response;
  readonly end: RequestEnd;
}

/** Sends the requests of one connection. */
export interface Sender {
  readonly baseUrl: string;
  readonly host: string;
  major: ProtocolMajor;
  readonly skew: ClockSkew;
  readonly mask: TokenMask['mask'];
  readonly hide: TokenMask['hide'];
  /** The head of an answer with status 2xx, or the error; an answer that says no is read first. Never rejects. */
  send(requested: RequestOptions): Promise<HostAnswer<Sent>>;
  /** What a rejected fetch or body means. */
  noAnswer(thrown: unknown, end: RequestEnd): HostError;
}

export function createSender(parts: ConnectionParts): Sender {
  const baseUrl = cleanBase(parts.baseUrl);
  const host = hostNameOf(baseUrl);
  const clock = parts.clock ?? realClock;
  const skew = createClockSkew();
  const tokens = createTokenMask();
  const sender: Sender = {
    baseUrl,
    host,
    major: parts.major ?? 1,
    skew,
    mask: tokens.mask,
    hide: tokens.hide,
    noAnswer: (thrown, end) => {
      if (end.reason === 'called-off') return calledOff();
      return end.reason === 'out-of-time' ? outOfTime(host) : networkError(thrown, host);
    },
    async send(requested) {
      const url = requestUrl(baseUrl, requested.path, requested.query);
      if (url === null) return { ok: false, error: BAD_ADDRESS };
      const headers = await headersFor(requested, sender.major, parts.token, tokens);
      if (headers === null) {
        const message = `The token for ${host} holds characters that no header can carry, such as blanks. Enter it again.`;
        return { ok: false, error: withoutAnswer('status', 'token_unusable', message) };
      }
      const end = createRequestEnd(clock, requested.timeoutMs ?? TIMEOUT_MS, requested.signal);
      const sentMs = clock.now();
      const { method, body } = requested;
      try {
        const answer = await parts.fetch(url, {
          method,
          headers,
          signal: end.signal,
          ...(body === undefined ? {} : { body }),
        });
        skew.note(answer.headers.get('date'), sentMs, clock.now());
        const facts = {
          host,
          sentToken: headers.has('authorization'),
          nowMs: clock.now(),
          mask: tokens.mask,
        };
        const refused = await refusal(answer, requested, url, facts);
        if (refused === null) return { ok: true, value: { answer, end } };
        end.release();
        return { ok: false, error: end.reason === 'called-off' ? calledOff() : refused };
      } catch (thrown) {
        end.release();
        return { ok: false, error: sender.noAnswer(thrown, end) };
      }
    },
  };
  return sender;
}

/** Null for a token that no header can carry. A token among the given headers is dropped: there is one way for it. */
async function headersFor(
  requested: RequestOptions,
  major: ProtocolMajor,
  token: ConnectionParts['token'],
  tokens: TokenMask,
): Promise<Headers | null> {
  const headers = new Headers(requested.headers);
  if (!headers.has('accept')) headers.set('Accept', requested.accept);
  if (requested.body !== undefined) headers.set('Content-Type', 'application/json');
  if (major === 2 && requested.path !== DISCOVERY_PATH) headers.set(VERSION_HEADER, '2');
  headers.delete('authorization');
  const secret = requested.withToken === false ? null : await token();
  if (secret === null || secret === '') return headers;
  tokens.note(secret);
  const value = bearer(secret);
  if (value === null) return null;
  headers.set('Authorization', value);
  return headers;
}

/** Why an answer is not what was requested; null when it is. Reads the body of one that says no. */
async function refusal(
  answer: Response,
  requested: RequestOptions,
  url: string,
  facts: Parameters<typeof statusError>[1],
): Promise<HostError | null> {
  const { status, headers } = answer;
  if (answer.ok || (status === 304 && new Headers(requested.headers).has('if-none-match'))) return null;
  if (status >= 300 && status < 400 && status !== 304) {
    answer.body?.cancel().catch(() => undefined);
    return redirectError(facts.host, answer, url, facts.mask);
  }
  return statusError({ status, headers, body: await textOf(answer) }, facts);
}

/** Text of a body as far as it comes: what is missing is not missed, since the status has said no. */
async function textOf(answer: Response): Promise<string> {
  try {
    return (await readBody(answer.body, MAX_ERROR_BYTES)).text;
  } catch {
    return '';
  }
}

const BAD_ADDRESS = withoutAnswer(
  'unreachable',
  'BAD_ADDRESS',
  'The address of the host cannot be read. Enter it again.',
);

/** How far the clock of a host is from ours, in ms. */
type ClockSkew = ReturnType<typeof createClockSkew>;

/**
 * A `Date` header has whole seconds of a moment between request and response. Each response so gives a lowest and a
 * highest skew; what all answers agree on gets narrower, and begins again when a clock was set.
 */
function createClockSkew() {
  let lowest = Number.NaN;
  let highest = Number.NaN;
  return {
    /** Takes the `Date` of an answer to a request that ran between the two times of ours. */
    note(date: string | null, sentMs: number, receivedMs: number) {
      const hostMs = Date.parse(date ?? '');
      if (Number.isNaN(hostMs)) return;
      const low = hostMs - receivedMs;
      const high = hostMs + 999 - sentMs;
      const agrees = low <= highest && high >= lowest;
      lowest = agrees ? Math.max(low, lowest) : low;
      highest = agrees ? Math.min(high, highest) : high;
    },
    /** Host's clock minus ours; null before the first answer with its time. */
    get ms() {
      return Number.isNaN(lowest) ? null : Math.round((lowest + highest) / 2);
    },
  };
}

/**
 * A redirect as an error: it is not followed, since the token goes to one address only (security S-11). Where it leads
 * is named without its query, which may hold what is nobody's business.
 */
function redirectError(
  host: string,
  { status, headers }: Response,
  requested: string,
  mask: (text: string) => string,
): HostError {
  const to = targetOf(headers.get('location'), requested);
  const where = to === null ? 'another address' : mask(to);
  const message = `${host} sends the request on to ${where}. It was not followed, since the token goes to one address only. If that one is right, enter it as the host.`;
  return { ...withoutAnswer('redirect', `http_${status}`, message), status };
}

function targetOf(location: string | null, requested: string): string | null {
  if (location === null || location.length > 4096) return null;
  const url = base.parsedUrl(location, new URL(requested));
  return url === null || url.origin === 'null' ? null : `${url.origin}${url.pathname}`.slice(0, 300);
}

function createRequestEnd(clock: RequestClock, timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let reason: 'out-of-time' | 'called-off' | null = null;
  const end = (why: NonNullable<typeof reason>): void => {
    reason ??= why;
    controller.abort();
  };
  const callOff = (): void => end('called-off');
  /** Stops the clock; the person can still call it off. */
  const stopClock = clock.after(timeoutMs, () => end('out-of-time'));
  outer?.addEventListener('abort', callOff, { once: true });
  if (outer?.aborted === true) callOff();
  return {
    signal: controller.signal,
    /** What ended it; null while it continues. */
    get reason(): 'out-of-time' | 'called-off' | null {
      return reason;
    },
    stopClock,
    /** Stops the clock and no longer listens. */
    release() {
      stopClock();
      outer?.removeEventListener('abort', callOff);
    },
  };
}

/** How a body came to its end, for whoever reads it. */
export type BodyEnd =
  /** The host has said all. */
  | 'end'
  /** No byte for too long, and somebody minded. */
  | 'idle'
  /** Node's fetch has given up a body that was silent for minutes, though nothing was wrong with it. */
  | 'quiet'
  /** The connection broke. */
  | 'broken'
  /** We called it off. */
  | 'called-off';

interface BodyParts {
  readonly clock: RequestClock;
  readonly signal: AbortSignal;
  /** How long no byte may come, in ms. */
  readonly idleMs: number;
  /** RequestOptions when so long no byte came; false waits on. True unless given. */
  readonly isWatched?: () => boolean;
}

/** A body, chunk by chunk. `close` has to be called; it gives up what was not read. */
export type BodyChunks = ReturnType<typeof bodyChunks>;

/** Reads a body until it ends, is silent for too long, or `signal` aborts. Nothing here rejects. */
export function bodyChunks(body: ReadableStream<Uint8Array>, parts: BodyParts) {
  const { clock, signal, idleMs, isWatched = () => true } = parts;
  const reader = body.getReader();
  let ended: BodyEnd | null = null;
  let heardMs = clock.now();
  let cancelTimer = (): void => {};
  // Cancelling lets a read that waits come back; a body that was cut off rejects, and there is nobody left to tell.
  const stop = (why: BodyEnd): void => {
    ended ??= why;
    reader.cancel().catch(() => {});
  };
  const callOff = (): void => stop('called-off');
  const watch = (ms: number): void => {
    cancelTimer = clock.after(ms, () => {
      const restMs = heardMs + idleMs - clock.now();
      if (restMs > 0) watch(restMs);
      else if (isWatched()) stop('idle');
      else watch(idleMs);
    });
  };
  watch(idleMs);
  signal.addEventListener('abort', callOff);
  if (signal.aborted) callOff();
  return {
    async next(): Promise<Uint8Array | BodyEnd> {
      try {
        const { value } = await reader.read();
        if (ended === null && value !== undefined) {
          heardMs = clock.now();
          return value;
        }
        ended ??= 'end';
      } catch (thrown) {
        ended ??= errorCodeIn(thrown) === 'UND_ERR_BODY_TIMEOUT' ? 'quiet' : 'broken';
      }
      return ended;
    },
    close() {
      cancelTimer();
      signal.removeEventListener('abort', callOff);
      stop('called-off');
    },
  };
}

/** What became of reading a body. `end`: whole. `too-large`: more than was allowed; the rest is not read. */
interface BodyText {
  readonly text: string;
  readonly end: 'whole' | 'too-large';
}

/** Reads a body as UTF-8, at most `maxBytes` of it. Rejects as the stream does. */
export async function readBody(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<BodyText> {
  if (body === null) return { text: '', end: 'whole' };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const room = maxBytes - bytes;
    bytes += value.byteLength;
    parts.push(decoder.decode(value.subarray(0, room), { stream: true }));
    if (bytes > maxBytes) {
      // The answer to this says nothing that matters: the stream is given up either way.
      reader.cancel().catch(() => undefined);
      return { text: parts.join(''), end: 'too-large' };
    }
  }
  parts.push(decoder.decode());
  return { text: parts.join(''), end: 'whole' };
}

// How deep a JSON text may nest, checked before anything is parsed or built from it.

/**
 * Deepest nesting of a text of a host that is parsed, stored as JSON or handed on; a scalar has depth 0. What walks a
 * parsed value step by step into itself (JSON.stringify, structured clone, screens) ends long after this depth.
 */
export const DEEPEST = 512;

/** A text as JSON; undefined when it is none, and when it nests deeper than `DEEPEST`, which `jsonDepth` distinguishes. */
export function parsedJson(text: string): unknown {
  return base.parsedJson(text, DEEPEST);
}

/** What is said of a text that nests too deep: how deep it is, and how deep it may be. */
export function depthText(depth: number): string {
  return `nests ${depth} levels deep, and no more than ${DEEPEST} are read`;
}
