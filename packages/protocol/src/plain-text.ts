/** Values and lines of content as text that can be displayed. */
import { HIDDEN_CHARACTERS } from '@openwop-inspector/base';

/**
 * Returns a value of content as text: strings unchanged, numbers, booleans, null and undefined as written, "a list" and
 * "an object" for containers. Never throws, whatever members an object has, and never looks inside.
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
 * One line of plain text, for names where the system or the browser draws them and nothing can be marked: titles of
 * windows, tabs, menus, lists of recent files. White space is one space, a hidden character shows as U+FFFD. O(length).
 */
export function plainLine(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(HIDDEN_CHARACTERS, '\ufffd')
    .trim();
}
