/** Balanced objects in the midst of prose, with regard to strings and escapes (envelope 10). */

import { closingBrace } from '@openwop-inspector/base';
import type { JsonPiece } from './fenced-blocks.ts';

const startOfObject = /\{[ \t\r\n]*["}]/g;

/**
 * Yields texts from a brace to the one that closes it. Only a brace before a key or an end is a beginning, so that one
 * in a sentence is not. An object that never closes ends the walk: the content of a cut-off envelope is not an
 * envelope. Each character is read once.
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
