/** A place in a text. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units as editors count. */
  readonly column: number;
  /** UTF-8 bytes before the place. */
  readonly byteOffset: number;
}

/** Places of one text, asked for in rising order, so that the text is walked once. */
export function textPlaces(text: string): (offset: number) => TextPlace {
  let [at, line, lineStart, byteOffset] = [0, 1, 0, 0];
  return (offset) => {
    for (; at < offset; at++) {
      const unit = text.charCodeAt(at);
      byteOffset += bytesOf(unit, text.charCodeAt(at + 1));
      if (unit !== 0x0a) continue;
      line++;
      lineStart = at + 1;
    }
    return { line, column: offset - lineStart + 1, byteOffset };
  };
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** UTF-8 bytes of one UTF-16 unit: a pair has four, counted on its first half; a lone half has three. */
function bytesOf(unit: number, next: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (isHigh(unit) && isLow(next)) return 4;
  return isLow(unit) ? 0 : 3;
}
