/** The events of one logical envelope, grouped by the attempt they belong to (acceptor 5). */
import { beginsAnother, type EmissionPart } from './emission-parts.ts';
import type { RowParts } from './row-parts.ts';

/** Rows of one attempt, in display order. */
export interface AttemptRows {
  readonly rows: readonly number[];
  /**
   * True for an attempt of which nothing is recorded but that it was to be made: `rows` then holds the retry that says
   * so, which ends the attempt before it too.
   */
  readonly announced: boolean;
}

/** Splits what belongs to one envelope, in display order, into its attempts: see `beginsAnother`. */
export function splitAttempts<T>(items: Iterable<T>, partOf: (item: T) => EmissionPart): T[][] {
  const attempts: T[][] = [];
  let last: EmissionPart | null = null;
  for (const item of items) {
    const part = partOf(item);
    const current = attempts.at(-1);
    if (current === undefined || beginsAnother(part, last)) attempts.push([item]);
    else current.push(item);
    if (part !== 'after' || last === null) last = part;
  }
  return attempts;
}

/** Attempts of one story. A retry as the last event announces one more, of which nothing is recorded. */
export function attemptsIn(rows: Int32Array, parts: RowParts): AttemptRows[] {
  const out = splitAttempts(rows, (row) => parts.partOf(row)).map((list) => ({
    rows: list,
    announced: false,
  }));
  const last = rows.findLast((row, at) => at === 0 || parts.partOf(row) !== 'after') ?? -1;
  return last >= 0 && parts.isRetry(last) ? [...out, { rows: [last], announced: true }] : out;
}

/** How many attempts `attemptsIn` would answer for `rows[from, to)`. */
export function countAttempts(rows: Int32Array, from: number, to: number, parts: RowParts): number {
  let count = 0;
  let last: EmissionPart | null = null;
  let lastSaid = -1;
  for (let i = from; i < to; i++) {
    const row = rows[i] as number;
    const part = parts.partOf(row);
    if (count === 0 || beginsAnother(part, last)) count++;
    if (part === 'after' && last !== null) continue;
    last = part;
    lastSaid = row;
  }
  return lastSaid >= 0 && parts.isRetry(lastSaid) ? count + 1 : count;
}
