/** The events of one logical envelope, told apart by the attempt they belong to (acceptor 5). */
import { beginsAnother, type EmissionPart } from '../envelope-evidence/emission-parts.ts';
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

/** Attempts of one story. A retry as the last event announces one more, of which nothing is recorded. */
export function splitAttempts(rows: Int32Array, parts: RowParts): AttemptRows[] {
  const attempts: number[][] = [];
  let last: EmissionPart | null = null;
  let lastSaid = -1;
  for (const row of rows) {
    const part = parts.partOf(row);
    const current = attempts.at(-1);
    if (current === undefined || beginsAnother(part, last)) attempts.push([row]);
    else current.push(row);
    if (part === 'after' && last !== null) continue;
    last = part;
    lastSaid = row;
  }
  const out = attempts.map((list) => ({ rows: list, announced: false }));
  return lastSaid >= 0 && parts.isRetry(lastSaid) ? [...out, { rows: [lastSaid], announced: true }] : out;
}

/** How many attempts `splitAttempts` would answer for `rows[from, to)`. */
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
