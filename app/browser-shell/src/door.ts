import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { windowSecretHeader } from '@openwop-inspector/shell-contract';

/** What of a request decides whether it may come in. */
interface Knock {
  /** The request's target as it was sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent: what is named twice is here twice. */
  readonly rawHeaders: readonly string[];
}

/** Facts of the running server. */
export interface DoorFacts {
  readonly port: number;
  readonly isSecret: (secret: string) => boolean;
}

/** The door's word on a request. */
type Admission =
  | { readonly kind: 'enter' }
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 403 | 421; readonly why: string };

/**
 * Decides who may come in. Any page in the same browser, and any program on this machine, can reach a loopback port,
 * so three things are checked of each request: that it was meant for us (one `Host`, against DNS rebinding), that no other
 * page sent it (`Origin`, `Sec-Fetch-Site`; another port of this machine is another page), and that it carries the
 * secret of a window as a header. A browser sends a header only where a script of ours puts it; a cookie would go to
 * every port of this machine, so there is none. The files of the window itself hold nothing of anybody and need no
 * secret, and neither does the exchange of a key for one.
 */
export function admit({ target, headers, rawHeaders }: Knock, { port, isSecret }: DoorFacts): Admission {
  if (!target.startsWith('/')) return refused(400, 'The target of a request is a path.');
  if (rawHeaders.filter((text, place) => place % 2 === 0 && text.toLowerCase() === 'host').length > 1)
    return refused(400, 'A request names its host once.');
  const host = headers.host ?? '';
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    return refused(
      421,
      'This address belongs to the inspector on this machine and answers to no other name.',
    );
  if (headers.origin !== undefined && headers.origin !== `http://${host}`)
    return refused(403, 'Another page may not talk to the inspector.');
  const path = target.split('?', 1)[0] ?? '';
  const isArrival = path === '/' && headers['sec-fetch-mode'] === 'navigate';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isArrival)
    return refused(403, 'Another page may not load anything from the inspector.');
  const secret = headers[windowSecretHeader];
  // Everything but the files of the window and the exchange of a key.
  const needsSecret = path.startsWith('/rpc/') || path.startsWith('/file/') || path === '/window/key';
  if (needsSecret && !(typeof secret === 'string' && isSecret(secret)))
    return refused(401, 'Open the address that was printed when the inspector started: it carries the key.');
  return { kind: 'enter' };
}

const refused = (status: 400 | 401 | 403 | 421, why: string): Admission => ({ kind: 'refused', status, why });

/** What became of a key that a page brought. */
type KeyExchange =
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
export type WindowKeys = ReturnType<typeof createWindowKeys>;

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

/** Creates the keeper, with no window open. `now` gives epoch milliseconds. Only digests are stored. */
export function createWindowKeys(now: () => number = Date.now) {
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

  return {
    /** A key for an address that is printed. It waits until it is used; of those that wait the newest 20 count. */
    forAddress(): string {
      const key = make({ untilMs: Number.POSITIVE_INFINITY, replaces: null, isPrinted: true });
      const printed = [...waiting].filter(([, { isPrinted }]) => isPrinted);
      for (const [digest] of printed.slice(0, -mostPrinted)) spend(digest);
      return key;
    },
    /** A key that a window requested for another window of the same browser; it waits ten seconds. */
    forOtherWindow: (): string => make({ untilMs: now() + otherWindowMs, replaces: null, isPrinted: false }),
    exchange(key: string): KeyExchange {
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
    isSecret: (secret: string): boolean => windows.has(digestOf(secret)),
  };
}

/** 256 bits: nobody tries them all. */
const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is compared is a digest, so that the time a comparison takes reveals nothing of the text. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');
