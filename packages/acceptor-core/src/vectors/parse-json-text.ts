/** Parses hand-written JSON, with the position of the first syntax error. */
import { utf8Length } from '@openwop-inspector/base';
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** A parsed value, or the first place of invalid JSON. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** One sentence without content of the text. */
      readonly message: string;
      /** From 1. */
      readonly line: number;
      /** From 1, in UTF-16 units as editors count. */
      readonly column: number;
      /** UTF-8 bytes before the place. */
      readonly byteOffset: number;
      /** UTF-16 units before the place. */
      readonly offset: number;
    };

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

/** Line, column and byte of a place in a text. O(length). */
export function placeOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number; readonly byteOffset: number; readonly offset: number } {
  const before = text.slice(0, offset);
  const lastBreak = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r'));
  const line = before.split(/\r\n|\r|\n/).length;
  return { line, column: offset - lastBreak, byteOffset: utf8Length(before), offset };
}
