import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { formatLimit, parsedUrl } from '@openwop-inspector/base';
import type { LoadOnceReply, LoadProblem, Request } from '@openwop-inspector/shell-contract';
import type { Log } from '../log.ts';
import { fileErrorCode } from '../open-files.ts';
import {
  isLocalName,
  type LoadAddress,
  type NetworkPlace,
  networkPlace,
  readLoadAddress,
} from './network-place.ts';

/** The answer for an address from which nothing came. */
type LoadFailure = Extract<LoadOnceReply, { kind: 'problem' }>;

const placeText: Readonly<Record<Exclude<NetworkPlace, 'public'>, string>> = {
  loopback: 'this machine',
  private: 'a private network',
  'link-local': 'the network at this machine alone',
  shared: 'the network of a provider',
  multicast: 'a group of machines',
  metadata: 'the metadata service of a cloud',
  reserved: 'a reserved address',
};

/** Asks the system for all addresses of a name, as every program on it would. Rejects with the system's error. */
const resolveHost = (hostName: string): Promise<readonly LookupAddress[]> =>
  lookup(hostName, { all: true, verbatim: true });

/** Everything that is sent about us. Nothing compressed is requested, so that the body is as long as its header says. */
const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'OpenWOP-Inspector' };

/** Loads that the user requested, one address at a time (security.md S-11, S-17). */
export type ContentLoader = ReturnType<typeof createContentLoader>;

export interface ContentLoaderParts {
  /** Origins of this machine that may get requests; see `readAllowedOrigins`. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** Asks before the first request to the origin of an address; without it there is no question. */
  readonly permit?: (address: string) => Promise<boolean>;
  readonly log: Log;
  readonly resolve?: typeof resolveHost;
  /** From the click to the last byte. */
  readonly limitMs?: number;
  readonly maxBytes?: number;
}

const maxAtOnce = 4;

/** Creates a loader with nothing under way. */
export function createContentLoader(parts: ContentLoaderParts) {
  const { log, limitMs = 20_000 } = parts;
  const running = new Map<string, AbortController>();

  async function run({ loadId, address }: Request<'content/load-once'>, gone?: AbortSignal) {
    const read = readLoadAddress(address);
    if (read === null)
      return loadFailure('address', 'Only http and https addresses without a user name are loaded.');
    if (running.size >= maxAtOnce || running.has(loadId))
      return loadFailure('busy', 'Other content is loading. Try again when it has come.');
    const controller = new AbortController();
    running.set(loadId, controller);
    gone?.addEventListener('abort', () => controller.abort(), { once: true });
    let timer: NodeJS.Timeout | undefined;
    try {
      const refused = await refusedBefore(read, parts, controller.signal);
      if (refused !== null) return refused;
      // The user may take their time to answer.
      timer = setTimeout(() => controller.abort(outOfTime), limitMs);
      return await loadFrom(read, parts, controller.signal);
    } finally {
      clearTimeout(timer);
      running.delete(loadId);
    }
  }

  return {
    /** Never rejects: every failure is an answer. `gone` ends it as `cancel` does. */
    async load(request: Request<'content/load-once'>, gone?: AbortSignal): Promise<LoadOnceReply> {
      const reply = await run(request, gone);
      if (reply.kind === 'bytes') log({ event: 'content-loaded', count: reply.bytes.length });
      else log({ event: 'content-not-loaded', code: reply.reason });
      return reply;
    },
    /** Unknown ids are ignored. */
    cancel: (loadId: string): void => running.get(loadId)?.abort(),
    cancelAll(): void {
      for (const controller of running.values()) controller.abort();
    },
  };
}

const outOfTime = 'out-of-time';

/** What refuses a load before anything leaves this machine, a question for the host's address included. */
async function refusedBefore(
  { url, hostName, isIp }: LoadAddress,
  { allowedOrigins, permit }: ContentLoaderParts,
  signal: AbortSignal,
): Promise<LoadFailure | null> {
  const isAllowed = allowedOrigins.has(url.origin);
  if (!isAllowed && isLocalName(hostName)) return refusedPlace(url.host, 'loopback');
  const place = isIp ? refusedAmong([literalAddress(hostName)], url, isAllowed) : null;
  if (place !== null || permit === undefined) return place;
  const isPermitted = await permit(url.origin);
  if (signal.aborted) return endedEarly(url.host, signal);
  return isPermitted ? null : loadFailure('cancelled', `Nothing was loaded: you did not allow ${url.host}.`);
}

/** Finds the host, checks every address of it, asks, reads. */
async function loadFrom(
  { url, hostName, isIp }: LoadAddress,
  { allowedOrigins, resolve = resolveHost, maxBytes = 64 * 1024 * 1024 }: ContentLoaderParts,
  signal: AbortSignal,
): Promise<LoadOnceReply> {
  let hasAnswered = false;
  try {
    const isAllowed = allowedOrigins.has(url.origin);
    const addresses = isIp ? [literalAddress(hostName)] : await unlessEnded(resolve(hostName), signal);
    const refused = refusedAmong(addresses, url, isAllowed);
    if (refused !== null) return refused;
    const answer = await askOnce(url, addresses, signal);
    hasAnswered = true;
    answer.on('error', () => undefined);
    try {
      return await readAnswer(answer, url, maxBytes);
    } finally {
      answer.destroy();
    }
  } catch (error) {
    if (signal.aborted) return endedEarly(url.host, signal);
    return hasAnswered ? cutOff(url, error) : failedRequest(url.host, error);
  }
}

