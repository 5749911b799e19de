/** The command line answers the filters of the shared table, as rows and as a document. */
import { FILTER_CASES, filterLog, WRONG_FILTERS } from '@openwop-inspector/testing/filters';
import { afterAll, describe, expect, test } from 'vitest';
import { events } from '../src/verbs/events.ts';
import { captureTerminal } from './capture-terminal.ts';
import { ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());
const file = scratch.write('filters.ndjson', filterLog());

async function listed(filter: string, more: { limit?: number; offset?: number } = {}) {
  const stored = captureTerminal({});
  const options = { json: true, filter, limit: null, offset: 0, checks: true, ...more };
  const status = await events(file, options, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

describe('events lists what the table says', () => {
  test.each(FILTER_CASES)('%s', async (text, sequences) => {
    const { rows, total } = JSON.parse((await listed(text)).out);
    expect(rows.map(({ sequence }: { sequence: number }) => sequence)).toEqual(sequences);
    expect(total).toBe(sequences.length);
  });
});

test('a page of what a filter selects has the total of all', async () => {
  const { rows, total } = JSON.parse((await listed('node:plan -two', { offset: 2, limit: 3 })).out);
  expect(rows.map(({ sequence }: { sequence: number }) => sequence)).toEqual([4, 5, 6]);
  expect(total).toBe(10);
});

describe('events says where a filter is wrong, and fails', () => {
  test.each(WRONG_FILTERS)('%s', async (text, column, message) => {
    const { status, err } = await listed(text);
    expect(status).toBe(2);
    expect(err.replace(/\s+/g, ' ')).toContain(
      `the filter is wrong at column ${column + 1}: ${message}`.replace(/\s+/g, ' '),
    );
  });
});
