import { createHash, randomBytes } from 'node:crypto';

/** What became of a key that a page brought. */
export type KeyExchange =
  | {
      readonly kind: 'opened';
      /** Goes with every call of that window, and is given out nowhere else. */
      readonly secret: string;
      /** Opens the same window once more, after a reload; the secret of before then ends. */
      readonly nextKey: string;
    }
  /** It was used before, or its time is over. */
  | { readonly kind: 'spent' }
  | { readonly kind: 'unknown' };

/** Who may talk to this server: keys open a window once, and what a window gets for its key it sends with each call. */
export interface WindowKeys {
  /** A key for an address that is printed. It waits until it is used; of those that wait the newest 20 count. */
  forAddress(): string;
  /** A key that a window asked for, for another window of the same browser; it waits ten seconds. */
  forOtherWindow(): string;
  exchange(key: string): KeyExchange;
  isSecret(secret: string): boolean;
}

interface WaitingKey {
  /** Epoch milliseconds; infinite for those without an end. */
  readonly untilMs: number;
  /** The window that ends when this key opens it again, null for a first one. */
  readonly replaces: string | null;
  readonly isPrinted: boolean;
}

const otherWindowMs = 10_000;
const mostPrinted = 20;
const mostSpent = 1000;

/** Creates the keeper, with no window open. `now` gives epoch milliseconds. Only digests are held. */
export function createWindowKeys(now: () => number = Date.now): WindowKeys {
  const waiting = new Map<string, WaitingKey>();
  const spent = new Set<string>();
  const windows = new Set<string>();

  function make(key: WaitingKey): string {
    const text = newSecret();
    waiting.set(digestOf(text), key);
    return text;
  }

  function spend(digest: string): void {
    waiting.delete(digest);
    spent.add(digest);
    for (const oldest of spent) {
      if (spent.size <= mostSpent) return;
      spent.delete(oldest);
    }
  }

  function spendSurplus(): void {
    const printed = [...waiting].filter(([, { isPrinted }]) => isPrinted);
    for (const [digest] of printed.slice(0, -mostPrinted)) spend(digest);
  }

  return {
    forAddress() {
      const key = make({ untilMs: Number.POSITIVE_INFINITY, replaces: null, isPrinted: true });
      spendSurplus();
      return key;
    },
    forOtherWindow: () => make({ untilMs: now() + otherWindowMs, replaces: null, isPrinted: false }),
    exchange(key) {
      const digest = digestOf(key);
      const found = waiting.get(digest);
      if (found === undefined) return { kind: spent.has(digest) ? 'spent' : 'unknown' };
      spend(digest);
      if (found.untilMs <= now()) return { kind: 'spent' };
      if (found.replaces !== null) windows.delete(found.replaces);
      const secret = newSecret();
      const window = digestOf(secret);
      windows.add(window);
      const nextKey = make({ untilMs: Number.POSITIVE_INFINITY, replaces: window, isPrinted: false });
      return { kind: 'opened', secret, nextKey };
    },
    isSecret: (secret) => windows.has(digestOf(secret)),
  };
}

/** 256 bits: nobody tries them all. */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is compared is a digest, so that the time a comparison takes tells nothing of the text. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
