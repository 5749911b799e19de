/** The window's worker answers the filters of the shared table. */
import { FILTER_CASES, filterLog, WRONG_FILTERS } from '@openwop-inspector/testing/filters';
import { beforeAll, describe, expect, test } from 'vitest';
import { runners } from './jobs.ts';
import type { SessionEvent } from './sessions.ts';

const sessionId = 'filters';
const reported: SessionEvent[] = [];
const tell = (event: SessionEvent): void => void reported.push(event);

beforeAll(async () => {
  const source = { kind: 'text', name: 'filters.ndjson', text: filterLog() } as const;
  await runners.open({ sessionId, source, secret: null }, tell);
  while (!reported.some((event) => event.kind === 'summary' && event.summary.checks.known))
    await new Promise((resolve) => setTimeout(resolve, 5));
});

async function selected(text: string): Promise<readonly (number | null)[]> {
  const { id, error } = await runners.filter({ sessionId, text }, tell);
  if (error !== null) throw new Error(error.message);
  const { rows } = await runners.rows({ sessionId, filterId: id, offset: 0, limit: 100 }, tell);
  return rows.map(({ sequence }) => sequence);
}

describe('the worker selects what the table says', () => {
  test.each(FILTER_CASES)('%s', async (text, sequences) => {
    expect(await selected(text)).toEqual(sequences);
  });
});

describe('the worker says where a filter is wrong', () => {
  test.each(WRONG_FILTERS)('%s', async (text, column, message) => {
    const { error } = await runners.filter({ sessionId, text }, tell);
    expect([error?.column, error?.message.slice(0, message.length)]).toEqual([column, message]);
  });
});

test('the worker finds events by id, else by run and number, and reports each that is not loaded', async () => {
  const event = { eventId: null, runId: null, sequence: null };
  const events = [{ ...event, sequence: 9, runId: 'r1' }, { ...event, eventId: 'nobody' }, event];
  const [found, ...others] = await runners.findAll({ sessionId, events }, tell);
  expect(await runners.find({ sessionId, runId: 'r1', sequence: 9 }, tell)).toMatchObject({ ordinal: found });
  expect(others).toEqual([null, null]);
});
