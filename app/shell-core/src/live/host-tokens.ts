import type { TokenState } from '@openwop-inspector/shell-contract';
import type { Permissions } from '../permissions.ts';
import type { KnownHost } from './host-list.ts';
import { plainToken } from './live-texts.ts';
import type { SealedTokens } from './sealed-tokens.ts';

/** Tokens of hosts, by base URL. They leave this object for the connection to that very base URL and nowhere else. */
export interface HostTokens {
  /** The token to send now; null when there is none. A variable is read again each time, once it is permitted. */
  tokenOf(host: KnownHost): Promise<string | null>;
  stateOf(host: KnownHost): Promise<TokenState>;
  /** Keeps a token that was typed, in the system's store when it is to be remembered and there is one. */
  keep(host: KnownHost, token: string, remember: boolean): Promise<TokenState>;
  /** Keeps a token that came with a pasted text until the shell ends. */
  takeForSession(baseUrl: string, token: string): void;
  /** Forgets what was typed, in memory and in the store. */
  forget(host: KnownHost): Promise<void>;
}

export interface HostTokenParts {
  readonly sealed: SealedTokens;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly permissions: Pick<Permissions, 'mayRead' | 'whyNotRead'>;
}

const none: TokenState = { kept: 'none', variable: null, remark: null };

/** Creates the keeper, with nothing in its memory. */
export function createHostTokens({ sealed, env, permissions }: HostTokenParts): HostTokens {
  const typed = new Map<string, string>();
  /** Base URLs whose sealed token could not be read. */
  const unreadable = new Set<string>();

  async function tokenOf({ baseUrl, variable }: KnownHost): Promise<string | null> {
    const inMemory = typed.get(baseUrl);
    if (inMemory !== undefined) return inMemory;
    if (variable !== null) {
      return permissions.mayRead(variable, baseUrl) ? plainToken(env[variable] ?? '') : null;
    }
    if (!(await sealed.has(baseUrl))) return null;
    const token = await sealed.read(baseUrl);
    if (token === null) unreadable.add(baseUrl);
    return token;
  }

  async function stateOf({ baseUrl, variable }: KnownHost): Promise<TokenState> {
    if (typed.has(baseUrl)) return { ...none, kept: 'session' };
    if (variable !== null) return { kept: 'environment', variable, remark: aboutVariable(variable, baseUrl) };
    if (!(await sealed.has(baseUrl))) return none;
    const refusal = sealed.refusal();
    if (refusal !== null) return { ...none, remark: `A token was kept, but not for here. ${refusal}` };
    const remark = 'The system does not give the kept token back. Type it again.';
    return unreadable.has(baseUrl) ? { ...none, remark } : { ...none, kept: 'system-store' };
  }

  function aboutVariable(variable: string, baseUrl: string): string | null {
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
    tokenOf,
    stateOf,
    forget,
    async keep(host, token, remember) {
      // Without a store, what another shell keeps there for the same host is left to it.
      if (sealed.refusal() === null) await forget(host);
      if (remember && (await sealed.keep(host.baseUrl, token))) return stateOf(host);
      typed.set(host.baseUrl, token);
      return { ...none, kept: 'session', remark: remember ? notStored(sealed.refusal()) : null };
    },
    takeForSession: (baseUrl, token) => void typed.set(baseUrl, token),
  };
}

function notStored(refusal: string | null): string {
  return refusal ?? 'The system could not encrypt the token. It is kept until the inspector ends.';
}
