/** Balanced objects in the midst of prose, with regard to strings and escapes (envelope 10). */
import type { JsonPiece } from './fenced-blocks.ts';

const startOfObject = /\{[ \t\r\n]*["}]/g;

/**
 * Texts from a brace to the one that closes it. Only a brace before a key or an end is a beginning, so that a brace in
 * a sentence is none. An object that never closes ends the walk: what lies inside a cut-off envelope is no envelope.
 * Each character is looked at once.
 */
export function* bracedObjects(text: string): Generator<JsonPiece> {
  let from = 0;
  for (;;) {
    startOfObject.lastIndex = from;
    const start = startOfObject.exec(text)?.index;
    if (start === undefined) return;
    const end = closingBrace(text, start);
    if (end === -1) return;
    yield { json: text.slice(start, end + 1), start };
    from = end + 1;
  }
}

function closingBrace(text: string, start: number): number {
  let level = 0;
  for (let index = start; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) index = endOfString(text, index);
    else if (unit === OPEN) level++;
    else if (unit === CLOSE && --level === 0) return index;
  }
  return -1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Place of the closing quote; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === QUOTE) return index;
    if (unit === BACKSLASH) index++;
  }
  return text.length;
}
