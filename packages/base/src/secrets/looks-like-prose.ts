/** Distinguishes words from random characters: `required`, `task-management` are words, `x7Kd02mQ` is not. */

const SEGMENT = /^(?:[A-Za-z]?[a-z]{0,15}|[A-Z]{1,15}|v?\d{1,4}|[A-Za-z]?[a-z]{2,12}\d{1,2})$/;
const LONGEST = 120;

/** True for words, alone or joined by dashes, dots, slashes or case. Inspects at most 120 characters. */
export function looksLikeWords(text: string): boolean {
  if (text.length > LONGEST) return false;
  const segments = text
    .replace(/[.=!?]{1,3}$/, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .split(/[-_./:]/);
  return segments.length <= 1 + text.length / 4 && segments.every((segment) => SEGMENT.test(segment));
}

/**
 * True for letters in upper and lower case that only by chance look like words run together: `SaqIzpPikXsxYzwjeeHO`, and not
 * `yourTokenGoesHere`. Their pieces are shorter than words are, or one of them has no vowel. O(length).
 */
export function isChanceCase(text: string): boolean {
  if (!/^[A-Za-z]{16,120}$/.test(text)) return false;
  const pieces = text.replace(/([a-z])([A-Z])/g, '$1-$2').split('-');
  const isShort = text.length / pieces.length < 4;
  return (
    pieces.length >= 4 && (isShort || pieces.some((piece) => piece.length > 2 && !/[aeiouy]/i.test(piece)))
  );
}

/** Placeholders of a missing value: `$TOKEN`, `<token>`, `{{token}}`, `null`. */
const PLACEHOLDER =
  /^(?:\$[A-Za-z_{(]|\{[{A-Za-z]|<[A-Za-z]|%[sd(]|\[redacted|\[byok|\*{3}|x{4}|\.{3}|…|(?:null|undefined|true|false|none|nil)(?![\w-]))/i;

/** True for a placeholder. O(1). */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Words in place of a value, in forms, schemas and help texts. */
const NO_VALUE: readonly RegExp[] = [
  /^(?:string|number|boolean|text|value|file|path|object|array|any|null|none|true|false|yes|no|prompt)$/,
  /^(?:required|optional|missing|invalid|expired|empty|unset|set|given|hidden|wrong|incorrect|default)$/,
  /^(?:unknown|changed|reset|is|for|the|a|an|to|from|with|of|and|or|not|read|enter|your|see)$/,
];

/** True for a word that says something about a value and is none. */
export function saysOfValue(text: string): boolean {
  const word = text.toLowerCase();
  return NO_VALUE.some((words) => words.test(word));
}
