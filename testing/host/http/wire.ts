import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../dialects/dialect.ts';
import type { FaultyAnswer } from '../faults.ts';
import { refused } from './route.ts';

/** Sends JSON; a body of null is no body. */
export function sendAnswer(response: ServerResponse, { status, body, headers }: Answer): void {
  if (body === null) {
    response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end();
    return;
  }
  const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(body));
}

/** Sends a wrong answer in the shape that the fault asks for. */
export function sendFaulty(response: ServerResponse, fault: FaultyAnswer): void {
  const { status, body, retryAfterSeconds } = fault;
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const code = CODES[status] ?? 'internal_error';
  const message = `Requested to fail with ${status}`;
  const details = status >= 500 ? { correlationId: 'corr-7f3a' } : undefined;
  const send = (type: object, text?: string) => response.writeHead(status, { ...retry, ...type }).end(text);
  const page = `<!doctype html><title>${status}</title><h1>Proxy error</h1>`;
  const senders: Readonly<Record<FaultyAnswer['body'], () => unknown>> = {
    json: () => sendAnswer(response, { ...refused(status, code, message, details), headers: retry }),
    nested: () => sendAnswer(response, { status, body: { error: { code, message } }, headers: retry }),
    html: () => send({ 'content-type': 'text/html; charset=utf-8' }, page),
    text: () => send({ 'content-type': 'text/plain' }, message),
    empty: () => send({}),
  };
  senders[body]();
}

const CODES: Readonly<Record<number, string>> = {
  400: 'validation_error',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'run_not_found',
  409: 'conflict',
  410: 'interrupt_gone',
  429: 'rate_limited',
  500: 'internal_error',
  501: 'capability_not_provided',
  503: 'service_unavailable',
};

/** A request as it came in. */
export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** What stood behind `Bearer`; null for none. */
  readonly token: string | null;
  /** Body, once it has been read; empty for none. */
  body: string;
}

export function seenRequest(request: IncomingMessage): SeenRequest {
  const { method = 'GET', url = '/', headers } = request;
  const [, token = null] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  return { method, path: url, headers, token, body: '' };
}

const MAX_BYTES = 1_048_576;

/** Reads a body; null when it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > MAX_BYTES) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
