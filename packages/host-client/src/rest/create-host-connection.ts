import { formatLimit, jsonDepth, jsonText, parsedUrl } from '@openwop-inspector/base';
import type { HostAnswer, HostError } from '../answers/host-error.ts';
import {
  bearer,
  type ConnectionParts,
  createTokenMask,
  type HostConnection,
  type JsonAnswer,
  type ProtocolMajor,
  type RequestClock,
  type RequestParts,
  type StreamAnswer,
  type TokenMask,
} from '../connection.ts';
import {
  calledOff,
  networkError,
  outOfTime,
  rawBodyOf,
  statusError,
  withoutAnswer,
} from '../errors/request-errors.ts';
import { realClock } from '../live/live-run.ts';
import { DEEPEST, parsedJson } from './read-body.ts';
import { cleanBase, DISCOVERY_PATH, hostNameOf, requestUrl, VERSION_HEADER } from './request-url.ts';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Of an answer that says no, more is not read. */
const MAX_ERROR_BYTES = 256 * 1024;
const UNWRITABLE = withoutAnswer('status', 'request_unwritable', 'The request cannot be written as JSON.');
const BAD_ADDRESS = withoutAnswer(
  'unreachable',
  'BAD_ADDRESS',
  'The address of the host cannot be read. Enter it again.',
);

/**
 * A connection to one host. The token is read at every request and goes into the `Authorization` header, to the
 * origin of `baseUrl` alone. Redirects are reported, not followed. Cookies are neither sent nor stored. No call rejects for
 * what a host does. Give each stream a signal of its own: it is listened to until it aborts.
 */
export function createHostConnection(parts: ConnectionParts): HostConnection {
  const sender = createSender(parts);
  const accept = 'application/json';
  return {
    baseUrl: sender.baseUrl,
    get major() {
      return sender.major;
    },
    speak: (major) => {
      sender.major = major;
    },
    getJson: (path, more = {}) => askJson(sender, { ...more, method: 'GET', path, accept }),
    postJson: async (path, value, more = {}) => {
      const body = jsonText(value);
      if (body === null) return { ok: false, error: UNWRITABLE };
      return askJson(sender, { ...more, method: 'POST', path, accept, body });
    },
    openStream: (path, more = {}) =>
      openStream(sender, { ...more, method: 'GET', path, accept: 'text/event-stream' }),
    get clockSkewMs() {
      return sender.skew.ms;
    },
    mask: sender.mask,
    hide: sender.hide,
  };
}

async function askJson(sender: Sender, requested: RequestOptions): Promise<HostAnswer<JsonAnswer>> {
  const sent = await sender.send(requested);
  if (!sent.ok) return sent;
  const { answer, end } = sent.value;
  const maxBytes = requested.maxBytes ?? MAX_BYTES;
  try {
    const { text, isTooLarge } = await readBody(answer.body, maxBytes);
    if (!isTooLarge) return readJson(sender, answer, text);
    const message = `The answer of ${sender.host} is larger than ${formatLimit(maxBytes)} and was not read to its end.`;
    return { ok: false, error: withoutAnswer('not-understood', 'answer_too_large', message) };
  } catch (thrown) {
    return { ok: false, error: sender.noAnswer(thrown, end) };
  } finally {
    end.release();
  }
}

async function openStream(sender: Sender, requested: RequestOptions): Promise<HostAnswer<StreamAnswer>> {
  const sent = await sender.send(requested);
  if (!sent.ok) return sent;
  const { answer, end } = sent.value;
  end.stopClock();
  const { status, headers, body } = answer;
  return { ok: true, value: { status, contentType: mediaType(headers), body: body ?? null } };
}

function readJson(sender: Sender, { status, headers }: Response, text: string): HostAnswer<JsonAnswer> {
  const { host, mask } = sender;
  if (text.trim() === '') return { ok: true, value: { status, json: null, text } };
  const json = parsedJson(text);
  if (json !== undefined) return { ok: true, value: { status, json, text } };
  const unread = (code: string, message: string): HostAnswer<never> => {
    const error = withoutAnswer('not-understood', code, message);
    return { ok: false, error: { ...error, status, rawBody: rawBodyOf(text, mask) } };
  };
  const depth = jsonDepth(text);
  if (depth > DEEPEST) {
    const message = `The answer of ${host} nests ${depth} levels deep, and no more than ${DEEPEST} are read.`;
    return unread('answer_too_deep', message);
  }
  const isPage = mediaType(headers) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text);
  const what = isPage ? 'a web page' : 'something else';
  const message = `${host} answers with ${what} instead of JSON. Check the address: is this the host itself?`;
  return unread(isPage ? 'web_page' : 'not_json', message);
}

