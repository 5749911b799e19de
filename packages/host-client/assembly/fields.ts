/** Members of an entry that the scan looks at. Their numbers, and the names in `NAMES`, are those of `src/scan/entry-fields.ts`. */

export const TYPE: i32 = 2;
export const EVENT_ID: i32 = 3;
export const TIMESTAMP: i32 = 4;
export const PAYLOAD: i32 = 6;
export const DATA: i32 = 7;
export const EVENTS: i32 = 12;
export const FIELDS: usize = 13;

/** The names, by number: sixteen bytes each, filled with zeros. Their lengths behind them, a byte each. */
const NAMES: usize = 0x98200;
const LENGTHS: usize = 0x98300;
/** The bytes of a name that count, by its length: as many of 0xff. */
const MASKS: usize = 0x98400;

/** Number of the field whose name stands from `start` to `end`; -1 for any other name. */
export function fieldAt(start: usize, end: usize): i32 {
  const length = end - start;
  if (length > 15) return -1;
  const name = v128.and(v128.load(start), v128.load(MASKS + (length << 4)));
  for (let field: usize = 0; field < FIELDS; field++) {
    if (load<u8>(LENGTHS + field) != <u8>length) continue;
    if (!v128.any_true(v128.xor(name, v128.load(NAMES + (field << 4))))) return <i32>field;
  }
  return -1;
}
