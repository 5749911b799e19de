/** The mark in place of a secret, which names the rule of the table that made it. */

/** What is displayed in place of a secret, by the rule that found it. */
export type MarkForm = (secret: string, rule: string) => string;

/** How a mark begins, whatever its rule. */
const MARK_START = '…[masked';
/** A mark of this version, and that of older ones, which did not say its rule. */
const MARK = '…\\[masked(?::[a-z0-9-]{1,40}(?: (?:[0-9a-f]{4}|#[1-9][0-9]{0,8}))?)?\\]';
const SCHEMES =
  '(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Key|Negotiate|NTLM|AWS4-HMAC-SHA256|Hawk|OAuth|Signature)\\s{1,8}';
const MASKED_FORM = new RegExp(`^(?:${SCHEMES})?.{0,8}${MARK}$`, 'is');
const SCHEME = new RegExp(`^${SCHEMES}`, 'i');
/** Markers that say a value was redacted already (run-events 5.4), alone or after an authentication scheme. */
const MARKER = new RegExp(
  `^(?:${SCHEMES})?(?:\\[redacted(?::[^\\]]{0,128})?\\]|<<redacted:.{0,128}>>|<redacted:[^>]{0,128}>|\\[BYOK:[^\\]]{0,128}\\]|(?:sk-|xai-)?\\*{3,160})$`,
  'is',
);
/** Longest text that can be a marker. */
const MAX_MARKER_LENGTH = 200;
/** Text up to this length shows none of its characters when masked. */
const SHORT = 11;

/** Returns the mark of a secret of which no character is displayed: `…[masked:github]`. `rule` is an id of the table. */
export function maskMark(rule: string): string {
  return `${MARK_START}:${rule}]`;
}

/** True for a value that is a redaction marker or was masked before; such values stay as they are. */
export function isRedacted(value: string): boolean {
  return value.length <= MAX_MARKER_LENGTH && (MARKER.test(value) || MASKED_FORM.test(value));
}

/** A secret with its first four characters (none of a short one) and the mark of its rule: `ghp_…[masked:github]`. */
export function maskedForm(secret: string, rule: string): string {
  if (isRedacted(secret)) return secret;
  const { scheme, rest } = withoutScheme(secret);
  if (rest.length <= SHORT) return `${scheme}${maskMark(rule)}`;
  return `${scheme}${[...rest.slice(0, 8)].slice(0, 4).join('')}${maskMark(rule)}`;
}

/**
 * The same with a tag of 16 bits, made of the secret, so that two masked ids that differ stay different:
 * `Z9pC…[masked:github 3f2a]`. Only for what was found by its shape or is known, which cannot be guessed: of a password
 * 16 bits would be too much. O(length).
 */
export function maskedIdentity(secret: string, rule: string): string {
  if (isRedacted(secret)) return secret;
  return `${maskedForm(secret, rule).slice(0, -1)} ${tagOf(secret)}]`;
}

/** Splits an authentication scheme, empty if absent, from the rest of a secret. */
export function withoutScheme(secret: string): { readonly scheme: string; readonly rest: string } {
  const scheme = SCHEME.exec(secret)?.[0] ?? '';
  return { scheme, rest: secret.slice(scheme.length) };
}

/** The mark of a secret that was given a number: `…[masked:github #3]`. It shows no character of it. */
export function numberedMark(rule: string, number: number): string {
  return `${MARK_START}:${rule} #${number}]`;
}

/** FNV-1a over UTF-16 units, folded to 16 bits. */
function tagOf(secret: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < secret.length; i++) hash = Math.imul(hash ^ secret.charCodeAt(i), 0x01000193);
  return (((hash >>> 16) ^ hash) & 0xffff).toString(16).padStart(4, '0');
}

/** Number of marks in a text. O(length). */
export function marksIn(text: string): number {
  let marks = 0;
  for (let at = text.indexOf(MARK_START); at >= 0; at = text.indexOf(MARK_START, at + 1)) {
    const next = text[at + MARK_START.length];
    if (next === ']' || next === ':') marks++;
  }
  return marks;
}

/** Secrets that get a number of their own. */
const MAX_MARKS = 100_000;
/** Number of leading characters in the key of a secret; longer ones add a hash. */
const KEY_LENGTH = 512;

/**
 * Numbered marks of secrets: the same secret always gets the same mark, different secrets get different ones. A number
 * says when a secret was met first, and nothing about the secret.
 */
export class MarkBook {
  /** Places masked by a mark that has no number, since there were too many secrets. */
  unnumbered = 0;
  private readonly marks = new Map<string, string>();

  /** Number of different secrets. */
  get size(): number {
    return this.marks.size;
  }

  /** The mark of a secret, with the authentication scheme before it: `Bearer …[masked:bearer #3]`. O(length). */
  readonly markOf = (secret: string, rule: string): string => {
    if (isRedacted(secret)) return secret;
    const { scheme, rest } = withoutScheme(secret);
    const key = keyOf(rest);
    const known = this.marks.get(key);
    if (known !== undefined) return scheme + known;
    if (this.marks.size >= MAX_MARKS) {
      this.unnumbered++;
      return scheme + maskMark(rule);
    }
    const mark = numberedMark(rule, this.marks.size + 1);
    this.marks.set(key, mark);
    return scheme + mark;
  };
}

/** Returns the key of a secret, which stays in memory: two hashes distinguish long secrets that begin alike. */
function keyOf(secret: string): string {
  if (secret.length <= KEY_LENGTH) return secret;
  let one = 0x811c9dc5;
  let other = 0x9747b28c;
  for (let i = 0; i < secret.length; i++) {
    const code = secret.charCodeAt(i);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 15);
  }
  return `${secret.slice(0, KEY_LENGTH)}\n${secret.length} ${one} ${other}`;
}
