/** Nesting beyond which a parsed value is not handed out: no worker boundary takes it, and nothing may recurse over it. */
const MAX_DEPTH = 200;

/** True for a value that nests too deeply. Level by level, so that depth is no limit; O(values). */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
