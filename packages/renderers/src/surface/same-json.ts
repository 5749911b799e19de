/** Whether two JSON values are the same: the order of members does not count, that of items does. */
import { isRecord, pointerTo } from '@openwop-inspector/base';
import { MOST_LEVELS } from '../model/json/json-measure.ts';

/** Pointer to the first place where two values differ; null when they are the same. Looks 64 levels deep. */
export function firstDifference(one: unknown, other: unknown, pointer = '', level = 0): string | null {
  if (Object.is(one, other)) return null;
  if (level > MOST_LEVELS) return pointer;
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let i = 0; i < Math.max(one.length, other.length); i++) {
      if (i >= one.length || i >= other.length) return `${pointer}/${i}`;
      const found = firstDifference(one[i], other[i], `${pointer}/${i}`, level + 1);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isRecord(one) || !isRecord(other)) return pointer;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const place = pointerTo(pointer, key);
    if (!Object.hasOwn(one, key) || !Object.hasOwn(other, key)) return place;
    const found = firstDifference(one[key], other[key], place, level + 1);
    if (found !== null) return found;
  }
  return null;
}
