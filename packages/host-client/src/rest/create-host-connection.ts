import { formatLimit, jsonDepth, jsonText } from '@openwop-inspector/base';
import type { HostAnswer } from '../answers/host-error.ts';
import type { ConnectionParts, HostConnection, JsonAnswer, StreamAnswer } from '../connection.ts';
import { withoutAnswer } from '../errors/network-error.ts';
import { rawBodyOf } from '../errors/status-error.ts';
import {
  createSender,
  DEEPEST,
  depthText,
  parsedJson,
  type RequestOptions,
  readBody,
  type Sender,
} from './send-request.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const UNWRITABLE = withoutAnswer('status', 'request_unwritable', 'The request cannot be written as JSON.');

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
    const body = await readBody(answer.body, maxBytes);
    if (body.end !== 'too-large') return readJson(sender, answer, body.text);
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
  return { ok: true, value: { status, headers, contentType: mediaType(headers), body: body ?? null } };
}

function readJson(
  { host, mask }: Sender,
  { status, headers }: Response,
  text: string,
): HostAnswer<JsonAnswer> {
  if (text.trim() === '') return { ok: true, value: { status, headers, json: null, text } };
  const json = parsedJson(text);
  if (json !== undefined) return { ok: true, value: { status, headers, json, text } };
  const unread = (code: string, message: string): HostAnswer<never> => {
    const error = withoutAnswer('not-understood', code, message);
    return { ok: false, error: { ...error, status, rawBody: rawBodyOf(text, mask) } };
  };
  const depth = jsonDepth(text);
  if (depth > DEEPEST) return unread('answer_too_deep', `The answer of ${host} ${depthText(depth)}.`);
  const isPage = mediaType(headers) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(text);
  const what = isPage ? 'a web page' : 'something else';
  const message = `${host} answers with ${what} instead of JSON. Check the address: is this the host itself?`;
  return unread(isPage ? 'web_page' : 'not_json', message);
}

/** Media type of an answer without its parameters, lower case; empty when it has none. */
function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
