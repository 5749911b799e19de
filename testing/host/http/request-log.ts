import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

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
