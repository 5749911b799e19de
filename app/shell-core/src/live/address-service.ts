import { readHostAddress } from '@openwop-inspector/host-client';
import type { HostAddressReply, SavedHost } from '@openwop-inspector/shell-contract';
import { plainToken } from './live-texts.ts';
import type { PastedTokens } from './pasted-tokens.ts';

/** Addresses of hosts: those the user pastes, and those a link or an argument brings. */
export interface AddressService {
  /** Reads what the user pasted, and holds a token that is in it. */
  read(text: string): Promise<HostAddressReply>;
  /** Takes an address from outside; it waits while no window listens. */
  fromOutside(text: string): Promise<void>;
  /** Hands out the oldest address that waits, once; from then on the window is told. */
  startup(): Promise<HostAddressReply | null>;
  windowStartsAnew(): void;
}

export interface AddressServiceParts {
  readonly startup: readonly string[];
  readonly pasted: PastedTokens;
  readonly savedAt: (baseUrl: string) => Promise<SavedHost | null>;
  readonly tell: (reply: HostAddressReply) => void;
}

const longest = 16 * 1024;
const mostWaiting = 10;

/**
 * Creates the service. An address from outside only names a host and a run (security.md S-19): a token in it is dropped,
 * since whoever made a link could otherwise choose under whose name the person works.
 */
export function createAddressService({
  startup,
  pasted,
  savedAt,
  tell,
}: AddressServiceParts): AddressService {
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
    read: (text) => reply(text, true),
    async fromOutside(text) {
      if (windowListens) tell(await reply(text, false));
      else waiting = [...waiting, text].slice(-mostWaiting);
    },
    async startup() {
      const [first, ...rest] = waiting;
      waiting = rest;
      windowListens = true;
      return first === undefined ? null : reply(first, false);
    },
    windowStartsAnew() {
      windowListens = false;
    },
  };
}
