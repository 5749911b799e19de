/** From the text of a model to the envelopes in it (envelope 10, vectors FORMAT 2.2). */
import {
  bracedObjects,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  closingQuote,
  exactNumber,
  fencedBlocks,
  isLongerThan,
  type JsonPiece,
  OPEN_ARRAY,
  OPEN_OBJECT,
  parsedJson,
  pointerOf,
  QUOTE,
  utf8Length,
  WrittenNumber,
} from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { LossyNumber, Recovery } from '../accept-result.ts';
import type { TextFacts } from '../pipeline/accept-one.ts';

/** Maximum UTF-8 bytes of a scanned text. */
const MAX_BYTES = 1_048_576;
/** Values taken from one text; the rest is dropped. */
export const MAX_VALUES = 256;

/** A value found in a text. */
interface FoundValue {
  readonly value: unknown;
  readonly text: TextFacts;
}

interface TextIntake {
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
  if (isLongerThan(text, MAX_BYTES)) return unreadable(`the text has more than ${MAX_BYTES} bytes`);
  const found = valuesIn(text);
  if (found.length === 0) return unreadable('no JSON object was found in the text');
  return { values: found.slice(0, MAX_VALUES), isCut: found.length > MAX_VALUES };
}

function unreadable(why: string): TextIntake {
  const text = { unreadable: why, recovery: null, lossyNumbers: [], duplicateKeys: [] };
  return { values: [{ value: undefined, text }], isCut: false };
}

function valuesIn(text: string): readonly FoundValue[] {
  const bare = text.replace(/^\uFEFF/, '').trim();
  const whole = parsedJson(bare);
  if (whole !== undefined) return valuesOf(bare, whole, null);
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
    const value = parsedJson(json);
    if (typeof value !== 'object' || value === null) continue;
    byteOffset += utf8Length(text, counted, start);
    counted = start;
    found.push(...valuesOf(json, value, { path, byteOffset }));
  }
  return found;
}

function valuesOf(json: string, value: unknown, recovery: Recovery | null): readonly FoundValue[] {
  // Remarks on a valid JSON text; at most a hundred of each kind. One pass without recursion: the text may be nested as
  // deeply as it likes, the value is refused for it elsewhere.
  const levels: Level[] = [];
  const lossyNumbers: LossyNumber[] = [];
  const duplicateKeys: string[] = [];
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index);
    const level = levels.at(-1);
    if (unit === QUOTE) {
      const end = closingQuote(json, index + 1);
      if (level?.isAtKey) noteKey(json.slice(index, end + 1), level, levels, duplicateKeys);
      index = end;
    } else if (unit === OPEN_OBJECT) levels.push({ keys: new Set(), place: '', isAtKey: true });
    else if (unit === OPEN_ARRAY) levels.push({ keys: null, place: 0, isAtKey: false });
    else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) levels.pop();
    else if (unit === COMMA) moveOn(level);
    else if (unit === MINUS || (unit >= ZERO && unit <= NINE)) {
      number.lastIndex = index;
      const digits = number.exec(json)?.[0] ?? json.charAt(index);
      if (lossyNumbers.length < MAX_REMARKS && exactNumber(digits) instanceof WrittenNumber)
        lossyNumbers.push({ pointer: pointerAt(levels), digits });
      index += digits.length - 1;
    }
  }
  const text: TextFacts = { unreadable: null, recovery, lossyNumbers, duplicateKeys };
  if (!Array.isArray(value) || value.length === 0) return [{ value, text }];
  // One more than is taken, so that the cut shows.
  return value
    .slice(0, MAX_VALUES + 1)
    .map((item: unknown, index) => ({ value: item, text: factsBelow(text, `/${index}`) }));
}

/** The facts of one item, with pointers from that item. */
function factsBelow({ lossyNumbers, duplicateKeys, ...facts }: TextFacts, prefix: string): TextFacts {
  const below = (pointer: string) =>
    pointer === prefix || pointer.startsWith(`${prefix}/`) ? [pointer.slice(prefix.length)] : [];
  return {
    ...facts,
    lossyNumbers: lossyNumbers.flatMap(({ pointer, digits }) =>
      below(pointer).map((own) => ({ pointer: own, digits })),
    ),
    duplicateKeys: duplicateKeys.flatMap(below),
  };
}

/** Maximum number of remarks of each kind. */
const MAX_REMARKS = 100;

/** One container that the scan is in. */
interface Level {
  /** Keys seen so far; null in an array. */
  readonly keys: Set<string> | null;
  /** Key or index of the value that comes next. */
  place: string | number;
  /** In an object: whether the next string is a key. */
  isAtKey: boolean;
}

const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

const number = /-?[\d.eE+-]+/y;

function noteKey(literal: string, level: Level, levels: readonly Level[], duplicateKeys: string[]): void {
  const key = scalarText(JSON.parse(literal));
  level.place = key;
  level.isAtKey = false;
  if (level.keys?.has(key) && duplicateKeys.length < MAX_REMARKS) duplicateKeys.push(pointerAt(levels));
  level.keys?.add(key);
}

function moveOn(level: Level | undefined): void {
  if (level === undefined) return;
  if (typeof level.place === 'number') level.place++;
  else level.isAtKey = true;
}

function pointerAt(levels: readonly Level[]): string {
  return pointerOf(levels.map(({ place }) => place));
}
