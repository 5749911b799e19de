import { describe, expect, test } from 'vitest';
import {
  type Contender,
  checkEvents,
  comparison,
  type Measured,
  median,
  percentile,
  ratioOf,
  ratiosTo,
  slowerThanStored,
  takeTurns,
} from './rounds.ts';

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 2, 3], 2.5],
  [[], Number.NaN],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test.each([
  [[], 0.5, Number.NaN],
  [[7], 0.95, 7],
  [[4, 1, 3, 2], 0.5, 2],
  [Array.from({ length: 100 }, (_, at) => 100 - at), 0.95, 95],
  [[1, 2, 3], 0, 1],
])('percentile of %j at %d is by nearest rank', (values, share, value) => {
  expect(percentile(values, share)).toBe(value);
});

describe('takeTurns', () => {
  const order: string[] = [];
  const contender = (title: string, times: readonly number[], more: Partial<Contender> = {}): Contender => {
    let round = 0;
    const measure = () => {
      order.push(title);
      return { ms: times[round++] ?? Number.NaN, events: 10 };
    };
    return { title, measure, ...more };
  };
  const run = () =>
    takeTurns(
      [
        contender('floor', [10, 100, 10]),
        contender('ours', [20, 200, 40]),
        contender('slow', [50], { once: true }),
        { title: 'absent', measure: () => null },
        { title: 'whole', measure: (): Measured => ({ ms: 8, parts: { start: 2 } }) },
      ],
      3,
      () => undefined,
    );

  test('measures all in turn, some once, and leaves out what is not installed', async () => {
    const rounds = await run();
    expect(order).toEqual(['floor', 'ours', 'slow', 'floor', 'ours', 'floor', 'ours']);
    expect([...rounds].map(([title, values]) => [title, values.length])).toEqual([
      ['floor', 3],
      ['ours', 3],
      ['slow', 1],
      ['whole', 3],
      ['whole: start', 3],
    ]);
  });

  test('ratios are formed inside a round', async () => {
    const rounds = await run();
    expect(ratioOf(rounds, 'ours', 'floor')).toBe(2);
    expect(ratioOf(rounds, 'slow', 'floor')).toBe(5);
    expect(ratioOf(rounds, 'floor', 'absent')).toBeNaN();
    expect(ratioOf(rounds, 'ours', 'floor', ({ peakBytes }) => peakBytes)).toBeNaN();
    expect(ratiosTo(rounds, 'floor')).toMatchObject({ floor: 1, ours: 0.5, slow: 0.2 });
  });

  test('the table compares with its first row, and says what is missing', async () => {
    const rounds = await run();
    expect(comparison(rounds, ['floor', 'ours', 'absent'])).toEqual([
      ['floor', '10 ms', '', '1,000', '1.00 ×', ''],
      ['ours', '40 ms', '', '250', '0.500 ×', ''],
      ['absent', 'not installed'],
    ]);
  });
});

test('a measurement that read other events is refused', () => {
  const rounds = (events: number) =>
    new Map<string, Measured[]>([
      ['floor', [{ ms: 1, events: 10 }]],
      ['jq', [{ ms: 1 }]],
      ['ours', [{ ms: 1, events }]],
    ]);
  expect(() => checkEvents(rounds(10))).not.toThrow();
  expect(() => checkEvents(rounds(9))).toThrow('ours read 9 events, floor 10');
});

test.each([
  [{ ours: 2.3, bundle: 2.0, other: 1 }, ['SLOWER than stored: bundle 2.00, was 2.40']],
  [{ ours: 2.3, bundle: 3 }, ['No ratio is more than a tenth below the stored result.']],
])('a stored result compared with %j', (ratios, lines) => {
  expect(slowerThanStored({ ours: 2.5, bundle: 2.4 }, ratios)).toEqual(lines);
});
