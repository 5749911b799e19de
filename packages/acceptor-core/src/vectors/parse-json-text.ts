/** Parses hand-written JSON, with the position of the first syntax error. */
import { utf8Length } from '@openwop-inspector/base';
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
