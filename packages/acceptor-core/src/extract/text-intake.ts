/** From the text of a model to the envelopes in it (envelope 10, vectors FORMAT 2.2). */
import type { Recovery } from '../accept-parts.ts';
import type { TextFacts } from '../pipeline/accept-one.ts';
import { bracedObjects } from './brace-walker.ts';
import { fencedBlocks, type JsonPiece } from './fenced-blocks.ts';
import { type JsonRemarks, remarksOn } from './json-remarks.ts';

/** Maximum UTF-8 bytes of a scanned text. */
const MAX_BYTES = 1_048_576;
/** Values taken from one text; the rest is dropped. */
export const MAX_VALUES = 256;

/** A value found in a text. */
export interface FoundValue {
  readonly value: unknown;
  readonly text: TextFacts;
}

export interface TextIntake {
  /** At least one: a text without any JSON counts as one that cannot be read. */
  readonly values: readonly FoundValue[];
  /** True when values were dropped. */
  readonly isCut: boolean;
}

/**
 * The values of a text, top to bottom: the whole text when it is JSON, else what its fences hold, else the balanced
 * objects in it. Nothing is repaired. Linear in the text.
 */
export function textIntake(text: string): TextIntake {
  if (isTooLong(text)) return unreadable(`the text has more than ${MAX_BYTES} bytes`);
  const found = valuesIn(text);
  if (found.length === 0) return unreadable('no JSON object was found in the text');
  return { values: found.slice(0, MAX_VALUES), isCut: found.length > MAX_VALUES };
}

function isTooLong(text: string): boolean {
  if (text.length > MAX_BYTES) return true;
  return text.length * 3 > MAX_BYTES && utf8Length(text) > MAX_BYTES;
}

function unreadable(why: string): TextIntake {
  const text = { unreadable: why, recovery: null, lossyNumbers: [], duplicateKeys: [] };
  return { values: [{ value: undefined, text }], isCut: false };
}

function valuesIn(text: string): readonly FoundValue[] {
  const whole = parsed(text.replace(/^\uFEFF/, '').trim());
  if (whole !== null) return valuesOf(whole, null);
  const fenced = recovered(text, fencedBlocks(text), 'markdown-fence');
  return fenced.length > 0 ? fenced : recovered(text, bracedObjects(text), 'brace-walker');
}

/** The pieces that parse to an object or an array, with the bytes before each. */
function recovered(text: string, pieces: Iterable<JsonPiece>, path: Recovery['path']): readonly FoundValue[] {
  const found: FoundValue[] = [];
  let byteOffset = 0;
  let counted = 0;
  for (const { json, start } of pieces) {
    if (found.length > MAX_VALUES) break;
    const piece = parsed(json);
    if (piece === null || typeof piece.value !== 'object' || piece.value === null) continue;
    byteOffset += utf8Length(text, counted, start);
    counted = start;
    found.push(...valuesOf(piece, { path, byteOffset }));
  }
  return found;
}

interface Parsed {
  readonly json: string;
  readonly value: unknown;
}

function parsed(json: string): Parsed | null {
  try {
    return { json, value: JSON.parse(json) };
  } catch {
    return null;
  }
}

function valuesOf({ json, value }: Parsed, recovery: Recovery | null): readonly FoundValue[] {
  const remarks = remarksOn(json);
  if (!Array.isArray(value) || value.length === 0) return [foundValue(value, recovery, remarks)];
  // One more than is taken, so that the cut shows.
  return value
    .slice(0, MAX_VALUES + 1)
    .map((item: unknown, index) => foundValue(item, recovery, remarksBelow(remarks, `/${index}`)));
}

function foundValue(value: unknown, recovery: Recovery | null, remarks: JsonRemarks): FoundValue {
  return { value, text: { unreadable: null, recovery, ...remarks } };
}

/** The remarks on one item, with pointers from that item. */
function remarksBelow({ lossyNumbers, duplicateKeys }: JsonRemarks, prefix: string): JsonRemarks {
  const isBelow = (pointer: string) => pointer === prefix || pointer.startsWith(`${prefix}/`);
  return {
    lossyNumbers: lossyNumbers
      .filter(({ pointer }) => isBelow(pointer))
      .map(({ pointer, digits }) => ({ pointer: pointer.slice(prefix.length), digits })),
    duplicateKeys: duplicateKeys.filter(isBelow).map((pointer) => pointer.slice(prefix.length)),
  };
}

/** Bytes of a part of a text in UTF-8; a lone surrogate counts three, as its replacement would. */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) {
      bytes += 4;
      index++;
    } else bytes += 3;
  }
  return bytes;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
