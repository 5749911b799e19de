/** Finds where JSON values begin and end in a text, without parsing them, so that one bad value spoils no other. */
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  closingQuote,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '@openwop-inspector/base';

/** UTF-16 units: start and exclusive end of a value. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Returns the position after the object or array that begins at `start`; null when it does not end. O(length). */
export function behindValue(text: string, start: number): number | null {
  return arraySpans(text, start).end;
}

/**
 * Returns the spans between the commas of the array that begins at `start`, without white space, and the position after
 * the closing bracket; null when the text ends before it. O(length).
 */
export function arraySpans(text: string, start: number) {
  const items: TextSpan[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < text.length; ) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = Math.min(closingQuote(text, at + 1) + 1, text.length);
      continue;
    }
    if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) depth++;
    else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) depth--;
    const isEnd = depth === 0;
    if (isEnd || (unit === COMMA && depth === 1)) {
      const item = trimmedSpan(text, from, at);
      // Nothing between the brackets is an empty array; nothing after a comma is a mistake that shows as an item.
      if (item.end > item.start || !isEnd || items.length > 0) items.push(item);
      from = at + 1;
    }
    at++;
    if (isEnd) return { items, end: at };
  }
  const rest = trimmedSpan(text, from, text.length);
  if (rest.end > rest.start) items.push(rest);
  return { items, end: null };
}

const isSpace = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

/** A part of a text without white space at its ends. */
export function trimmedSpan(text: string, from: number, to: number): TextSpan {
  let [start, end] = [from, to];
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

/** Every line that is not blank. */
export function lineSpans(text: string, from: number): readonly TextSpan[] {
  const lines: TextSpan[] = [];
  for (let start = from; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = trimmedSpan(text, start, end);
    if (line.end > line.start) lines.push(line);
    start = end + 1;
  }
  return lines;
}
