/** How much a foreign value is, found without walking more of it than a limit allows. */

type Over = 'bytes' | 'levels';

/** Containers deeper than this are not walked (envelope 10). */
export const MAX_LEVELS = 64;

/**
 * UTF-8 bytes of a value written as JSON without white space, or which limit it is over: `most` bytes, or the levels of
 * nesting, of which a scalar has 0. Ends as soon as a limit is passed, so that circles, shared parts that multiply, and
 * deep nesting cost no more than the limit. Never throws; what JSON cannot write counts as `null`.
 */
export function jsonSize(value: unknown, most: number, levels = MAX_LEVELS): number | Over {
  let bytes = 0;
  const add = (more: number): Over | null => {
    bytes += more;
    return bytes > most ? 'bytes' : null;
  };
  const visit = (one: unknown, level: number): Over | null => {
    if (typeof one !== 'object' || one === null) return add(scalarBytes(one, most));
    if (level >= levels) return 'levels';
    let over = add(2);
    if (Array.isArray(one)) {
      for (let at = 0; over === null && at < one.length; at++)
        over = visit(one[at], level + 1) ?? add(at === 0 ? 0 : 1);
      return over;
    }
    for (const [key, member] of Object.entries(one)) {
      if (over !== null) break;
      over = add(scalarBytes(key, most) + 2) ?? visit(member, level + 1);
    }
    return over;
  };
  return visit(value, 0) ?? bytes;
}

function scalarBytes(value: unknown, enough: number): number {
  if (typeof value !== 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value).length : 4;
  // With its quotes.
  let bytes = 2;
  if (value.length > enough) return bytes + value.length;
  for (let i = 0; i < value.length; i++) bytes += unitBytes(value.charCodeAt(i));
  return bytes;
}

/** Bytes of one UTF-16 unit; each half of a pair has two of the four. */
function unitBytes(unit: number): number {
  if (unit < 0x20) return unit === 0x0a || unit === 0x0d || unit === 0x09 ? 2 : 6;
  if (unit === 0x22 || unit === 0x5c) return 2;
  if (unit < 0x80) return 1;
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
}
