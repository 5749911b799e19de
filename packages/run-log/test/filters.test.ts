import { readdirSync } from 'node:fs';
import { sample } from '@openwop-inspector/testing/files';
import { FILTER_CASES, filterLog, WRONG_FILTERS } from '@openwop-inspector/testing/filters';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  filterSelects,
  isFilterError,
  openRunLog,
  parseFilter,
  type RunLog,
  runFilter,
  textSource,
} from '../src/index.ts';
import { openPath } from './opened-logs.ts';
import { type PlainLog, plainLog, plainSelection } from './plain-filter.ts';

const running = { isCancelled: () => false };
let log: RunLog;
let plain: PlainLog;

beforeAll(async () => {
  log = openRunLog(textSource('filters.ndjson', filterLog()));
  await log.loaded;
  await log.runChecks();
  plain = await plainLog(log);
});

/** Rows that the engine selects, or where the filter is wrong. */
async function selected(text: string): Promise<readonly number[] | string> {
  const filter = await parseFilter(text, log);
  if (isFilterError(filter)) return `${filter.column}: ${filter.message}`;
  return [...((await runFilter(filter, log, running)) ?? [])];
}

const sequencesOf = (rows: readonly number[] | string | null) =>
  rows === null || typeof rows === 'string' ? rows : rows.map((row) => log.index.sequenceOf(row));

describe('a filter selects what the table says', () => {
  test.each(FILTER_CASES)('%s', async (text, sequences) => {
    expect(sequencesOf(await selected(text))).toEqual(sequences);
  });
});

describe('a plain reading of every event selects the same', () => {
  test.each(FILTER_CASES)('%s', (text, sequences) => {
    expect(sequencesOf(plainSelection(plain, text))).toEqual(sequences);
  });
});

test('one event tested alone is selected as it is among all', async () => {
  for (const [text, sequences] of FILTER_CASES) {
    const filter = await parseFilter(text, log);
    if (isFilterError(filter)) throw new Error(filter.message);
    const alone: (number | null)[] = [];
    for (const { row } of plain.events)
      if (await filterSelects(filter, log, row)) alone.push(log.index.sequenceOf(row));
    expect([text, alone]).toEqual([text, sequences]);
  }
});

describe('a filter that is wrong says where, and selects nothing silently', () => {
  test.each(WRONG_FILTERS)('%s', async (text, column, message) => {
    const filter = await parseFilter(text, log);
    expect(isFilterError(filter) && [filter.column, filter.message.slice(0, message.length)]).toEqual([
      column,
      message,
    ]);
  });
});

/** Questions of which the plain reading knows less than the engine on runs of hosts. */
const CLOSE = /\b(problem|kind|is|cause|under|of):/;
// Of messages, sequence and run are not in the bytes.
const SAMPLES = readdirSync(sample('')).filter((name) => !/^agh-|index\.json$|README/.test(name));

describe('on every sample a plain reading selects the same', () => {
  test.each(SAMPLES)('%s', async (name) => {
    const of = await openPath(sample(name));
    const read = await plainLog(of);
    for (const [text] of FILTER_CASES) {
      const filter = await parseFilter(text, of);
      if (CLOSE.test(text) || isFilterError(filter)) continue;
      const rows = await runFilter(filter, of, running);
      expect([text, [...(rows ?? [])]]).toEqual([text, plainSelection(read, text)]);
    }
  });
});
