import { createKnownSecrets, withoutKnown } from '@openwop-inspector/base';
import type { HostAnswer } from './answers/host-error.ts';

/** What a header can carry: visible ASCII without blanks. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Major version of the protocol. A host of v2 has its paths at the bare origin (bundles 12). */
export type ProtocolMajor = 1 | 2;

/** What a request may carry. Paths begin with `/`, are never doubled (`/v1/v1`), and go to the base URL alone. */
export interface RequestParts {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Until the head of the answer is here, and for JSON also its body; 20,000 unless given. */
  readonly timeoutMs?: number;
  /** Largest body that is read, 64 MiB unless given. */
  readonly maxBytes?: number;
  /** False leaves the token out, for what is public. True unless given. */
  readonly withToken?: boolean;
}

/** An answer with status 2xx (or 304 when `If-None-Match` was sent). */
export interface JsonAnswer {
  readonly status: number;
  /** Parsed body; null for an empty one. */
  readonly json: unknown;
  /** Body as it came. */
  readonly text: string;
}

/** An answer whose body is read while it comes: a stream of frames, or JSON from hosts that send that instead. */
export interface StreamAnswer {
  readonly status: number;
  /** Media type without parameters, lower case; empty when the host said none. */
  readonly contentType: string;
  /** Null for 204 and for a body that is empty. */
  readonly body: ReadableStream<Uint8Array> | null;
}

/**
 * One host and its token. The token is read at each request, goes into the `Authorization` header and nowhere else,
 * and to the origin of `baseUrl` alone: redirects are not followed. Never rejects for what a host does.
 */
export interface HostConnection {
  readonly baseUrl: string;
  /** Major of all requests: 1 until its discovery document says otherwise. */
  readonly major: ProtocolMajor;
  /** Sends all further requests in this major. */
  speak(major: ProtocolMajor): void;
  getJson(path: string, parts?: RequestParts): Promise<HostAnswer<JsonAnswer>>;
  postJson(path: string, body: unknown, parts?: RequestParts): Promise<HostAnswer<JsonAnswer>>;
  /** `parts.timeoutMs` counts until the head of the answer; `parts.signal` also ends the body. */
  openStream(path: string, parts?: RequestParts): Promise<HostAnswer<StreamAnswer>>;
  /** Host's clock minus ours in ms, from the `Date` header of the newest answer; null before the first. */
  readonly clockSkewMs: number | null;
  /** Redacts the token and all values given to `hide`, in any encoding. */
  mask(text: string): string;
  /** One more text that `mask` hides from now on; `rule` is what its mark says. */
  hide(secret: string, rule: string): void;
}

/** What a connection is made of. */
export interface ConnectionParts {
  readonly baseUrl: string;
  /** 1 unless given. */
  readonly major?: ProtocolMajor;
  /** Null when there is none. Read at every request, so that a new one is used at once. */
  readonly token: () => string | null | Promise<string | null>;
  /** Sends the requests. There is none by default: what checks certificates is chosen, never found. */
  readonly fetch: HostFetch;
  /** Counts the time of requests; the platform's unless given. */
  readonly clock?: RequestClock;
}

/** A request, whole: redirects are not to be followed, cookies neither sent nor stored. */
export interface HostRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Headers;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends a request and gives the head of its answer. Rejects with an error that has a `code`. */
export type HostFetch = (url: string, request: HostRequest) => Promise<Response>;

/** What a connection needs of a clock; every `Clock` of a live session is one. */
export interface RequestClock {
  now(): number;
  /** Calls back once after `ms`; answers the way to call it off. */
  after(ms: number, call: () => void): () => void;
}

/** Value of the `Authorization` header; null for a token that no header can carry. */
export function bearer(token: string): string | null {
  const bare = token.trim().replace(/^bearer\s+/i, '');
  return SENDABLE.test(bare) ? `Bearer ${bare}` : null;
}

/** Whether a token can go along with a request. Blanks around it and the word Bearer before it do no harm. */
export function isSendableToken(token: string): boolean {
  return bearer(token) !== null;
}

/** Hides the secrets of a connection: every token it was ever given, since an answer may repeat one, and live tokens. */
export type TokenMask = ReturnType<typeof createTokenMask>;

export function createTokenMask() {
  const known = createKnownSecrets();
  return {
    note: (token: string) => known.add(token.trim().replace(/^bearer\s{1,99}/i, ''), 'session-token'),
    /** Hides one more text; `rule` is what its mark says. */
    hide: known.add,
    /** The text, JSON or not, with a mark for each secret in any of its spellings. O(length) for each secret. */
    mask: (text: string) => withoutKnown(known, text),
  };
}
