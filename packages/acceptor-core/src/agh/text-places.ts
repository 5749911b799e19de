import { utf8Length } from '../extract/text-intake.ts';

/** A place in a text. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units as editors count. */
  readonly column: number;
  /** UTF-8 bytes before the place. */
  readonly byteOffset: number;
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
