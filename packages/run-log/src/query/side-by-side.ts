import { MAX_RANGES } from '../source/gathered-ranges.ts';

/** Reads under way at once: that number of ranges of a file that a shell serves is one request. */
const SIDE_BY_SIDE = MAX_RANGES;

/**
 * Maps items by an asynchronous function, `width` of them under way at once, and answers in the order of the items.
 * Reads of a source wait for it more than they compute, so that doing them side by side hides the waiting.
 */
export async function mapSideBySide<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
  width = SIDE_BY_SIDE,
): Promise<R[]> {
  const out: R[] = new Array<R>(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < items.length; i = next++) out[i] = await map(items[i] as T);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  return out;
}
