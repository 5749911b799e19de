import { type JsonObject, ownValue } from '@openwop-inspector/base';

/** The value of an own key when it is an integer from 0 on, or null. */
export function ownSeconds(record: JsonObject, key: string): number | null {
  const value = ownValue(record, key);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

/** White space as the reference trims it: Unicode White_Space, which is not quite what `String.trim` takes away. */
const SPACE = '[\\t-\\r\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const IS_SPACE = new RegExp(SPACE);

/** The text without white space at both ends. O(length). */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && IS_SPACE.test(text.charAt(start))) start++;
  while (end > start && IS_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
