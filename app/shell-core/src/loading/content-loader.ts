import type { LoadOnceReply, Request } from '@openwop-inspector/shell-contract';
import type { Log } from '../log.ts';
import { askOnce } from './ask-once.ts';
import { isLocalName, type LoadAddress, readLoadAddress } from './load-address.ts';
import { failedRequest, type LoadFailure, loadFailure, refusedPlace } from './load-problem.ts';
import { networkPlace } from './network-place.ts';
import { cutOff, readAnswer } from './read-answer.ts';
import { type HostAddress, type ResolveHost, resolveHost } from './resolve-host.ts';

/** Loads that a person asked for, one address at a time (security.md S-11, S-17). */
export interface ContentLoader {
  /** Never rejects: every failure is an answer. `gone` ends it as `cancel` does. */
  load(request: Request<'content/load-once'>, gone?: AbortSignal): Promise<LoadOnceReply>;
  /** Unknown ids are ignored. */
  cancel(loadId: string): void;
  cancelAll(): void;
}

export interface ContentLoaderParts {
  /** Origins of this machine that may be asked; see `readAllowedOrigins`. */
  readonly allowedOrigins: ReadonlySet<string>;
  /** Asks before the first request to the origin of an address; without it nobody is asked. */
  readonly permit?: (address: string) => Promise<boolean>;
  readonly log: Log;
  readonly resolve?: ResolveHost;
  /** From the click to the last byte. */
  readonly limitMs?: number;
  readonly maxBytes?: number;
}

const maxAtOnce = 4;

/** Creates a loader with nothing under way. */
export function createContentLoader(parts: ContentLoaderParts): ContentLoader {
  const { log, limitMs = 20_000 } = parts;
  const running = new Map<string, AbortController>();

  async function run(
    { loadId, address }: Request<'content/load-once'>,
    gone?: AbortSignal,
  ): Promise<LoadOnceReply> {
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
      // A person may take their time to answer.
      timer = setTimeout(() => controller.abort(outOfTime), limitMs);
      return await loadFrom(read, parts, controller.signal);
    } finally {
      clearTimeout(timer);
      running.delete(loadId);
    }
  }

  return {
    async load(request, gone) {
      const reply = await run(request, gone);
      if (reply.kind === 'bytes') log({ event: 'content-loaded', count: reply.bytes.length });
      else log({ event: 'content-not-loaded', code: reply.reason });
      return reply;
    },
    cancel: (loadId) => running.get(loadId)?.abort(),
    cancelAll() {
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

function literalAddress(hostName: string): HostAddress {
  return { address: hostName, family: hostName.includes(':') ? 6 : 4 };
}

/**
 * One address that is not allowed refuses the host: names that lead to several places at once are how a check is got
 * around. An origin that was allowed leads to this machine and nowhere else.
 */
function refusedAmong(
  addresses: readonly HostAddress[],
  { host }: URL,
  isAllowed: boolean,
): LoadFailure | null {
  if (addresses.length === 0) return loadFailure('no-such-host', `${host} was not found.`);
  const places = addresses.map(({ address }) => networkPlace(address));
  const wrong = places.find((place) => place !== (isAllowed ? 'loopback' : 'public'));
  return wrong === undefined ? null : refusedPlace(host, wrong);
}

function endedEarly(host: string, { reason }: AbortSignal): LoadFailure {
  return reason === outOfTime
    ? loadFailure('out-of-time', `${host} took too long to answer; nothing of it was kept.`)
    : loadFailure('cancelled', 'Loading was cancelled.');
}

/** A resolver cannot be stopped, but it can be left. */
function unlessEnded<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(new Error('ended'));
    else signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
  });
  return Promise.race([waited, ended]);
}