const literalAddress = (hostName: string): LookupAddress => ({
  address: hostName,
  family: hostName.includes(':') ? 6 : 4,
});

/**
 * One address that is not allowed refuses the host: names that lead to several places at once are how a check is got
 * around. An origin that was allowed leads to this machine and nowhere else.
 */
function refusedAmong(addresses: readonly LookupAddress[], { host }: URL, isAllowed: boolean) {
  if (addresses.length === 0) return loadFailure('no-such-host', `${host} was not found.`);
  const places = addresses.map(({ address }) => networkPlace(address));
  const wrong = places.find((place) => place !== (isAllowed ? 'loopback' : 'public'));
  return wrong === undefined ? null : refusedPlace(host, wrong);
}

const endedEarly = (host: string, { reason }: AbortSignal): LoadFailure =>
  reason === outOfTime
    ? loadFailure('out-of-time', `${host} took too long to answer; nothing was stored.`)
    : loadFailure('cancelled', 'Loading was cancelled.');

/** A resolver cannot be stopped, but it can be left. */
function unlessEnded<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(new Error('ended'));
    else signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
  });
  return Promise.race([waited, ended]);
}

/**
 * Sends one GET to one of the given addresses, over a connection of its own: no cookies, no credentials, no referrer,
 * no proxy. The name is not resolved again, so that what was checked is what gets the request. Certificates are verified,
 * whatever the surroundings say. Resolves when the headers have come; the receiver must read or destroy the answer.
 */
export function askOnce(
  url: URL,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  // Replaces the resolver: the addresses that were found and checked before.
  const options: RequestOptions & { readonly rejectUnauthorized: true } = {
    method: 'GET',
    headers,
    agent: false,
    lookup: (_hostName, { all }, answer) => {
      const [first] = addresses;
      if (all === true) answer(null, [...addresses]);
      else answer(null, first?.address ?? '', first?.family ?? 4);
    },
    signal,
    rejectUnauthorized: true,
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // The listeners stay: what breaks after the headers is reported by the answer itself. A host that wants to go on in
    // another protocol is hung up on without an error.
    send(url, options, resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('The connection ended without an answer.')))
      .end();
  });
}

/**
 * Reads an answer whole, or says why not: a redirect is not followed, only 200 is an answer, nothing that is packed is
 * unpacked, and what is longer than `maxBytes` is given up, whether it says so or not. Rejects when the connection ends
 * early.
 */
async function readAnswer(answer: IncomingMessage, url: URL, maxBytes: number): Promise<LoadOnceReply> {
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
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const declaredType = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(type) ? type : null;
  // Copied into memory of its own: a chunk may lie in memory that is shared with other requests.
  const bytes = new Uint8Array(Buffer.concat(chunks, sizeBytes));
  return { kind: 'bytes', bytes, declaredType, finalHost: url.host };
}

/** What the headers alone decide. */
function refusal({ statusCode = 0, headers }: IncomingMessage, url: URL, maxBytes: number) {
  const { host } = url;
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
    const target = redirectTarget(headers.location, url);
    return loadFailure('redirect', `${host} answered with a redirect to ${target}, which was not followed.`);
  }
  if (statusCode !== 200) return loadFailure('status', `${host} answered with the status ${statusCode}.`);
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity')
    return loadFailure('encoded', `${host} answered with an encoding that was not requested.`);
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
function cutOff(url: URL, error: unknown): LoadFailure {
  const { reason, message } = failedRequest(url.host, error);
  if (reason !== 'unreachable') return loadFailure(reason, message);
  return loadFailure('cut-off', `${url.host} ended the connection before all had come.`);
}

const tooLarge = ({ host }: URL, maxBytes: number): LoadFailure =>
  loadFailure('too-large', `${host} sends more than ${formatLimit(maxBytes)}; nothing was stored.`);

const loadFailure = (reason: LoadProblem, message: string): LoadFailure => ({
  kind: 'problem',
  reason,
  message,
});

/** Why a host gets no request. */
function refusedPlace(host: string, place: NetworkPlace): LoadFailure {
  const words = place === 'public' ? 'an address that was not allowed' : placeText[place];
  return loadFailure('refused-place', `${host} was not contacted: it leads to ${words}.`);
}

/** Why a request failed, by the system's error. */
function failedRequest(host: string, error: unknown): LoadFailure {
  const code = fileErrorCode(error) ?? '';
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return loadFailure('no-such-host', `${host} was not found.`);
  if (/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/.test(code))
    return loadFailure('certificate', `${host} has no certificate that can be trusted (${code}).`);
  if (code.startsWith('HPE_')) return loadFailure('unreachable', `${host} did not answer in HTTP.`);
  return loadFailure('unreachable', `${host} cannot be reached${code === '' ? '' : ` (${code})`}.`);
}
