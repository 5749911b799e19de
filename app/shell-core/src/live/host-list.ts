import { randomBytes } from 'node:crypto';
import { isNullOr, isRecord, isTextTo, isVariableName, listOr } from '@openwop-inspector/base';
import type { RecentRun } from '@openwop-inspector/shell-contract';
import type { Log } from '../log.ts';
import { createJsonStore } from '../stores.ts';
import { isBaseUrl, isRunId } from './live-texts.ts';

/** A host as it is stored on disk: where it is, what it is called, what was inspected there. Never a token. */
export interface KnownHost {
  readonly hostId: string;
  readonly baseUrl: string;
  readonly name: string;
  /** True when the person chose the name, which then is not replaced by the host's own. */
  readonly isNamed: boolean;
  /** Environment variable that holds its token, null for none. */
  readonly variable: string | null;
  /** Path of the file with the certificate authority that the person chose for it, null for the public ones alone. */
  readonly authorityFile: string | null;
  /** Newest first. */
  readonly recentRuns: readonly RecentRun[];
}

/** The hosts of the person, the one used last first. At most 100; the one that was not used for longest goes. */
export type HostList = ReturnType<typeof createHostList>;

const maxHosts = 100;
const maxRuns = 20;
const isPath = isTextTo(4096);
const isWordOrNull = isNullOr(isTextTo(200));

/** The list stored in `file`. */
export function createHostList(file: string, log: Log) {
  const store = createJsonStore({ file, maxBytes: 1024 * 1024, accept: hostsFrom, log });
  const find = async (hostId: string) => (await store.read()).find((host) => host.hostId === hostId) ?? null;
  const at = async (baseUrl: string) => (await store.read()).find((host) => host.baseUrl === baseUrl) ?? null;
  const change = (hostId: string, next: (host: KnownHost) => KnownHost) =>
    store.update((hosts) => hosts.map((host) => (host.hostId === hostId ? next(host) : host)));
  return {
    list: store.read,
    find,
    at,
    /** Adds a host at the top, or renames the one with this base URL; `name` null leaves or takes the host's own. */
    async save(baseUrl: string, name: string | null): Promise<KnownHost> {
      const given = name === null ? null : shortName(name);
      await store.update((hosts) => {
        const known = hosts.find((host) => host.baseUrl === baseUrl);
        if (known === undefined) return toTop(hosts, newHost(baseUrl, given));
        return toTop(hosts, given === null ? known : { ...known, name: given, isNamed: true });
      });
      return (await at(baseUrl)) ?? newHost(baseUrl, name);
    },
    /** Takes over what the host calls itself, unless the person named it. */
    calls: (hostId: string, name: string): Promise<void> =>
      change(hostId, (host) => (host.isNamed ? host : { ...host, name: shortName(name) ?? host.name })),
    setVariable: (hostId: string, variable: string | null): Promise<void> =>
      change(hostId, (host) => ({ ...host, variable })),
    setAuthority: (hostId: string, authorityFile: string | null): Promise<void> =>
      change(hostId, (host) => ({ ...host, authorityFile })),
    /** Puts a run at the top of the host's recent runs, and the host at the top of the list. */
    attached: (hostId: string, run: RecentRun): Promise<void> =>
      store.update((hosts) => {
        const host = hosts.find((candidate) => candidate.hostId === hostId);
        if (host === undefined) return hosts;
        const others = host.recentRuns.filter(({ runId }) => runId !== run.runId);
        return toTop(hosts, { ...host, recentRuns: [run, ...others].slice(0, maxRuns) });
      }),
    remove: (hostId: string): Promise<void> =>
      store.update((hosts) => hosts.filter((host) => host.hostId !== hostId)),
  };
}

function newHost(baseUrl: string, name: string | null): KnownHost {
  const hostId = randomBytes(9).toString('base64url');
  const isNamed = name !== null;
  const called = name ?? new URL(baseUrl).host;
  return { hostId, baseUrl, name: called, isNamed, variable: null, authorityFile: null, recentRuns: [] };
}

const toTop = (hosts: readonly KnownHost[], host: KnownHost): readonly KnownHost[] =>
  [host, ...hosts.filter(({ hostId }) => hostId !== host.hostId)].slice(0, maxHosts);

/** A name on one line, at most 80 characters; null when nothing is left. */
function shortName(name: string): string | null {
  const plain = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain === '' ? null : [...plain].slice(0, 80).join('');
}

const hostsFrom = (value: unknown): readonly KnownHost[] =>
  listOr(value)
    .slice(0, maxHosts)
    .flatMap((entry) => hostFrom(entry) ?? []);

function hostFrom(value: unknown): KnownHost | null {
  if (!isRecord(value)) return null;
  const { hostId, baseUrl, name, isNamed, variable, authorityFile, recentRuns } = value;
  if (typeof hostId !== 'string' || !/^[\w-]{12}$/.test(hostId) || !isBaseUrl(baseUrl)) return null;
  return {
    hostId,
    baseUrl,
    name: (typeof name === 'string' ? shortName(name) : null) ?? new URL(baseUrl).host,
    isNamed: isNamed === true,
    variable: isVariableName(variable) ? variable : null,
    // What cannot be a path stays chosen and is refused when it is read: never the public authorities instead.
    authorityFile: (authorityFile ?? null) === null ? null : isPath(authorityFile) ? authorityFile : '',
    recentRuns: listOr(recentRuns).filter(isRecentRun).slice(0, maxRuns),
  };
}

const isRecentRun = (value: unknown): value is RecentRun =>
  isRecord(value) &&
  isRunId(value.runId) &&
  isWordOrNull(value.workflowId) &&
  isWordOrNull(value.status) &&
  Number.isFinite(value.attachedAtMs);
