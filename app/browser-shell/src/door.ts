import type { IncomingHttpHeaders } from 'node:http';
import { windowSecretHeader } from '@openwop-inspector/shell-contract';

/** What of a request decides whether it may come in. */
export interface Knock {
  /** The request's target as it was sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they were sent: what is named twice stands here twice. */
  readonly rawHeaders: readonly string[];
}

/** Facts of the running server. */
export interface DoorFacts {
  readonly port: number;
  readonly isSecret: (secret: string) => boolean;
}

/** The door's word on a request. */
export type Admission =
  | { readonly kind: 'enter' }
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 403 | 421; readonly why: string };

/**
 * Decides who may come in. Any page in the same browser, and any program on this machine, can reach a loopback port,
 * so three things are asked of each request: that it was meant for us (one `Host`, against DNS rebinding), that no other
 * page sent it (`Origin`, `Sec-Fetch-Site`; another port of this machine is another page), and that it carries the
 * secret of a window as a header. A browser sends a header only where a script of ours puts it; a cookie would go to
 * every port of this machine, so there is none. The files of the window itself hold nothing of anybody and need no
 * secret, and neither does the exchange of a key for one.
 */
export function admit({ target, headers, rawHeaders }: Knock, { port, isSecret }: DoorFacts): Admission {
  if (!target.startsWith('/')) return refused(400, 'The target of a request is a path.');
  if (timesNamed('host', rawHeaders) > 1) return refused(400, 'A request names its host once.');
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
  const path = target.split('?', 1)[0] ?? '';
  const isArrival = path === '/' && headers['sec-fetch-mode'] === 'navigate';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isArrival) {
    return refused(403, 'Another page may not load anything from the inspector.');
  }
  const secret = headers[windowSecretHeader];
  if (needsSecret(path) && !(typeof secret === 'string' && isSecret(secret))) {
    return refused(401, 'Open the address that was printed when the inspector started: it carries the key.');
  }
  return { kind: 'enter' };
}

/** Everything but the files of the window and the exchange of a key. */
function needsSecret(path: string): boolean {
  return path.startsWith('/rpc/') || path.startsWith('/file/') || path === '/window/key';
}

function timesNamed(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, place) => place % 2 === 0 && text.toLowerCase() === name).length;
}

function refused(status: 400 | 401 | 403 | 421, why: string): Admission {
  return { kind: 'refused', status, why };
}
