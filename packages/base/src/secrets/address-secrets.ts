/** Secrets in addresses: `user:password@host`, and live tokens behind `/v1/interrupts/` and `/assets/` (security S-20). */
import { isRedacted } from '../mask/mark.ts';
import { isPlaceholder, looksLikeWords } from './looks-like-words.ts';
import type { SecretSpan } from './span.ts';
import { isWordAt } from './token-shapes.ts';

const AUTHORITY_ENDS = new Set([...' \t\r\n/?#"\'`<>\\,;(){}|'].map((c) => c.charCodeAt(0)));
const SEGMENT_ENDS = new Set([...' \t\r\n/?#"\'`<>\\&,;)…'].map((c) => c.charCodeAt(0)));
/** Fewest characters of a token that stands alone before the `@`. */
const LONE_TOKEN = 16;

function endAt(text: string, from: number, ends: ReadonlySet<number>): number {
  let at = from;
  while (at < text.length && !ends.has(text.charCodeAt(at))) at++;
  return at;
}

/** The password in an address whose `://` begins at a place. A password may hold `@`: the last one ends it. O(host). */
export function urlPasswordAt(text: string, at: number): SecretSpan | null {
  if (text[at + 1] !== '/' || text[at + 2] !== '/') return null;
  const from = at + 3;
  const end = endAt(text, from, AUTHORITY_ENDS);
  let sign = end - 1;
  while (sign >= from && text[sign] !== '@') sign--;
  if (sign < from) return null;
  const user = text.slice(from, sign);
  if (isRedacted(user)) return null;
  const colon = user.indexOf(':');
  const kind = 'password';
  if (colon < 0)
    return user.length >= LONE_TOKEN && !looksLikeWords(user)
      ? { start: from, end: sign, kind, rule: 'url-password' }
      : null;
  const password = user.slice(colon + 1, colon + 300);
  if (password === '' || isPlaceholder(password)) return null;
  return { start: from + colon + 1, end: sign, kind, rule: 'url-password' };
}

/** The live token behind the path that begins with the slash at a place. O(the token). */
export function pathTokenAt(text: string, at: number): SecretSpan | null {
  if (isWordAt(text, at, '/v1/interrupts/')) return tokenIn(text, at + 15, 'interrupt-token');
  return isWordAt(text, at, '/assets/') ? tokenIn(text, at + 8, 'asset-token') : null;
}

/** Whatever its form: hosts give assets names such as `welcome-41d7.ogg`, and the name opens them (security S-20). */
function tokenIn(text: string, from: number, rule: string): SecretSpan | null {
  const end = endAt(text, from, SEGMENT_ENDS);
  const token = text.slice(from, Math.min(end, from + 300));
  if (token === '' || /^[{:<$%]/.test(token) || isPlaceholder(token)) return null;
  return { start: from, end, kind: 'token', rule };
}
