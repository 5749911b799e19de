import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GivenEvent, openGiven, START_MS } from '../../../test/given-log.ts';
import { histogram } from './histogram.ts';

const at = (ms: number | null, type = 'x.y'): GivenEvent => ({ type, at: ms });

test('events, matches and failures are counted by bucket', async () => {
  const log = await openGiven([at(0), at(100), at(600, 'node.failed'), at(1_000), at(null)]);
  const { buckets, max } = histogram(log, { buckets: 2, foldIdleMs: null, matching: Int32Array.of(1, 4) });
  expect(buckets).toEqual([
    { fromMs: START_MS, toMs: START_MS + 500, events: 2, matching: 1, failed: 0 },
    { fromMs: START_MS + 500, toMs: START_MS + 1_000, events: 2, matching: 0, failed: 1 },
  ]);
  expect(max).toBe(2);
});

describe('buckets never reach over a fold', () => {
  test('each stretch has at least one', async () => {
    const log = await openGiven([at(0), at(9_000), at(60_000), at(60_001), at(120_000)]);
    const { buckets, segments } = histogram(log, { buckets: 3, foldIdleMs: 10_000, matching: null });
    expect(segments.filter((segment) => segment.idle)).toHaveLength(2);
    expect(buckets.map(({ fromMs, toMs, events }) => [fromMs - START_MS, toMs - START_MS, events])).toEqual([
      [0, 3_000, 1],
      [3_000, 6_000, 0],
      [6_000, 9_000, 1],
      [60_000, 60_001, 2],
      [120_000, 120_000, 1],
    ]);
  });

  test('whatever the times, every event with a time is in one', async () => {
    const times = fc.array(fc.option(fc.integer({ min: 0, max: 5_000 })), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 50 }), async (list, wanted) => {
        const log = await openGiven(list.map((ms) => at(ms)));
        const { buckets, segments, max } = histogram(log, {
          buckets: wanted,
          foldIdleMs: 500,
          matching: null,
        });
        const known = list.filter((ms) => ms !== null);
        expect(buckets.reduce((sum, bucket) => sum + bucket.events, 0)).toBe(known.length);
        expect(buckets.every((bucket) => bucket.matching === bucket.events)).toBe(true);
        expect(max).toBe(Math.max(0, ...buckets.map((bucket) => bucket.events)));
        for (const { fromMs, toMs } of buckets) {
          expect(segments.some((one) => !one.idle && one.fromMs <= fromMs && toMs <= one.toMs)).toBe(true);
        }
      }),
    );
  });
});

test.each([
  ['no event', []],
  ['no time', [at(null)]],
])('with %s there is no bucket', async (_, events) => {
  const log = await openGiven(events);
  expect(histogram(log, { buckets: 10, foldIdleMs: 5_000, matching: null })).toEqual({
    segments: [],
    buckets: [],
    max: 0,
  });
});

test('a repeated event counts once', async () => {
  const log = await openGiven([at(0), at(10), { ...at(5), extra: { eventId: 'e0' } }]);
  const { buckets } = histogram(log, { buckets: 1, foldIdleMs: null, matching: null });
  expect(buckets[0]?.events).toBe(2);
});
