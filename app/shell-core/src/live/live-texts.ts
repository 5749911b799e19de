import { parsedUrl } from '@openwop-inspector/base';
import { type DoctorReport, type HostError, withoutAnswer } from '@openwop-inspector/host-client';

/** Forms of the texts that name hosts, runs and tokens; the one place that says what is taken. */

/**
 * A base URL in the one form that is stored: http or https, an origin, and a path before `/v1` where a proxy has one. No
 * user name, query, fragment or slash at the end.
 */
export function isBaseUrl(value: unknown): value is string {
  const url = typeof value === 'string' && value.length <= 2048 ? parsedUrl(value) : null;
  if (typeof value !== 'string' || url === null) return false;
  const { protocol, origin, pathname, username, password } = url;
  if ((protocol !== 'http:' && protocol !== 'https:') || username !== '' || password !== '') return false;
  return value === `${origin}${pathname === '/' ? '' : pathname}` && !value.endsWith('/');
}

/** A `runId`: 1 to 128 characters of one line. */
export const isRunId = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\p{C}\p{Zl}\p{Zp}]{1,128}$/u.test(value);

/**
 * A token as it is put behind `Bearer`: blanks around it and that word itself are taken away, as they come along when
 * one is copied. Null for what cannot stand in a header.
 */
export function plainToken(text: string): string | null {
  const token = text.trim().replace(/^bearer\s+/i, '');
  return /^[\x21-\x7e]{1,8192}$/.test(token) ? token : null;
}

/** Said of a session that was closed meanwhile. */
export const closedSession = 'This live session is closed. Attach to the run again.';

/** An error as what the doctor finds first. */
export function reportOf(error: HostError): DoctorReport {
  const check = { id: 'address', verdict: 'fault', words: error.message, error } as const;
  return { checks: [check], fault: 'address', discovery: null, durationMs: 0 };
}

/** An error of ours in the form of one of a host: no request was sent, or it was cancelled here. */
export const shellError = (code: string, words: string): HostError => withoutAnswer('cancelled', code, words);

/**
 * An answer on its way to the window, with texts hidden that are known to be secret, wherever a host has put them: in a
 * name, in the middle of a sentence, in its own error code. The last of the doors; those before it go by names and
 * shapes. `answer` is JSON and so is what comes back. O(answer).
 */
export function withoutSecrets<T>(answer: T, mask: (text: string) => string): T {
  const text = JSON.stringify(answer);
  const masked = mask(text);
  if (masked === text) return answer;
  try {
    return JSON.parse(masked) as T; // the same form: masking changes texts alone
  } catch {
    return JSON.parse(text, (_, value: unknown) => hidden(value, mask)) as T;
  }
}

/** A secret may be a number, in whose place a mark is no JSON. */
function hidden(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : mask(String(value));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [mask(name), member]));
}

/** The scheme that links to a host and a run have. */
export const linkScheme = 'openwop-inspector';

/**
 * True for an argument that is the address of a host or a run and no file: `http://`, `https://` and our own links. A
 * file of such a name can be given with `./` before it.
 */
export function isOutsideAddress(argument: string): boolean {
  return /^(?:https?|openwop-inspector):\/\//i.test(argument);
}
