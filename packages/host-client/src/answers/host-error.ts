import {
  type Checked,
  isExactly,
  isFiniteNumber,
  isNullOr,
  isOneOf,
  isTextTo,
  type Result,
} from '@openwop-inspector/base';

/** Longest sentence. */
export const longestWords = 4000;
/** Longest body of an answer that an error carries, and what of a host may be as long. */
export const longestBody = 80_000;

export const isWords = isTextTo(longestWords);
export const isWordsOrNull = isNullOr(isWords);
export const isNumberOrNull = isNullOr(isFiniteNumber);

/** Where a request to a host went wrong. */
const HOST_ERROR_KINDS = [
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
export const isHostError = isExactly({
  kind: isOneOf(...HOST_ERROR_KINDS),
  /** Null when there was no answer. */
  status: isNumberOrNull,
  /** The host's own code; `http_<status>` when it gave none; for no answer the code of the system (`ECONNREFUSED`). */
  code: isWords,
  /** One sentence that names the host and what to do. Never a token. */
  message: isWords,
  /** The host's own message, masked, at most 500 characters; null when it gave none. */
  hostMessage: isWordsOrNull,
  retryAfterMs: isNumberOrNull,
  /** `details.correlationId` of a 5xx. */
  correlationId: isWordsOrNull,
  /** Body as it came, masked, at most 64 KiB; empty when there was none. */
  rawBody: isTextTo(longestBody),
});
export type HostError = Checked<typeof isHostError>;

/** A request that came back with the requested data, or with the reason why not. */
export type HostAnswer<T> = Result<{ value: T }, { error: HostError }>;
