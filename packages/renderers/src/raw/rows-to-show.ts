import type { RenderSubject } from '../contract/render-subject.ts';

/** A tree taller than this scrolls by itself. */
export const MOST_ROWS = 22;

/** How many rows the value's outline has, counted no further than `MOST_ROWS`. */
export function rowsToShow({ value, tooLarge }: RenderSubject): number {
  if (tooLarge) return MOST_ROWS;
  let rows = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && rows < MOST_ROWS) {
    const next = waiting.pop();
    rows += 1;
    if (typeof next !== 'object' || next === null) continue;
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    waiting.push(...members.slice(0, MOST_ROWS));
  }
  return rows;
}
