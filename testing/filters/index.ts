/** One log and one table of filters for the engine, the window's worker, the command line and a plain reading. */
import { readFileSync } from 'node:fs';
import { inRepository } from '../files/places.ts';
import table from './filter-table.json' with { type: 'json' };

type FilterCase = readonly [filter: string, sequences: readonly number[]];
type WrongFilter = readonly [filter: string, column: number, message: string];

/** Filters with the sequences that they select in the log. */
export const FILTER_CASES = table.selecting.map(({ filter, sequences }): FilterCase => [filter, sequences]);

/** Filters that are wrong: the column from 0, and the beginning of the message. */
export const WRONG_FILTERS = table.wrong.map(
  ({ filter, column, message }): WrongFilter => [filter, column, message],
);

/**
 * A small log with something of everything that a filter asks about, and text that is hard to search, one value of
 * 70,000 characters. Event `n` of the first run has the sequence `n` and, unless it says otherwise, the id `e<n>`. In
 * the second run a code is written with an escape by number, and a message with all others.
 */
export function filterLog(): string {
  const text = readFileSync(inRepository('testing', 'filters', 'filter-log.ndjson'), 'utf8');
  return text.replace('"blob":""', `"blob":"${'x'.repeat(70_000)}"`);
}
