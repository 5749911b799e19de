/** How much a foreign value is, found without walking more of it than a limit allows. */

/** Limits of a measurement. */
export interface MeasureLimits {
  /** UTF-8 bytes of the value written as JSON without white space. */
  readonly bytes: number;
  /** Nesting: a scalar has 0, each container adds one. */
  readonly levels: number;
}

type Over = 'bytes' | 'levels';

/** What was found. Beyond a limit the walk ends and only says which one. */
export type Measure =
  | { readonly kind: 'measured'; readonly bytes: number }
  | { readonly kind: 'over'; readonly limit: Over };

/** Containers deeper than this are not walked (envelope 10). */
export const MAX_LEVELS = 64;

interface Walk {
  readonly limits: MeasureLimits;
  bytes: number;
}

/**
 * Measures a value. Ends as soon as a limit is passed, so that circles, shared parts that multiply, and deep nesting
 * cost no more than the limit. Never throws; what JSON cannot write counts as `null`.
 */
export function measureJson(value: unknown, limits: MeasureLimits): Measure {
  const walk: Walk = { limits, bytes: 0 };
  const over = visit(value, 0, walk);
  return over === null ? { kind: 'measured', bytes: walk.bytes } : { kind: 'over', limit: over };
}

function visit(value: unknown, level: number, walk: Walk): Over | null {
  if (typeof value !== 'object' || value === null) return add(walk, scalarBytes(value, walk.limits.bytes));
  if (level >= walk.limits.levels) return 'levels';
  let over: Over | null = add(walk, 2);
  if (Array.isArray(value)) {
    for (let i = 0; over === null && i < value.length; i++) {
      over = visit(value[i], level + 1, walk) ?? add(walk, i === 0 ? 0 : 1);
    }
    return over;
  }
  for (const [key, member] of Object.entries(value)) {
    over = add(walk, scalarBytes(key, walk.limits.bytes) + 2) ?? visit(member, level + 1, walk);
    if (over !== null) return over;
  }
  return over;
}

function add(walk: Walk, bytes: number): 'bytes' | null {
  walk.bytes += bytes;
  return walk.bytes > walk.limits.bytes ? 'bytes' : null;
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
