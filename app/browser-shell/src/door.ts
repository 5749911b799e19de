import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What of a request decides whether it may come in. */
export interface Knock {
  /** Path as written in the request, without the query. */
  readonly path: string;
  /** Value of `t` in the query, null when absent. */
  readonly queryToken: string | null;
  readonly headers: IncomingHttpHeaders;
}

/** Facts of the running server. */
export interface DoorFacts {
  readonly port: number;
  /** Made anew at each start; whoever has it may read the files that are open. */
  readonly token: string;
}

/** The door's word on a request. `enter` means the caller is the window that was opened with the printed address. */
export type Admission =
  | { readonly kind: 'enter' }
  | { readonly kind: 'take-cookie'; readonly cookie: string }
  | { readonly kind: 'refused'; readonly status: 401 | 403 | 421; readonly why: string };

/**
 * Decides who may come in. Any page in the same browser, and any program on this machine, can reach a loopback port,
 * so three things are asked of each request: that it was meant for us (`Host`, against DNS rebinding), that no other
 * page sent it (`Origin`, `Sec-Fetch-Site`; another port of this machine is another page), and that it carries the
 * token of this start, which `/?t=<token>` exchanges for a cookie that scripts cannot read.
 */
export function admit({ path, queryToken, headers }: Knock, { port, token }: DoorFacts): Admission {
  const host = headers.host ?? '';
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    return refused(
      421,
      'This address belongs to the inspector on this machine and answers to no other name.',
    );
  }
  if (headers.origin !== undefined && headers.origin !== `http://${host}`) {
    return refused(403, 'Another page may not talk to the inspector.');
  }
  const isArrival = path === '/' && headers['sec-fetch-mode'] === 'navigate';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isArrival) {
    return refused(403, 'Another page may not load anything from the inspector.');
  }
  if (path === '/' && queryToken !== null) {
    if (!isToken(queryToken, token))
      return refused(401, 'This key is of another start. Use the address that was printed last.');
    return { kind: 'take-cookie', cookie: `${cookieName(port)}=${token}; HttpOnly; SameSite=Strict; Path=/` };
  }
  if (!isToken(cookieValue(headers.cookie ?? '', cookieName(port)), token)) {
    return refused(401, 'Open the address that was printed when the inspector started: it carries the key.');
  }
  return { kind: 'enter' };
}

/** Cookies know hosts but not ports, so two inspectors on one machine need two names. */
function cookieName(port: number): string {
  return `inspector_${port}`;
}

function cookieValue(header: string, name: string): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

function isToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function refused(status: 401 | 403 | 421, why: string): Admission {
  return { kind: 'refused', status, why };
}
