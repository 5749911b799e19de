/**
 * What has to stand around a word before it can matter to the masking: `token` alone is prose, `token":` names a secret.
 * Each look says yes rather than no where it is in doubt, and costs no more than what it passes over, so that all looks
 * at one text together are O(length). Text is JSON as it came: names may stand in strings, quoted any number of times.
 */

/** Whether what stands at `start` to `end` may name or be a secret, in the first `length` bytes. */
export type Surroundings = (bytes: Uint8Array, start: number, end: number, length: number) => boolean;

const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const COLON = 58;
const EQUALS = 61;
const AT = 64;
const BACKSLASH = 92;
const SMALL_S = 115;
const OPEN_OBJECT = 123;
/** Letters behind a backslash that stand for something that is no letter: b, f, n, r, t. */
const ESCAPED = new Set([98, 102, 110, 114, 116]);
/** Last letters of what stands before `key`: api, private, secret, access, signing, ssh. */
const BEFORE_KEY = new Set([...'iestgh'].map((letter) => letter.charCodeAt(0)));
/** First letters behind `pass`: word, wd, phrase, code. */
const BEHIND_PASS = new Set([...'wpc'].map((letter) => letter.charCodeAt(0)));

function isWordByte(code: number): boolean {
  const small = code | 32;
  return (code >= 48 && code <= 57) || (small >= 97 && small <= 122);
}

/** Place of the next letter or digit; names are compared without anything else. */
function nextWord(bytes: Uint8Array, from: number, length: number): number {
  let at = from;
  while (at < length && !isWordByte(bytes[at] ?? 0)) {
    const isEscape = bytes[at] === BACKSLASH && ESCAPED.has(bytes[at + 1] ?? 0);
    at += isEscape ? 2 : 1;
  }
  return at;
}

/** The colon of a member whose value is a number or an object, which stay as they are. */
function isOfNumber(bytes: Uint8Array, colon: number): boolean {
  if (bytes[colon - 1] !== QUOTE) return false;
  const first = bytes[colon + 1] ?? 0;
  return (first >= 48 && first <= 57) || first === OPEN_OBJECT;
}

/** The name ends here, but for a plural, and a value follows: `":`, `=`. */
export const endsName: Surroundings = (bytes, _start, end, length) => {
  let hasPlural = false;
  for (let at = end; at < length; ) {
    const code = bytes[at] ?? 0;
    if (code === EQUALS) return true;
    if (code === COLON) return !isOfNumber(bytes, at);
    if (isWordByte(code)) {
      if (hasPlural || (code | 32) !== SMALL_S) return false;
      hasPlural = true;
      at++;
    } else at += code === BACKSLASH && ESCAPED.has(bytes[at + 1] ?? 0) ? 2 : 1;
  }
  return false;
};

/** `apiKey`, `private_key`, `ssh-key`, with a value behind. */
export const isKeyName: Surroundings = (bytes, start, end, length) => {
  let at = start - 1;
  while (at >= 0 && !isWordByte(bytes[at] ?? 0)) at--;
  if (at < 0) return false;
  const isFit = BEFORE_KEY.has((bytes[at] ?? 0) | 32) || bytes[at - 1] === BACKSLASH;
  return isFit && endsName(bytes, start, end, length);
};

/** `password`, `pass_phrase`. */
export const afterPass: Surroundings = (bytes, _start, end, length) =>
  BEHIND_PASS.has((bytes[nextWord(bytes, end, length)] ?? 0) | 32);

/** `callbackUrl`. */
export const afterCallback: Surroundings = (bytes, _start, end, length) =>
  ((bytes[nextWord(bytes, end, length)] ?? 0) | 32) === 117;

/** A blank of any kind follows, as behind the name of an authentication scheme. */
export const isBeforeBlank: Surroundings = (bytes, _start, end) =>
  bytes[end] === 32 || bytes[end] === 9 || bytes[end] === BACKSLASH;

export const endsSchemeOrName: Surroundings = (bytes, start, end, length) =>
  isBeforeBlank(bytes, start, end, length) || endsName(bytes, start, end, length);

/** More of a path follows, maybe escaped. */
export const isBeforePath: Surroundings = (bytes, _start, end) =>
  bytes[end] === SLASH || bytes[end] === BACKSLASH || bytes[end] === 37;

/** No letter or digit stands before it, but for one of an escape. */
export const startsWord: Surroundings = (bytes, start) =>
  start === 0 || !isWordByte(bytes[start - 1] ?? 0) || bytes[start - 2] === BACKSLASH;

/** The sign behind `://name:password`. */
export const beforePassword: Surroundings = (bytes, start) => {
  let hasColon = false;
  for (let at = start - 1; at >= 0; at--) {
    const code = bytes[at] ?? 0;
    if (code === SLASH) return hasColon;
    if (code <= 32 || code === QUOTE || code === APOSTROPHE || code === AT) return false;
    if (code === COLON) hasColon = true;
  }
  return false;
};
