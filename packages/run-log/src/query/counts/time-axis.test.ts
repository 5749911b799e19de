import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GivenEvent, openGiven, START_MS } from '../../../test/given-log.ts';
import { type TimeSegment, timeRange, timeSegments } from './histogram.ts';

/** Segments with times since the start in ms; idle ones in brackets. */
async function axis(times: readonly (number | null)[], foldIdleMs: number | null): Promise<string> {
  const log = await openGiven(times.map((at): GivenEvent => ({ type: 'x.y', at })));
  return timeSegments(timeRange(log, foldIdleMs)).map(written).join(' ');
}

function written({ fromMs, toMs, idle }: TimeSegment): string {
  const text = `${fromMs - START_MS}-${toMs - START_MS}`;
  return idle ? `[${text}]` : text;
}

describe('the time axis folds where nothing happens', () => {
  test.each<[string, (number | null)[], number | null, string]>([
    ['nothing to fold', [0, 1_000, 2_000], 5_000, '0-2000'],
    ['one gap', [0, 1_000, 9_000, 9_500], 5_000, '0-1000 [1000-9000] 9000-9500'],
    ['a gap of just the limit', [0, 5_000], 5_000, '0-0 [0-5000] 5000-5000'],
    ['a gap below the limit', [0, 4_999], 5_000, '0-4999'],
    ['no folding', [0, 60_000], null, '0-60000'],
    ['out of order', [9_000, 0, 9_500, 1_000], 5_000, '0-1000 [1000-9000] 9000-9500'],
    ['filled by another event', [0, 9_000, 4_500], 5_000, '0-9000'],
    ['equal times', [7, 7, 7], 5_000, '7-7'],
    ['unknown times', [null, 0, null, 9_000], 5_000, '0-0 [0-9000] 9000-9000'],
    ['no time at all', [null, null], 5_000, ''],
    [
      'far apart and out of order',
      [40_000_000_000, 0, 10],
      1,
      '0-0 [0-10] 10-10 [10-40000000000] 40000000000-40000000000',
    ],
  ])('%s', async (_, times, foldIdleMs, segments) => expect(await axis(times, foldIdleMs)).toBe(segments));

  test('a repeated event fills no gap', async () => {
    const log = await openGiven([
      { type: 'x.y', at: 0 },
      { type: 'x.y', at: 20_000 },
      { type: 'x.y', at: 10_000, extra: { eventId: 'e0' } },
    ]);
    expect(timeSegments(timeRange(log, 15_000)).map(written)).toEqual(['0-0', '[0-20000]', '20000-20000']);
  });

  test('the same as over sorted times', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 100 }), async (list, fold) => {
        expect(await axis(list, fold)).toBe(
          await axis(
            [...list].sort((a, b) => a - b),
            fold,
          ),
        );
      }),
    );
  });

  test('of more than 200 gaps the longest are folded', async () => {
    const times = Array.from({ length: 300 }, (_, i) => i * 10_000 + (i >= 150 ? 5_000 : 0));
    const log = await openGiven(times.map((at): GivenEvent => ({ type: 'x.y', at })));
    const idle = timeSegments(timeRange(log, 1_000)).filter((segment) => segment.idle);
    expect(idle).toHaveLength(200);
    expect(Math.max(...idle.map(({ fromMs, toMs }) => toMs - fromMs))).toBe(15_000);
  });
});
