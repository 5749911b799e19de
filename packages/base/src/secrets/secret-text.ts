/** Labels and classes for a found secret and how it was found. */
import { withoutScheme } from '../mask/mark.ts';
import { secretsIn } from './find-secrets.ts';
import { looksLikeWords } from './looks-like-prose.ts';
import { SHAPE_ROWS } from './secret-table.ts';
import { NAME_RULE } from './span.ts';

/**
 * How a secret was found: by a documented shape, by its place (a name, a header, an address), by its place and its
 * random characters, as a live token of a run, or as a canary of the person.
 */
export type FoundBy = 'shape' | 'name' | 'entropy' | 'token' | 'canary';

/** Rule of the user's canaries. */
export const OWN_CANARY = 'own-canary';

const LIVE: ReadonlySet<string> = new Set(['interrupt-token', 'asset-token']);
/** Rules that go by the place of a value. */
const PLACES: ReadonlyMap<string, string> = new Map([
  [NAME_RULE, 'value under the name of a credential'],
  ['authorization', 'authorization header'],
  ['cookie', 'cookie'],
  ['url-password', 'password in an address'],
  ['option', 'option of a command'],
  ['repeated', 'value that has the name of a credential elsewhere'],
  ['not-read', 'text that could not be scanned'],
]);
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['bearer', 'bearer token'],
  ['basic', 'basic credentials'],
  ['interrupt-token', 'live token of an interrupt'],
  ['asset-token', 'live token of an asset'],
  ['canary', 'canary of the conformance suite'],
  [OWN_CANARY, 'canary'],
]);
const SERVICES: ReadonlyMap<string, string> = new Map(SHAPE_ROWS.map(({ id, service }) => [id, service]));

/** Returns the label of what a rule finds. */
export function secretText(rule: string): string {
  return PLACES.get(rule) ?? OTHERS.get(rule) ?? SERVICES.get(rule) ?? rule;
}

/** Returns the most specific rule of a secret: of one found by its place, that of its shape if known. */
export function finestRule(secret: string, rule: string): string {
  if (!PLACES.has(rule)) return rule;
  const { rest } = withoutScheme(secret);
  const [span] = secretsIn(rest);
  const isWhole = span !== undefined && span.start === 0 && span.end === rest.length;
  return isWhole && SERVICES.has(span.rule) ? span.rule : rule;
}

/** Returns how a rule found a secret; `isLive` for one under the name of a live token. */
export function foundBy(secret: string, rule: string, isLive: boolean): FoundBy {
  if (rule === OWN_CANARY) return 'canary';
  if (isLive || LIVE.has(rule)) return 'token';
  if (!PLACES.has(rule)) return 'shape';
  return hasEntropy(withoutScheme(secret).rest) ? 'entropy' : 'name';
}

/** Fewest characters of which an entropy says something, and bits a character from which they count as random. */
const SHORTEST = 12;
const BITS = 3;
const MEASURED = 256;

/** True for characters without a pattern: no words, and of high entropy (Shannon). O(1). */
function hasEntropy(text: string): boolean {
  if (text.length < SHORTEST || looksLikeWords(text)) return false;
  const counts = new Map<string, number>();
  const measured = text.slice(0, MEASURED);
  for (const one of measured) counts.set(one, (counts.get(one) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / measured.length) * Math.log2(count / measured.length);
  return bits >= BITS;
}
