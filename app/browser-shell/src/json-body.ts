import type { IncomingMessage } from 'node:http';

/** The body of a call. */
export type JsonBody =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly why: string };

/**
 * Reads a JSON body of at most `maxBytes`. The content type must say JSON: forms of other pages cannot say so without
 * asking first, and are refused when they ask.
 */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<JsonBody> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return { kind: 'refused', status: 415, why: 'A call is sent as application/json.' };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes)
      return { kind: 'refused', status: 413, why: `A call has at most ${maxBytes} bytes.` };
    chunks.push(bytes);
  }
  try {
    return { kind: 'read', value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'refused', status: 400, why: 'The body of the call is not JSON.' };
  }
}
