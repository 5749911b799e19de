/** Events that a view asks for one by one are read at once (docs/architecture: every read of the window is a request). */
import { expect, test } from 'vitest';
import { type LoadedLog, standingLog } from '../src/query/loaded-log.ts';
import { PayloadReader, ReadAhead } from '../src/query/payload/read-payload.ts';
import { openGiven } from './given-log.ts';

const LARGE = 'x'.repeat(70_000);

/** A log of a number of events, of which one is large, that counts its reads. */
async function counted(events: number): Promise<{ log: LoadedLog; reads: number[]; most: () => number }> {
  const opened = await openGiven(
    Array.from({ length: events }, (_, i) => ({
      type: 'log.appended',
      payload: { next: i + 1, text: i === 3 ? LARGE : '' },
    })),
  );
  const reads: number[] = [];
  let [now, most] = [0, 0];
  const log: LoadedLog = {
    ...standingLog(opened),
    async read(row) {
      reads.push(row);
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve));
      const bytes = await opened.read(row);
      now--;
      return bytes;
    },
  };
  return { log, reads, most: () => most };
}

/** What a view makes: the members `next` of the first events. */
const nexts = async (reader: PayloadReader, rows: number): Promise<(number | null)[]> => {
  const found: (number | null)[] = [];
  for (let row = 0; row < rows; row++) found.push((await reader.fields(row)).number('next'));
  return found;
};

test('what is requested one by one is read at once, each event once, and 64 together at most', async () => {
  const { log, reads, most } = await counted(100);
  const ahead = new ReadAhead(log);
  const made = await ahead.settled(3, () => nexts(new PayloadReader(log, 3, ahead), 3));
  expect(made).toEqual([1, 2, 3]);
  expect([...reads].sort((a, b) => a - b)).toEqual([0, 1, 2]);
  await ahead.settled(3, () => nexts(new PayloadReader(log, 100, ahead), 100));
  expect(new Set(reads).size).toBe(100);
  expect(most()).toBe(64);
});

test('an event that is too large to be cached is read in its turn, and the answer is whole', async () => {
  const { log, reads } = await counted(5);
  const ahead = new ReadAhead(log);
  const made = await ahead.settled(3, () => nexts(new PayloadReader(log, 100, ahead), 5));
  expect(made).toEqual([1, 2, 3, 4, 5]);
  expect(reads.at(-1)).toBe(3);
  expect(reads).toHaveLength(5);
});

test('what an event names is read in the next round, and the last round reads in its turn', async () => {
  const { log, most } = await counted(12);
  const ahead = new ReadAhead(log);
  const walk = async (): Promise<number[]> => {
    const reader = new PayloadReader(log, 100, ahead);
    const path = [0];
    for (let row = 0; row < 11; ) {
      const next = (await reader.fields(row)).number('next');
      if (next === null) break;
      path.push(next);
      row = next;
    }
    return path;
  };
  expect(await ahead.settled(3, walk)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(most()).toBe(1);
});

test('a view reads no more than its budget, in the last round as in the first', async () => {
  const { log, reads } = await counted(20);
  const ahead = new ReadAhead(log);
  const made = await ahead.settled(3, () => nexts(new PayloadReader(log, 2, ahead), 20));
  expect(made.filter((next) => next !== null)).toEqual([1, 2]);
  expect(reads).toHaveLength(2);
});
