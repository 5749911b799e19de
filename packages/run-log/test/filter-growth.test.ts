/** A filter on a log that grows answers as on the whole, and what was selected before it grew stays if it says so. */
import { FILTER_CASES, filterLog } from '@openwop-inspector/testing/filters';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFilterError, openRunLog, parseFilter, type RunLog, runFilter } from '../src/index.ts';
import { growingBytes } from './growing-bytes.ts';
import { closedAfterwards } from './opened-logs.ts';
import { HEAD } from './small-capture.ts';

const encoder = new TextEncoder();
const running = { isCancelled: () => false };
const FILTERS = FILTER_CASES.map(([text]) => text);

/** Rows that a filter selects; null for an id that is not loaded yet. */
async function rowsOf(log: RunLog, text: string, from = 0): Promise<readonly number[] | null> {
  const filter = await parseFilter(text, log);
  if (isFilterError(filter)) return null;
  return [...((await runFilter(filter, log, { ...running, from })) ?? [])];
}

async function grownTo(bytes: Uint8Array, sizes: readonly number[], look: (log: RunLog) => Promise<void>) {
  const log = closedAfterwards(
    openRunLog(growingBytes(bytes, sizes[0] ?? 0), { grows: true, restAfter: () => 0 }),
  );
  await log.loaded;
  await look(log);
  for (const size of [...sizes.slice(1), bytes.length]) {
    await log.grow(size, size === bytes.length);
    await look(log);
  }
  return log;
}

/** The lines in any order: late rows change what comes before them. */
const cutLogs = fc
  .tuple(
    fc.shuffledSubarray(filterLog().trim().split('\n'), { minLength: 1 }),
    fc.boolean(),
    fc.integer({ min: 1, max: 5 }),
  )
  .map(([shuffled, isShuffled, step]) => {
    const lines = isShuffled ? shuffled : filterLog().trim().split('\n');
    const parts = [JSON.stringify(HEAD), ...lines].map((line) => encoder.encode(`${line}\n`));
    const ends = parts.map((_, i) => parts.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0));
    return {
      bytes: Uint8Array.from(parts.flatMap((part) => [...part])),
      sizes: ends.filter((_, i) => i % step === 0),
    };
  });

test('the answers at the end are those of the log opened whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      cutLogs,
      fc.subarray(FILTERS, { minLength: 5, maxLength: 20 }),
      async ({ bytes, sizes }, filters) => {
        const grown = await grownTo(bytes, sizes, async (log) => {
          for (const text of filters) await rowsOf(log, text);
        });
        const whole = closedAfterwards(openRunLog(growingBytes(bytes, bytes.length)));
        await whole.loaded;
        for (const text of filters)
          expect([text, await rowsOf(grown, text)]).toEqual([text, await rowsOf(whole, text)]);
      },
    ),
    { numRuns: runsOf(60, 15) },
  );
});

test('of a lasting filter only the new events are tested', async () => {
  await fc.assert(
    fc.asyncProperty(cutLogs, fc.constantFrom(...FILTERS), async ({ bytes, sizes }, text) => {
      let before: { rows: readonly number[]; order: RunLog['order'] } | null = null;
      await grownTo(bytes, sizes, async (log) => {
        const filter = await parseFilter(text, log);
        const { order } = log;
        const rows = await rowsOf(log, text);
        const isCarried = before?.order.lineage !== undefined && before.order.lineage === order.lineage;
        if (before !== null && isCarried && rows !== null && !isFilterError(filter) && filter.isLasting) {
          const more = (await rowsOf(log, text, before.order.length)) ?? [];
          expect([text, [...before.rows, ...more]]).toEqual([text, rows]);
        }
        before = rows === null ? null : { rows, order };
      });
    }),
    { numRuns: runsOf(100, 25) },
  );
});
