/**
 * Live tokens of runs by the names and paths they stand under (security S-20). What reaches a renderer is masked
 * already; this holds for content that came another way, such as a gallery or a test host.
 */

const TOKEN_NAMES: ReadonlySet<string> = new Set(['interrupttoken', 'streamtoken', 'token', 'callbackurl']);
const TOKEN_PATH = /(\/(?:v1\/interrupts|assets)\/)([^/?#\s"'<>]{5,})/g;
/** Shorter ones would be told by four characters. */
const SHORTEST = 9;
const MASKED = '…[masked]';

/** True for the names under which a live token stands. */
export function isTokenName(name: string): boolean {
  return name.length < 40 && TOKEN_NAMES.has(name.toLowerCase().replace(/[^a-z]/g, ''));
}

/** The text with a live token cut to its first four characters. Marks of an earlier masking stay. O(length). */
export function maskTokens(text: string, name: string): string {
  if (isTokenName(name)) return masked(text);
  if (!text.includes('/assets/') && !text.includes('/v1/interrupts/')) return text;
  return text.replace(TOKEN_PATH, (_whole, path: string, token: string) => path + masked(token));
}

function masked(token: string): string {
  if (/masked|redacted/i.test(token.slice(0, 160))) return token;
  return token.length < SHORTEST ? MASKED : `${token.slice(0, 4)}${MASKED}`;
}
