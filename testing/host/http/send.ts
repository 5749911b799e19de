import type { ServerResponse } from 'node:http';
import { unreachable } from '@openwop-inspector/base';
import type { FaultyAnswer } from '../faults/faults.ts';
import { type Answer, refused } from './answer.ts';

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
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  const code = CODES[status] ?? 'internal_error';
  const message = `Asked to fail with ${status}`;
  const details = status >= 500 ? { correlationId: 'corr-7f3a' } : undefined;
  switch (body) {
    case 'json':
      sendAnswer(response, { ...refused(status, code, message, details), headers });
      return;
    case 'nested':
      sendAnswer(response, { status, body: { error: { code, message } }, headers });
      return;
    case 'html':
      headers['content-type'] = 'text/html; charset=utf-8';
      response.writeHead(status, headers).end(`<!doctype html><title>${status}</title><h1>Proxy error</h1>`);
      return;
    case 'text':
      response.writeHead(status, { ...headers, 'content-type': 'text/plain' }).end(message);
      return;
    case 'empty':
      response.writeHead(status, headers).end();
      return;
    default:
      unreachable(body);
  }
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
