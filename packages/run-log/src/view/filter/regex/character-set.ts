/** Sets of UTF-16 units, as the classes of a regular expression name them (ECMAScript without the flag u). */

/** Inclusive ranges in ascending order that do not touch. */
export type CharacterSet = readonly (readonly [low: number, high: number])[];

const LAST = 0xffff;

/** The ranges in order, those that touch as one. */
export function setOf(ranges: CharacterSet): CharacterSet {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const out: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = out.at(-1);
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else out.push([low, high]);
  }
  return out;
}

export function complement(set: CharacterSet): CharacterSet {
  const out: [number, number][] = [];
  let next = 0;
  for (const [low, high] of set) {
    if (low > next) out.push([next, low - 1]);
    next = high + 1;
  }
  if (next <= LAST) out.push([next, LAST]);
  return out;
}

const unitsOf = (characters: string): CharacterSet =>
  setOf(Array.from(characters, (c) => [c.charCodeAt(0), c.charCodeAt(0)] as const));

export const DIGITS: CharacterSet = [[0x30, 0x39]];
export const WORD: CharacterSet = setOf([...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]);
export const SPACES: CharacterSet = setOf([
  ...unitsOf('\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'),
  [0x2000, 0x200a],
]);
/** What a dot stands for. */
export const NO_BREAK: CharacterSet = complement(unitsOf('\n\r\u2028\u2029'));

let canonical: Uint16Array | null = null;

/** The unit that all units stand for which are alike but for their case. */
function canonicalUnits(): Uint16Array {
  if (canonical !== null) return canonical;
  const table = new Uint16Array(LAST + 1);
  for (let unit = 0; unit <= LAST; unit++) {
    const upper = String.fromCharCode(unit).toUpperCase();
    const code = upper.charCodeAt(0);
    // Nothing beyond ASCII is alike to a character of it.
    table[unit] = upper.length === 1 && (unit < 128 || code >= 128) ? code : unit;
  }
  canonical = table;
  return table;
}

/** The set with all that is alike to its units but for their case. O(65,536). */
export function inAnyCase(set: CharacterSet): CharacterSet {
  const table = canonicalUnits();
  const wanted = new Uint8Array(LAST + 1);
  for (const [low, high] of set) for (let unit = low; unit <= high; unit++) wanted[table[unit] as number] = 1;
  const out: [number, number][] = [];
  for (let unit = 0; unit <= LAST; unit++) {
    if (wanted[table[unit] as number] === 0) continue;
    const last = out.at(-1);
    if (last !== undefined && last[1] === unit - 1) last[1] = unit;
    else out.push([unit, unit]);
  }
  return out;
}
