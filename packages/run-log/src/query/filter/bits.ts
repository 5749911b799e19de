/** Sets of rows as bits: a bit an ordinal, 32 a word. */
export type Bits = Uint32Array;

/** Number of 32-bit words for `rows` bits. */
export const uint32Count = (rows: number): number => (rows + 31) >>> 5;

/** An empty set with capacity for `rows` rows. */
export const noRows = (rows: number): Bits => new Uint32Array(uint32Count(rows));

export const hasRow = (bits: Bits, row: number): boolean =>
  (((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1;

export function addRow(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31));
}

export function removeRow(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] as number) & ~(1 << (row & 31));
}

/** Rows in both, with room for those of the first. */
export function both(a: Bits, b: Bits): Bits {
  const out = new Uint32Array(a.length);
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) out[i] = (a[i] as number) & (b[i] as number);
  return out;
}

/** Rows of the first that are not in the second, of the same length. */
export function without(a: Bits, b: Bits): Bits {
  const out = new Uint32Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) & ~(b[i] as number);
  return out;
}

/** Adds the rows of the second, of the same length, to the first. */
export function addAll(a: Bits, b: Bits): void {
  for (let i = 0; i < a.length; i++) a[i] = (a[i] as number) | (b[i] as number);
}

export function isEmpty(bits: Bits): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false;
  return true;
}

/** How many rows there are. */
export function countRows(bits: Bits): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i] as number;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** The first row from one on; -1 for none. */
export function nextRow(bits: Bits, from: number): number {
  let at = from >>> 5;
  if (at >= bits.length) return -1;
  let word = (bits[at] as number) & (-1 << (from & 31));
  while (word === 0) {
    if (++at >= bits.length) return -1;
    word = bits[at] as number;
  }
  return (at << 5) + 31 - Math.clz32(word & -word);
}

/** Rows in ascending order. */
export function rowsOf(bits: Bits): Int32Array {
  const rows = new Int32Array(countRows(bits));
  let at = 0;
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i] as number; word !== 0; word &= word - 1)
      rows[at++] = (i << 5) + 31 - Math.clz32(word & -word);
  }
  return rows;
}
