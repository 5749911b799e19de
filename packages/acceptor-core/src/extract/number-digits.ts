/** Whether a number of JSON keeps its digits as a double. */

/** So many significant digits always survive. */
const SAFE_DIGITS = 15;
const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** True when the number reads back with the digits that were written, apart from zeros that say nothing. */
export function isHeldExactly(digits: string): boolean {
  if (digits.length <= SAFE_DIGITS && !/[eE]/.test(digits)) return true;
  const written = significant(digits);
  const held = significant(String(Number(digits)));
  return written !== null && held !== null && written.digits === held.digits && written.power === held.power;
}

/** Digits without outer zeros, and the power of ten of the last one; null for what is no finite number. */
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

const ZERO = 0x30;

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
