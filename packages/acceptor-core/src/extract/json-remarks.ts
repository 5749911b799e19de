/** Properties of a JSON text that its value lacks: keys that occur twice, digits that are lost (envelope 10). */

import { closingQuote, pointerOf } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { LossyNumber } from '../accept-parts.ts';

export interface JsonRemarks {
  readonly lossyNumbers: readonly LossyNumber[];
  /** Pointers of keys that occur twice in one object. */
  readonly duplicateKeys: readonly string[];
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

/**
 * Remarks on a valid JSON text; at most a hundred of each kind. One pass without recursion: the text may be nested as
 * deeply as it likes, the value is refused for it elsewhere.
 */
export function remarksOn(json: string): JsonRemarks {
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
      const digits = numberAt(json, index);
      if (!isExact(digits) && lossyNumbers.length < MAX_REMARKS) {
        lossyNumbers.push({ pointer: pointerAt(levels), digits });
      }
      index += digits.length - 1;
    }
  }
  return { lossyNumbers, duplicateKeys };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const number = /-?[\d.eE+-]+/y;

function numberAt(json: string, index: number): string {
  number.lastIndex = index;
  return number.exec(json)?.[0] ?? json.charAt(index);
}

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

/** Number of significant digits that always survive. */
const SAFE_DIGITS = 15;
const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** True when the number reads back with the digits that were written, apart from zeros that say nothing. */
function isExact(digits: string): boolean {
  if (digits.length <= SAFE_DIGITS && !/[eE]/.test(digits)) return true;
  const written = significant(digits);
  const held = significant(String(Number(digits)));
  return written !== null && held !== null && written.digits === held.digits && written.power === held.power;
}

/** Returns digits without outer zeros, and the power of ten of the last one; null unless it is a finite number. */
function significant(text: string): { readonly digits: string; readonly power: number } | null {
  const match = parts.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  const from = firstNonZero(all);
  if (from === all.length) return { digits: '0', power: 0 };
  const to = afterLastNonZero(all);
  return { digits: all.slice(from, to), power: Number(exponent) - fraction.length + (all.length - to) };
}

function firstNonZero(digits: string): number {
  let index = 0;
  while (digits.charCodeAt(index) === ZERO) index++;
  return index;
}

function afterLastNonZero(digits: string): number {
  let index = digits.length;
  while (digits.charCodeAt(index - 1) === ZERO) index--;
  return index;
}