/** Media type of an answer without its parameters, lower case; empty when it has none. */
function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Reads a body as UTF-8, at most `maxBytes` of it; one that is larger is not read further. Rejects as the stream does. */
async function readBody(body: ReadableStream<Uint8Array> | null, maxBytes: number) {
  if (body === null) return { text: '', isTooLarge: false };
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
      return { text: parts.join(''), isTooLarge: true };
    }
  }
  parts.push(decoder.decode());
  return { text: parts.join(''), isTooLarge: false };
}

/** A request, whole but for the token. */
interface RequestOptions extends RequestParts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly accept: string;
  readonly body?: string;
}

/** Sends the requests of one connection. */
type Sender = ReturnType<typeof createSender>;

function createSender(parts: ConnectionParts) {
  const baseUrl = cleanBase(parts.baseUrl);
  const host = hostNameOf(baseUrl);
  const clock = parts.clock ?? realClock;
  const skew = createClockSkew();
  const { note, mask, hide } = createTokenMask();
  const major: ProtocolMajor = parts.major ?? 1;
  /** What a rejected fetch or body means. */
  const noAnswer = (thrown: unknown, end: RequestEnd): HostError => {
    if (end.reason === 'called-off') return calledOff();
    return end.reason === 'out-of-time' ? outOfTime(host) : networkError(thrown, host);
  };
  const sender = {
    baseUrl,
    host,
    major,
    skew,
    mask,
    hide,
    noAnswer,
    /**
     * The head of an answer with status 2xx, or the error; an answer that says no is read first. The clock of the request
     * still runs then; `end.release` is the caller's to call. Never rejects.
     */
    async send(
      requested: RequestOptions,
    ): Promise<HostAnswer<{ readonly answer: Response; readonly end: RequestEnd }>> {
      const url = requestUrl(baseUrl, requested.path, requested.query);
      if (url === null) return { ok: false, error: BAD_ADDRESS };
      const headers = await headersFor(requested, sender.major, parts.token, note);
      if (headers === null) {
        const message = `The token for ${host} holds characters that no header can carry, such as blanks. Enter it again.`;
        return { ok: false, error: withoutAnswer('status', 'token_unusable', message) };
      }
      const end = createRequestEnd(clock, requested.timeoutMs ?? TIMEOUT_MS, requested.signal);
      const sentMs = clock.now();
      const { method, body } = requested;
      try {
        const own = { method, headers, signal: end.signal };
        const answer = await parts.fetch(url, body === undefined ? own : { ...own, body });
        skew.note(answer.headers.get('date'), sentMs, clock.now());
        const sentToken = headers.has('authorization');
        const refused = await refusal(answer, requested, url, { host, sentToken, nowMs: clock.now(), mask });
        if (refused === null) return { ok: true, value: { answer, end } };
        end.release();
        return { ok: false, error: end.reason === 'called-off' ? calledOff() : refused };
      } catch (thrown) {
        end.release();
        return { ok: false, error: noAnswer(thrown, end) };
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
  note: TokenMask['note'],
): Promise<Headers | null> {
  const headers = new Headers(requested.headers);
  if (!headers.has('accept')) headers.set('Accept', requested.accept);
  if (requested.body !== undefined) headers.set('Content-Type', 'application/json');
  if (major === 2 && requested.path !== DISCOVERY_PATH) headers.set(VERSION_HEADER, '2');
  headers.delete('authorization');
  const secret = requested.withToken === false ? null : await token();
  if (secret === null || secret === '') return headers;
  note(secret);
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
    // It is not followed, since the token goes to one address only (security S-11).
    const to = targetOf(headers.get('location'), url);
    const where = to === null ? 'another address' : facts.mask(to);
    const message = `${facts.host} sends the request on to ${where}. It was not followed, since the token goes to one address only. If that one is right, enter it as the host.`;
    return { ...withoutAnswer('redirect', `http_${status}`, message), status };
  }
  // What is missing of its text is not missed, since the status has said no.
  const read = await readBody(answer.body, MAX_ERROR_BYTES).catch(() => ({ text: '' }));
  return statusError({ status, headers, body: read.text }, facts);
}

/** Where a redirect leads, without the query, which may hold what is nobody's business. */
function targetOf(location: string | null, requested: string): string | null {
  if (location === null || location.length > 4096) return null;
  const url = parsedUrl(location, new URL(requested));
  return url === null || url.origin === 'null' ? null : `${url.origin}${url.pathname}`.slice(0, 300);
}

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

/** Ends a request: when its time is over, or when the person calls it off. */
type RequestEnd = ReturnType<typeof createRequestEnd>;

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
