import { basename } from 'node:path';
import {
  createHostConnection,
  type DoctorReport,
  examineHost,
  type HostConnection,
  within,
} from '@openwop-inspector/host-client';
import { authoritiesUnusable, createHostFetch, readAuthorities } from '@openwop-inspector/host-client/node';
import type { SavedHost, TokenState } from '@openwop-inspector/shell-contract';
import type { Permissions } from '../permissions.ts';
import type { HostList, KnownHost } from './host-list.ts';
import { plainToken } from './live-texts.ts';
import type { SealedTokens } from './sealed-tokens.ts';

/** Tokens of hosts, by base URL. They leave this object for the connection to that very base URL and nowhere else. */
export type HostTokens = ReturnType<typeof createHostTokens>;

interface HostTokenParts {
  readonly sealed: SealedTokens;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly permissions: Pick<Permissions, 'mayRead' | 'whyNotRead'>;
}

const none: TokenState = { store: 'none', variable: null, remark: null };

/** Creates the keeper, with nothing in its memory. */
export function createHostTokens({ sealed, env, permissions }: HostTokenParts) {
  const typed = new Map<string, string>();
  /** Base URLs whose sealed token could not be read. */
  const unreadable = new Set<string>();

  async function tokenOf({ baseUrl, variable }: KnownHost): Promise<string | null> {
    const inMemory = typed.get(baseUrl);
    if (inMemory !== undefined) return inMemory;
    if (variable !== null)
      return permissions.mayRead(variable, baseUrl) ? plainToken(env[variable] ?? '') : null;
    if (!(await sealed.has(baseUrl))) return null;
    const token = await sealed.read(baseUrl);
    if (token === null) unreadable.add(baseUrl);
    return token;
  }

  async function stateOf({ baseUrl, variable }: KnownHost): Promise<TokenState> {
    if (typed.has(baseUrl)) return { ...none, store: 'session' };
    if (variable !== null) return { store: 'environment', variable, remark: remarkOn(variable, baseUrl) };
    if (!(await sealed.has(baseUrl))) return none;
    const refusal = sealed.refusal();
    if (refusal !== null) return { ...none, remark: `The stored token cannot be read here. ${refusal}` };
    const remark = 'The system does not return the stored token. Enter it again.';
    return unreadable.has(baseUrl) ? { ...none, remark } : { ...none, store: 'system-store' };
  }

  function remarkOn(variable: string, baseUrl: string): string | null {
    const notRead = permissions.whyNotRead(variable, baseUrl);
    if (notRead !== null) return notRead;
    const value = env[variable] ?? '';
    if (value.trim() === '') return `${variable} is not set, or empty. Set it and start the inspector again.`;
    return plainToken(value) === null ? `What ${variable} holds cannot be a token.` : null;
  }

  async function forget({ baseUrl }: KnownHost): Promise<void> {
    typed.delete(baseUrl);
    unreadable.delete(baseUrl);
    await sealed.forget(baseUrl);
  }

  return {
    /** The token to send now; null when there is none. A variable is read again each time, once it is permitted. */
    tokenOf,
    stateOf,
    /** Forgets what was typed, in memory and in the store. */
    forget,
    /** Keeps a token that was typed, in the system's store when it is to be remembered and there is one. */
    async keep(host: KnownHost, token: string, remember: boolean): Promise<TokenState> {
      // Without a store, what another shell keeps there for the same host is left to it.
      if (sealed.refusal() === null) await forget(host);
      if (remember && (await sealed.keep(host.baseUrl, token))) return stateOf(host);
      typed.set(host.baseUrl, token);
      return { ...none, store: 'session', remark: remember ? (sealed.refusal() ?? notStored) : null };
    },
    /** Keeps a token that came with a pasted text until the shell ends. */
    takeForSession: (baseUrl: string, token: string): void => void typed.set(baseUrl, token),
  };
}

const notStored = 'The system could not encrypt the token. It is stored until the inspector exits.';

/** A connection with the token that its next request would send. */
interface TokenedConnection {
  readonly connection: HostConnection;
  readonly token: () => Promise<string | null>;
  /** Certificates (PEM) that are trusted besides the public ones. */
  readonly authorities: () => Promise<readonly string[]>;
}

/** Gives the connection of a host; one a host, so that its clock and its token are known once. */
export type ConnectionTo = (
  host: Pick<KnownHost, 'hostId' | 'baseUrl' | 'authorityFile'>,
) => TokenedConnection;

/**
 * Connections whose token is looked up at every request. A host that was removed, or that now is at another base
 * URL, has no token any more for what is still connected. `authorities` are trusted besides the public ones and the one
 * of the host; while the file of that cannot be read, no https request to the host is sent.
 */
export function createConnections(
  hosts: HostList,
  tokens: HostTokens,
  authorities: readonly string[],
): ConnectionTo {
  const connections = new Map<string, TokenedConnection>();
  return ({ hostId, baseUrl, authorityFile }) => {
    const key = `${hostId} ${baseUrl} ${authorityFile}`;
    const open = connections.get(key);
    if (open !== undefined) return open;
    const trusted = async () => {
      const reading = authorityFile === null ? null : await readAuthorities(authorityFile);
      // The file was moved or changed since it was chosen: what was trusted then is not there any more.
      if (reading?.ok === false) throw authoritiesUnusable();
      return [...authorities, ...(reading?.certificates ?? [])];
    };
    const fetch = createHostFetch({ authorities: trusted });
    const made = { connection: createHostConnection({ baseUrl, token, fetch }), token, authorities: trusted };
    connections.set(key, made);
    return made;

    async function token(): Promise<string | null> {
      const host = await hosts.find(hostId);
      return host === null || host.baseUrl !== baseUrl ? null : tokens.tokenOf(host);
    }
  };
}

/** A host as the window sees it: where its token is stored, never the token. */
export async function asSaved(host: KnownHost, tokens: HostTokens): Promise<SavedHost> {
  const { hostId, baseUrl, name, authorityFile, recentRuns } = host;
  const authority = authorityFile === null ? null : basename(authorityFile);
  return { hostId, baseUrl, name, token: await tokens.stateOf(host), authority, recentRuns };
}

/** Creates the book of them, with none under way. */
export function createHostExaminations() {
  const running = new Map<string, AbortController>();
  return {
    async run(
      examineId: string,
      connection: HostConnection,
      runId: string | null,
      gone?: AbortSignal,
    ): Promise<DoctorReport> {
      const stop = gone === undefined ? new AbortController() : within(gone);
      running.get(examineId)?.abort();
      running.set(examineId, stop);
      try {
        return await examineHost(connection, { runId, signal: stop.signal });
      } finally {
        stop.abort();
        if (running.get(examineId) === stop) running.delete(examineId);
      }
    },
    /** Unknown ids are ignored. */
    cancel: (examineId: string): void => running.get(examineId)?.abort(),
    cancelAll(): void {
      for (const stop of running.values()) stop.abort();
    },
  };
}
