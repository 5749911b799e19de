/** Where a request to a host went wrong. */
export const HOST_ERROR_KINDS = [
  /** No connection: no such name, refused, reset. */
  'unreachable',
  /** The certificate is not trusted, has run out, or is for another name. */
  'certificate',
  'out-of-time',
  /** The host answers with a redirect to another origin; it was not followed, since the token goes to one origin only. */
  'redirect',
  /** An answer with a status that says no. */
  'status',
  /** An answer that is not what the protocol says: no JSON, another shape, too large. */
  'not-understood',
  /** Called off by the person. */
  'cancelled',
] as const;
export type HostErrorKind = (typeof HOST_ERROR_KINDS)[number];

/** A failed request in one understandable message, with the raw answer at hand (bundles-and-transport.md section 5.1). */
export interface HostError {
  readonly kind: HostErrorKind;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** The host's own code; `http_<status>` when it gave none; for no answer the code of the system (`ECONNREFUSED`). */
  readonly code: string;
  /** One sentence that names the host and what to do. Never a token. */
  readonly message: string;
  /** The host's own message, masked, at most 500 characters; null when it gave none. */
  readonly hostMessage: string | null;
  readonly retryAfterMs: number | null;
  /** `details.correlationId` of a 5xx. */
  readonly correlationId: string | null;
  /** Body as it came, masked, at most 64 KiB; empty when there was none. */
  readonly rawBody: string;
}

/** A request that came back with the requested data, or with the reason why not. */
export type HostAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: HostError };
