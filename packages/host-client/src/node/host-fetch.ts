import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { createGunzip } from 'node:zlib';
import type { Result } from '@openwop-inspector/base';
import type { HostFetch, HostRequest } from '../connection.ts';
import { fileErrorCode } from './capture-file.ts';

/** What requests to hosts are made with. */
export interface HostFetchParts {
  /**
   * Certificates (PEM) of authorities that are trusted besides the public ones; read once, at the first https
   * request. When it rejects, every https request does, and none is sent.
   */
  readonly authorities?: () => Promise<readonly string[]>;
}

/** Nothing older is spoken, whatever the surroundings allow. */
const MIN_VERSION = 'TLSv1.2';

/**
 * Sends requests to hosts. Certificates are always checked: `NODE_TLS_REJECT_UNAUTHORIZED` has no say here (security
 * S-11). Redirects are not followed, there are no cookies and no cache, and answers packed with gzip are unpacked while
 * they are read, so that limits count unpacked bytes; other packings are refused. Rejects with an error whose `code`
 * names the reason (`request-errors.ts`).
 */
export function createHostFetch({ authorities }: HostFetchParts = {}): HostFetch {
  // Connections are reused for requests that only read, and new for each that changes something.
  const plain = { reused: new HttpAgent({ keepAlive: true }), fresh: new HttpAgent() };
  let secure: ReturnType<typeof secureAgents> | null = null;
  return async (address, request) => {
    const url = new URL(address);
    const isSecure = url.protocol === 'https:';
    if (isSecure) secure ??= secureAgents(authorities);
    const { reused, fresh } = (isSecure ? await secure : null) ?? plain;
    const message = await sent(url, request, request.method === 'GET' ? reused : fresh);
    try {
      return asResponse(message);
    } catch (error) {
      message.destroy();
      throw error;
    }
  };
}

async function secureAgents(authorities: HostFetchParts['authorities']) {
  const named = (await authorities?.()) ?? [];
  const ca = named.length === 0 ? {} : { ca: [...rootCertificates, ...named] };
  const tls = { rejectUnauthorized: true, minVersion: MIN_VERSION, ...ca } as const;
  return { reused: new HttpsAgent({ ...tls, keepAlive: true }), fresh: new HttpsAgent(tls) };
}

/** The head of the answer. A reused connection that the host closed at the same moment is replaced, for GET alone. */
async function sent(url: URL, request: HostRequest, agent: HttpAgent): Promise<IncomingMessage> {
  for (;;) {
    const { head, wasReused } = sendOnce(url, request, agent);
    try {
      return await head;
    } catch (error) {
      if (!(wasReused() && fileErrorCode(error) === 'ECONNRESET')) throw error;
    }
  }
}

function sendOnce(url: URL, { method, headers, body, signal }: HostRequest, agent: HttpAgent) {
  const given = {
    'user-agent': 'OpenWOP-Inspector',
    'accept-encoding': 'gzip',
    ...Object.fromEntries(headers),
  };
  const options = { method, headers: given, agent, signal };
  const request =
    url.protocol === 'https:'
      ? httpsRequest(url, { ...options, rejectUnauthorized: true })
      : httpRequest(url, options);
  const head = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
    // A host that continues in another protocol is hung up on without an error.
    request.on('close', () => reject(failure('UND_ERR_SOCKET')));
  });
  request.end(body);
  return { head, wasReused: () => request.reusedSocket };
}

/** Statuses whose answers have no body, by the standard of fetch. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function asResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) throw failure('HPE_INVALID_STATUS');
  const { rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  if (WITHOUT_BODY.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(webStream(unpacked(message)), { status, headers });
}

function unpacked(message: IncomingMessage): Readable {
  const packing = (message.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (packing === '' || packing === 'identity') return message;
  if (packing !== 'gzip' && packing !== 'x-gzip') throw failure('UNKNOWN_PACKING');
  // Both ends hear of the other's end; what went wrong is reported where the body is read.
  return pipeline(message, createGunzip(), () => undefined);
}

/** A web stream that reads only as fast as it is read, and hangs up when the reader leaves. */
export function webStream(source: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  // An error before the first read waits for the reader.
  source.on('error', () => undefined);
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(new Uint8Array(value));
      },
      cancel() {
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

const failure = (code: string): Error => Object.assign(new Error(code), { code });

/** The certificates of a file, or why it is not taken, in words that do not name the file. */
type AuthoritiesReading = Result<{ certificates: readonly string[] }, { why: string }>;

const MAX_BYTES = 1024 * 1024;
const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g;

/** Reads the certificates (PEM) of authorities from a file of at most 1 MiB. Never rejects. */
export async function readAuthorities(file: string): Promise<AuthoritiesReading> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) return { ok: false, why: 'it is larger than 1 MiB' };
    return authoritiesIn(await readFile(file, 'latin1'));
  } catch (error) {
    const isThere = fileErrorCode(error) !== 'ENOENT';
    return { ok: false, why: isThere ? 'it cannot be read' : 'there is no such file' };
  }
}

function authoritiesIn(text: string): AuthoritiesReading {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return { ok: false, why: 'it holds a private key. Name a file with certificates alone' };
  const certificates = text.match(BLOCK) ?? [];
  if (certificates.length === 0) return { ok: false, why: 'it holds no certificate in PEM form' };
  if (!certificates.every(isCertificate)) return { ok: false, why: 'a certificate in it is damaged' };
  return { ok: true, certificates };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** The error with which requests fail while the file of a named authority is not taken. */
export function authoritiesUnusable(): Error {
  return Object.assign(new Error('AUTHORITIES_UNUSABLE'), { code: 'AUTHORITIES_UNUSABLE' });
}
