import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isRecord, parsedJson, unreachable } from '@openwop-inspector/base';
import {
  gestureHeader,
  isCallName,
  needsGesture,
  type WindowKeyReply,
  type WindowOpened,
} from '@openwop-inspector/shell-contract';
import {
  type FileAnswer,
  type FileRequest,
  fileErrorCode,
  type Log,
  type ShellCallService,
  serveFile,
} from '@openwop-inspector/shell-core';
import type { WindowKeys } from './door.ts';
import type { EventStream } from './event-stream.ts';

/** The body of a call. */
type JsonBody =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly why: string };

/** What the routes answer from. */
export interface RouteParts {
  readonly service: ShellCallService;
  readonly events: EventStream;
  readonly keys: WindowKeys;
  readonly rendererDir: string;
  readonly log: Log;
}

/** Largest body of a call; the settings' layout is the longest thing a window sends. */
const maxCallBytes = 512 * 1024;

/** Largest body that brings a key. */
const maxKeyBytes = 1024;

/**
 * Answers an admitted request: `/window` (a key becomes a secret), `/window/key`, `/rpc/<call>`, `/rpc/events`, `/file/<fileId>`, and the renderer's files. `path` is as
 * written in the request, without the query.
 */
export async function answerRequest(
  parts: RouteParts,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isCall = path.startsWith('/rpc/') && path !== '/rpc/events';
  const isKey = path === '/window' || path === '/window/key';
  const allowed = isCall || isKey ? 'POST' : path === '/rpc/events' ? 'GET' : 'GET, HEAD';
  const { method = '', headers } = request;
  if (!allowed.split(', ').includes(method)) {
    response.setHeader('allow', allowed);
    return sayStatus(response, 405, `This address answers to ${allowed}.`);
  }
  if (path === '/window') return openWindow(parts, request, response);
  if (isKey) return sendJson({ key: parts.keys.forOtherWindow() } satisfies WindowKeyReply, response);
  if (isCall) return answerCall(parts, path.slice('/rpc/'.length), request, response);
  if (path === '/rpc/events') return parts.events.join(response);
  const ifRange = headers['if-range'];
  const requested: FileRequest = {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    range: headers.range ?? null,
    ifRange: typeof ifRange === 'string' ? ifRange : null,
  };
  const { openFiles } = parts.service;
  const answer = await serveFile({ openFiles, rendererDir: parts.rendererDir }, path, requested);
  if ('why' in answer) return sayStatus(response, answer.status, answer.why);
  return sendFile(answer, response, parts.log);
}

/** Ends a request with a status and a sentence. */
export function sayStatus(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${words}\n`);
}

/** A key is taken once. The second user gets a message: perhaps somebody else was first. */
async function openWindow({ keys, log }: RouteParts, request: IncomingMessage, response: ServerResponse) {
  const body = await readJsonBody(request, maxKeyBytes);
  if (body.kind === 'refused') return sayStatus(response, body.status, body.why);
  const key = isRecord(body.value) && typeof body.value.key === 'string' ? body.value.key : '';
  const exchange = keys.exchange(key);
  if (exchange.kind === 'opened') {
    const { secret, nextKey } = exchange;
    return sendJson({ secret, nextKey } satisfies WindowOpened, response);
  }
  const status = exchange.kind === 'spent' ? 410 : 401;
  log({ event: 'request-refused', status });
  return sayStatus(response, status, exchange.kind === 'spent' ? spentKey : unknownKey);
}

const newAddress = 'Press Enter in the terminal where the inspector runs: it prints a new address.';
const spentKey =
  `An address opens one window, once, and this one was used before. ${newAddress} ` +
  'If it was not you who used it, stop the inspector: another program read the address.';
const unknownKey = `This address is of another start. ${newAddress}`;

async function answerCall(
  { service, log }: RouteParts,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (isCallName(name) && needsGesture(name) && request.headers[gestureHeader] === undefined) {
    log({ event: 'call-refused', status: 403, call: name });
    return sayStatus(response, 403, `${name} is answered only after a click or a key.`);
  }
  const body = await readJsonBody(request, maxCallBytes);
  if (body.kind === 'refused') {
    log({ event: 'call-refused', status: body.status });
    return sayStatus(response, body.status, body.why);
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const answer = await service.answer(name, body.value, gone.signal);
  switch (answer.kind) {
    case 'answered':
      return sendReply(answer.reply, response);
    case 'unknown-call':
      log({ event: 'call-refused', status: 404 });
      return sayStatus(response, 404, 'There is no such call.');
    case 'bad-request':
      log({ event: 'call-refused', status: 400, call: name });
      return sayStatus(response, 400, answer.why);
    default:
      return unreachable(answer);
  }
}

function sendJson(value: unknown, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

/** A reply is JSON. One with bytes is a line of JSON with the rest of it, then the bytes as they are. */
function sendReply(reply: unknown, response: ServerResponse): void {
  if (!isRecord(reply) || !(reply.bytes instanceof Uint8Array)) {
    sendJson(reply, response);
    return;
  }
  const { bytes, ...rest } = reply;
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
  response.write(`${JSON.stringify(rest)}\n`);
  response.end(bytes);
}

/** Streams the answer. When reading fails halfway the connection is cut, so that a short body is never taken for whole. */
async function sendFile(answer: FileAnswer, response: ServerResponse, log: Log): Promise<void> {
  response.writeHead(answer.status, answer.headers);
  if (!(answer.body instanceof Readable)) {
    response.end(answer.body ?? '');
    return;
  }
  try {
    await pipeline(answer.body, response);
  } catch (error) {
    const code = fileErrorCode(error);
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') log({ event: 'file-failed', code: code ?? 'unknown' });
    response.destroy();
  }
}

/**
 * Reads a JSON body of at most `maxBytes`. The content type must say JSON: forms of other pages cannot say so without
 * asking first, and are refused when they ask.
 */
async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<JsonBody> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    return { kind: 'refused', status: 415, why: 'A call is sent as application/json.' };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes)
      return { kind: 'refused', status: 413, why: `A call has at most ${maxBytes} bytes.` };
    chunks.push(bytes);
  }
  const value = parsedJson(Buffer.concat(chunks).toString('utf8'));
  if (value !== undefined) return { kind: 'read', value };
  return { kind: 'refused', status: 400, why: 'The body of the call is not JSON.' };
}
