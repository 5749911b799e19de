import type { IncomingMessage } from 'node:http';
import { formatLimit } from '@openwop-inspector/base';
import type { LoadOnceReply } from '@openwop-inspector/shell-contract';
import { parsedUrl, readLoadAddress } from './load-address.ts';
import { failedRequest, type LoadFailure, loadFailure } from './load-problem.ts';

/**
 * Reads an answer whole, or says why not: a redirect is not followed, only 200 is an answer, nothing that is packed is
 * unpacked, and what is longer than `maxBytes` is given up, whether it says so or not. Rejects when the connection ends
 * early.
 */
export async function readAnswer(
  answer: IncomingMessage,
  url: URL,
  maxBytes: number,
): Promise<LoadOnceReply> {
  const refused = refusal(answer, url, maxBytes);
  if (refused !== null) return refused;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of answer) {
    const buffer: Buffer = chunk;
    sizeBytes += buffer.length;
    if (sizeBytes > maxBytes) return tooLarge(url, maxBytes);
    chunks.push(buffer);
  }
  const declaredType = mediaType(answer.headers['content-type']);
  return { kind: 'bytes', bytes: joined(chunks, sizeBytes), declaredType, finalHost: url.host };
}

/** What the headers alone decide. */
function refusal(
  { statusCode = 0, headers }: IncomingMessage,
  url: URL,
  maxBytes: number,
): LoadFailure | null {
  const { host } = url;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    const target = redirectTarget(headers.location, url);
    return loadFailure('redirect', `${host} answered with a redirect to ${target}, which was not followed.`);
  }
  if (statusCode !== 200) return loadFailure('status', `${host} answered with the status ${statusCode}.`);
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    return loadFailure('encoded', `${host} answered in a packed form that nobody asked for.`);
  }
  return Number(headers['content-length'] ?? 0) > maxBytes ? tooLarge(url, maxBytes) : null;
}

/** Where a redirect leads, without what may be secret in it. */
function redirectTarget(location: string, from: URL): string {
  const url = parsedUrl(location, from);
  if (url === null) return 'an address that cannot be read';
  const target = readLoadAddress(url.href);
  if (target === null) return 'an address that is not loaded';
  return target.url.origin === from.origin ? 'another address there' : target.url.origin;
}

/** Why an answer broke off. */
export function cutOff(url: URL, error: unknown): LoadFailure {
  const { reason, message } = failedRequest(url.host, error);
  if (reason !== 'unreachable') return loadFailure(reason, message);
  return loadFailure('cut-off', `${url.host} ended the connection before all had come.`);
}

function tooLarge({ host }: URL, maxBytes: number): LoadFailure {
  return loadFailure(
    'too-large',
    `${host} sends more than ${formatLimit(maxBytes)}; nothing of it was kept.`,
  );
}

/** Copied into memory of its own: a chunk may lie in memory that is shared with other requests. */
function joined(chunks: readonly Buffer[], sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function mediaType(header: string | undefined): string | null {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(type) ? type : null;
}
