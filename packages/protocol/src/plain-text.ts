/** Values and lines of content as text that can be shown. */

/**
 * A value of content as text: strings as they are, numbers, booleans, null and undefined as they are written, "a list"
 * and "an object" for what holds others. Never throws, whatever an object calls its members, and never looks inside.
 */
export function scalarText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'undefined':
      return `${value}`;
    default:
      if (value === null) return 'null';
      return Array.isArray(value) ? 'a list' : 'an object';
  }
}

/**
 * Characters that a screen would hide or obey: controls (C0 and C1), what turns the direction of text, joiners and other
 * format characters, line and paragraph separators, unpaired surrogates, private use, blank letters and variation
 * selectors that alter text. Joiners inside emoji count as hidden too.
 */
export const HIDDEN_CHARACTERS =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|[\u3164\uffa0]|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]/gu;

/**
 * One line of plain text, for names where the system or the browser draws them and nothing can be marked: titles of
 * windows, tabs, menus, lists of recent files. White space is one space, a hidden character shows as U+FFFD. O(length).
 */
export function plainLine(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(HIDDEN_CHARACTERS, '\ufffd')
    .trim();
}
