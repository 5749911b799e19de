/** Parses hand-written JSON, with the position of the first syntax error. */
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  closingQuote,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  utf8Length,
} from '@openwop-inspector/base';
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** A place in a text. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units as editors count. */
  readonly column: number;
  /** UTF-8 bytes before the place. */
  readonly byteOffset: number;
}

/** A place in a part of a file as a place in the file, in which the part begins at `start`. */
export function placeInFile(
  start: Pick<TextPlace, 'line' | 'column'>,
  { line, column }: Pick<TextPlace, 'line' | 'column'>,
): Pick<TextPlace, 'line' | 'column'> {
  return { line: start.line + line - 1, column: line === 1 ? start.column + column - 1 : column };
}

/** Places of one text, requested in rising order, so that the text is walked once. */
export function textPlaces(text: string): (offset: number) => TextPlace {
  let [at, line, lineStart, byteOffset] = [0, 1, 0, 0];
  return (offset) => {
    byteOffset += utf8Length(text, at, offset);
    for (; at < offset; at++) {
      if (text.charCodeAt(at) !== 0x0a) continue;
      line++;
      lineStart = at + 1;
    }
    return { line, column: offset - lineStart + 1, byteOffset };
  };
}

/** A parsed value, or the first place of invalid JSON: `message` is one sentence without content of the text. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | ({ readonly ok: false; readonly message: string } & ReturnType<typeof placeOf>);

/** By the names of the parser's codes. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['InvalidSymbol', 'This is no JSON value'],
  ['InvalidNumberFormat', 'This is no JSON number'],
  ['PropertyNameExpected', 'A property name in double quotes is expected here'],
  ['ValueExpected', 'A value is expected here'],
  ['ColonExpected', 'A colon is expected here'],
  ['CommaExpected', 'A comma is expected here'],
  ['CloseBraceExpected', 'A closing brace is expected here'],
  ['CloseBracketExpected', 'A closing bracket is expected here'],
  ['EndOfFileExpected', 'The JSON value ended before this'],
  ['InvalidCommentToken', 'JSON has no comments'],
  ['UnexpectedEndOfComment', 'JSON has no comments'],
  ['UnexpectedEndOfString', 'A string is not closed'],
  ['UnexpectedEndOfNumber', 'A number is cut off'],
  ['InvalidUnicode', 'An escape of four hexadecimal digits is expected here'],
  ['InvalidEscapeCharacter', 'There is no such escape'],
  ['InvalidCharacter', 'Control characters are written as escapes'],
]);

/** Parses strict JSON; a byte order mark in front is passed over. Never throws. */
export function parseJsonText(text: string): ParsedJson {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  try {
    return { ok: true, value: JSON.parse(start === 0 ? text : text.slice(1)) };
  } catch {
    const fault = firstFault(text.slice(start)) ?? {
      offset: text.length - start,
      message: 'This is no JSON',
    };
    return { ok: false, message: `${fault.message}.`, ...placeOf(text, fault.offset + start) };
  }
}

function firstFault(text: string): { readonly offset: number; readonly message: string } | null {
  const faults: { offset: number; message: string }[] = [];
  const onError = (error: ParseErrorCode, offset: number): void => {
    faults.push({ offset, message: WORDS.get(printParseErrorCode(error)) ?? 'This is no JSON' });
  };
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // The walk is recursive; in a text so deep no place can be named.
    return { offset: 0, message: 'The text is no JSON, and nested too deeply to say where' };
  }
  return faults[0] ?? null;
}

/** Line, column and byte of a place in a text, given in UTF-16 units. O(length). */
export function placeOf(text: string, offset: number): TextPlace & { readonly offset: number } {
  const before = text.slice(0, offset);
  const lastBreak = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
  const line = before.split(/\r\n|\r|\n/).length;
  return { line, column: offset - lastBreak, byteOffset: utf8Length(before), offset };
}

// Finds where JSON values begin and end in a text, without parsing them, so that one bad value spoils no other.

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
