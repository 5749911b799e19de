/** Private keys as blocks of lines, also where their first line or their last one is missing. */
import { alphabetNamed, isIn } from './alphabets.ts';
import type { SecretSpan } from './span.ts';

const DASHES = '-----';
const BODY = alphabetNamed('base64-lines');
/** Longest label of a block. */
const LABEL = 64;
const PUTTY = 'PuTTY-User-Key-File-';

function keySpan(start: number, end: number): SecretSpan {
  return { start, end, kind: 'privateKey', rule: 'private-key' };
}

/** Label of a line `-----BEGIN label-----` at a place, null when there is none. */
function labelAt(
  text: string,
  at: number,
  word: string,
): { readonly label: string; readonly end: number } | null {
  if (!text.startsWith(`${DASHES}${word} `, at)) return null;
  const from = at + DASHES.length + word.length + 1;
  const length = text.slice(from, from + LABEL).indexOf(DASHES);
  return length < 0 ? null : { label: text.slice(from, from + length), end: from + length + DASHES.length };
}

function isPrivate(label: string): boolean {
  return label.includes('KEY') && !label.includes('PUBLIC');
}

/** The key whose first line, or only last line, begins with the dashes at a place. O(the key). */
export function keyBlockAt(text: string, at: number, floor: number): SecretSpan | null {
  const begin = labelAt(text, at, 'BEGIN');
  if (begin !== null) return isPrivate(begin.label) ? keySpan(at, endOfBlock(text, begin.end)) : null;
  const end = labelAt(text, at, 'END');
  if (end === null || !isPrivate(end.label)) return null;
  let start = at;
  while (start > floor && isIn(BODY, text, start - 1)) start--;
  return start < at ? keySpan(start, end.end) : null;
}

function endOfBlock(text: string, from: number): number {
  const last = text.indexOf(`${DASHES}END `, from);
  if (last < 0) return text.length;
  const closed = text.slice(last + 9, last + 9 + LABEL).indexOf(DASHES);
  return closed < 0 ? last + 9 : last + 9 + closed + DASHES.length;
}

/** A key in the form of PuTTY that begins at a place, to the end of its code of authentication. */
export function puttyKeyAt(text: string, at: number): SecretSpan | null {
  if (!text.startsWith(PUTTY, at)) return null;
  const lines = text.indexOf('Private-Lines', at);
  if (lines < 0) return null;
  const code = text.indexOf('Private-MAC', lines);
  const end = code < 0 ? text.length : text.indexOf('\n', code);
  return keySpan(lines, end < 0 ? text.length : end);
}
