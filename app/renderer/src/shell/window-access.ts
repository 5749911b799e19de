/**
 * How a window in a browser comes to its shell. The address that the shell prints has a key after `#`; it is taken
 * out of the address first thing and exchanged once for a secret, which lives in this module alone and goes as a header
 * with every request (docs/adr/0014-a-key-opens-a-window-once.md). On the desktop there is nothing to exchange: the
 * scheme belongs to the window.
 */
import type { WindowKeyReply, WindowOpened } from '@openwop-inspector/shell-contract';
import { answerOtherWindows, askOtherWindows } from './other-windows.ts';
import { withSecret } from './with-secret.ts';

/** The window may call its shell, or the reason why not, as text. */
export type WindowAccess =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed'; readonly title: string; readonly message: string };

let secret: string | null = null;

/** The secret of this window, for its own worker; null on the desktop. */
export function windowSecret(): string | null {
  return secret;
}

/** `fetch` to the shell, with the secret where there is one. */
export function askShell(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path, { ...init, headers: withSecret(init.headers, secret) });
}

const KEY_IN_ADDRESS = /^#key=([\w-]{1,200})$/;
/** Holds the key for a reload between two documents of this tab, and nothing while one is displayed. */
const STORE_NAME = 'inspector.next-key';

/**
 * Exchanges a key for the secret: the one in the address, else the one that this tab stored for a reload, else one that
 * another window of this browser requests. Resolves to a message where there is no valid one.
 */
export async function gainWindowAccess(): Promise<WindowAccess> {
  const given = takeKeyFromAddress();
  const stored = takeStoredKey();
  watchAddress();
  const key = given ?? stored ?? (await askOtherWindows());
  if (key === null) return noKey;
  const exchange = await exchangeKey(key);
  if (exchange.kind === 'closed') return exchange;
  secret = exchange.opened.secret;
  keepKeyForReload(exchange.opened.nextKey);
  answerOtherWindows(async () => {
    const response = await askShell('window/key', { method: 'POST' });
    if (!response.ok) return null;
    const reply = (await response.json()) as WindowKeyReply; // the shell is the other half of this contract
    return reply.key;
  });
  return { kind: 'open' };
}

const noKey: WindowAccess = {
  kind: 'closed',
  title: 'This window has no key',
  message:
    'The inspector prints an address in its terminal; it opens one window, once. ' +
    'Press Enter there for another address, and open that.',
};

function takeKeyFromAddress(): string | null {
  const key = KEY_IN_ADDRESS.exec(location.hash)?.[1] ?? null;
  if (key !== null) history.replaceState(null, '', location.pathname + location.search);
  return key;
}

function takeStoredKey(): string | null {
  const key = sessionStorage.getItem(STORE_NAME);
  sessionStorage.removeItem(STORE_NAME);
  return key;
}

/** An address that is opened in a tab with this window changes only what is after `#`. */
function watchAddress(): void {
  addEventListener('hashchange', ({ oldURL }) => {
    const [, key] = KEY_IN_ADDRESS.exec(location.hash) ?? [];
    if (key === undefined) return;
    if (secret === null) location.reload();
    else history.replaceState(null, '', oldURL); // the window has one already; the address says again what is displayed
  });
}

/** The key is in the store only while no document of this tab could have it. */
function keepKeyForReload(key: string): void {
  addEventListener('pagehide', () => sessionStorage.setItem(STORE_NAME, key));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) sessionStorage.removeItem(STORE_NAME);
  });
}

type Exchange =
  | { readonly kind: 'opened'; readonly opened: WindowOpened }
  | Extract<WindowAccess, { readonly kind: 'closed' }>;

async function exchangeKey(key: string): Promise<Exchange> {
  try {
    const response = await fetch('window', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    if (response.ok) return { kind: 'opened', opened: (await response.json()) as WindowOpened }; // as above
    const title = response.status === 410 ? 'This address was used before' : 'This address opens nothing';
    return { kind: 'closed', title, message: (await response.text()).trim() };
  } catch {
    const message = 'Is the inspector still running? Start it again, and open the address that it prints.';
    return { kind: 'closed', title: 'The inspector does not answer', message };
  }
}
