/** Which parts of a document go to the window, and which are fetched on demand (contract `LeftOut`). */
import { pointerTo, writtenNumber } from '@openwop-inspector/base';
import type { LeftOut, NumberAsWritten } from '@openwop-inspector/renderers';

/** Strings over this many UTF-16 units are omitted. */
const LONG_STRING = 16_384;
/** A document over this many UTF-16 units, long strings left out, is not handed over. */
const MAX_UNITS = 2 * 1024 * 1024;
/** A message cannot carry deeper nesting, and no user unfolds it. */
const MAX_LEVELS = 400;

export interface HandedOver {
  /** A copy, with left out strings empty; null when it is too large. */
  readonly value: unknown;
  readonly tooLarge: boolean;
  readonly leftOut: readonly LeftOut[];
  readonly numbers: readonly NumberAsWritten[];
}

export interface HandOverChoices {
  /** RFC 6901 pointers of strings that are omitted whatever their length. */
  readonly leave?: ReadonlySet<string>;
  /** Long strings go too: what reads the document counts their characters. */
  readonly keepLong?: boolean;
}

const TOO_LARGE: HandedOver = { value: null, tooLarge: true, leftOut: [], numbers: [] };

/** An object or array still to be copied: its members go into `into`. */
interface Pending {
  readonly from: object;
  readonly into: Record<string, unknown> | unknown[];
  readonly pointer: string;
  readonly level: number;
}

/** Copies a parsed JSON value. Ends as soon as it is too large. Iterative; keys are data, `__proto__` too. */
export function handOver(document: unknown, { leave, keepLong = false }: HandOverChoices = {}): HandedOver {
  const leftOut: LeftOut[] = [];
  const numbers: NumberAsWritten[] = [];
  const pending: Pending[] = [];
  let units = 0;
  const copy = (item: unknown, pointer: string, level: number): unknown => {
    if (typeof item === 'string') {
      const stays = (leave?.has(pointer) ?? false) || (!keepLong && item.length > LONG_STRING);
      if (stays) leftOut.push({ pointer, length: item.length });
      units += stays ? 2 : item.length + 2;
      return stays ? '' : item;
    }
    units += 4;
    if (typeof item !== 'object' || item === null) return item;
    const into: Record<string, unknown> | unknown[] = Array.isArray(item) ? [] : {};
    pending.push({ from: item, into, pointer, level });
    return into;
  };
  const value = copy(document, '', 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { from, into, pointer, level } = next;
    // An item of an array counts at least three units, so a long one need not be walked.
    const isTooLong = Array.isArray(from) && units + 3 * from.length > MAX_UNITS;
    if (level >= MAX_LEVELS || isTooLong) return TOO_LARGE;
    for (const [key, item] of Object.entries(from)) {
      if (units > MAX_UNITS) return TOO_LARGE;
      units += key.length;
      const at = pointerTo(pointer, key);
      const text = typeof item === 'number' ? writtenNumber(from, key) : null;
      if (text !== null) numbers.push({ pointer: at, text });
      units += text?.length ?? 0;
      put(into, key, copy(item, at, level + 1));
    }
  }
  return units > MAX_UNITS ? TOO_LARGE : { value, tooLarge: false, leftOut, numbers };
}

function put(into: Record<string, unknown> | unknown[], key: string, value: unknown): void {
  if (Array.isArray(into)) into.push(value);
  else if (key !== '__proto__') into[key] = value;
  else Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}
