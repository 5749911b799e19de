/** Arrays whose items have the same fields, to be read as a table. */
import { isRecord } from '@openwop-inspector/base';

/** Items that are looked at before an array is called uniform. */
const LOOKED_AT = 200;
const MOST_COLUMNS = 12;

/**
 * Columns of a table, in the order of their first mention; null when the array is none. A table has two items at
 * least, all objects, with few different fields, and no field that most items lack.
 */
export function tableColumns(items: readonly unknown[]): readonly string[] | null {
  if (items.length < 2) return null;
  const counts = new Map<string, number>();
  const looked = items.slice(0, LOOKED_AT);
  for (const item of looked) {
    if (!isRecord(item)) return null;
    const keys = Object.keys(item);
    if (keys.length === 0 || keys.length > MOST_COLUMNS) return null;
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    if (counts.size > MOST_COLUMNS) return null;
  }
  const isShared = [...counts.values()].every((count) => count * 2 >= looked.length);
  return isShared ? [...counts.keys()] : null;
}
