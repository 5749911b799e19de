import { readHostAddress } from '@openwop-inspector/host-client';
import type { HostAddressReply, SavedHost } from '@openwop-inspector/shell-contract';
import { plainToken } from './live-texts.ts';

interface AddressServiceParts {
  readonly startup: readonly string[];
  readonly pasted: PastedTokens;
  readonly savedAt: (baseUrl: string) => Promise<SavedHost | null>;
  readonly tell: (reply: HostAddressReply) => void;
}

const longest = 16 * 1024;
const mostWaiting = 10;

/**
 * Addresses of hosts: those the user pastes, and those a link or an argument brings. An
 * address from outside only names a host and a run (security.md S-19): a token in it is dropped, since whoever made a
 * link could otherwise choose under whose name the person works.
 */
export function createAddressService({ startup, pasted, savedAt, tell }: AddressServiceParts) {
  let waiting: readonly string[] = startup.slice(0, mostWaiting);
  let windowListens = false;

  async function reply(text: string, holds: boolean): Promise<HostAddressReply> {
    const reading = readHostAddress(text.slice(0, longest));
    if (!reading.ok) return { ok: false, message: reading.message };
    const { address } = reading;
    const token = holds && reading.token !== null ? plainToken(reading.token) : null;
    if (token !== null) pasted.hold(address.baseUrl, token);
    return { ok: true, address, host: await savedAt(address.baseUrl), holdsToken: token !== null };
  }

  return {
    /** Reads what the user pasted, and holds a token that is in it. */
    read: (text: string): Promise<HostAddressReply> => reply(text, true),
    /** Takes an address from outside; it waits while no window listens. */
    async fromOutside(text: string): Promise<void> {
      if (windowListens) tell(await reply(text, false));
      else waiting = [...waiting, text].slice(-mostWaiting);
    },
    /** Returns the oldest pending address, once; later ones are pushed to the window. */
    async startup(): Promise<HostAddressReply | null> {
      const [first, ...rest] = waiting;
      waiting = rest;
      windowListens = true;
      return first === undefined ? null : reply(first, false);
    },
    windowRestarts(): void {
      windowListens = false;
    },
  };
}

/** Tokens that came along with a pasted text, until the user says that the host is to be stored. */
export type PastedTokens = ReturnType<typeof createPastedTokens>;

const storedMs = 5 * 60 * 1000;
const maxStored = 20;

/** `now` gives epoch milliseconds. */
export function createPastedTokens(now: () => number) {
  const stored = new Map<string, { readonly token: string; readonly untilMs: number }>();
  const dropOld = () => {
    for (const [baseUrl, { untilMs }] of stored) if (untilMs <= now()) stored.delete(baseUrl);
  };
  return {
    hold(baseUrl: string, token: string): void {
      dropOld();
      stored.delete(baseUrl);
      if (stored.size < maxStored) stored.set(baseUrl, { token, untilMs: now() + storedMs });
    },
    /** Gives the token out once; null when there is none, or it is older than five minutes. */
    take(baseUrl: string): string | null {
      dropOld();
      const token = stored.get(baseUrl)?.token ?? null;
      stored.delete(baseUrl);
      return token;
    },
  };
}
