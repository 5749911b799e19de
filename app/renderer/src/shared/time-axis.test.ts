import type { TimeSegment } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisTicks, clipSegments, layOutAxis, placeOf, timeAt } from './time-axis.ts';

const SEGMENTS: readonly TimeSegment[] = [
  { fromMs: 0, toMs: 10_000, idle: false },
  { fromMs: 10_000, toMs: 110_000, idle: true },
  { fromMs: 110_000, toMs: 120_000, idle: false },
];

const anySegments = fc
  .array(fc.tuple(fc.nat(5000), fc.boolean()), { minLength: 1, maxLength: 20 })
  .map((lengths) => {
    let at = 1_000_000;
    return lengths.map(([length, idle]): TimeSegment => {
      const fromMs = at;
      at += length;
      return { fromMs, toMs: at, idle };
    });
  });

describe('the folded time axis', () => {
  test('the scale is the same on both sides of a fold', () => {
    const axis = layOutAxis(SEGMENTS, 1000);
    const widths = axis.pieces.map(({ left, right }) => right - left);
    expect(widths.map(Math.round)).toEqual([464, 72, 464]);
    expect(axis.pxPerMs).toBeCloseTo(0.0464);
  });

  test('folds never take most of the width', () => {
    const idle = Array.from({ length: 50 }, (_, at) => ({ fromMs: at, toMs: at + 1, idle: at % 2 === 1 }));
    const axis = layOutAxis(idle, 500);
    const folded = axis.pieces.filter((piece) => piece.idle).reduce((sum, p) => sum + p.right - p.left, 0);
    expect(folded).toBeCloseTo(200);
  });

  test('positions are ordered, inside the axis, and map back to their time', () => {
    fc.assert(
      fc.property(anySegments, fc.integer({ min: 1, max: 2000 }), (segments, width) => {
        const axis = layOutAxis(segments, width);
        let previous = 0;
        for (const { fromMs, toMs } of segments) {
          for (const time of [fromMs, (fromMs + toMs) / 2, toMs]) {
            const place = placeOf(axis, time);
            expect(place).toBeGreaterThanOrEqual(previous - 1e-6);
            expect(place).toBeLessThanOrEqual(width + 1e-6);
            const piece = axis.pieces.find((candidate) => time <= candidate.toMs);
            if (piece !== undefined && piece.right > piece.left && piece.toMs > piece.fromMs) {
              expect(placeOf(axis, timeAt(axis, place))).toBeCloseTo(place, 3);
            }
            previous = place;
          }
        }
      }),
    );
  });

  test('everything at one timestamp is in the middle', () =>
    expect(placeOf(layOutAxis([{ fromMs: 5, toMs: 5, idle: false }], 100), 5)).toBe(50));

  test('an axis without ranges returns its left end', () => {
    const axis = layOutAxis([], 100);
    expect([placeOf(axis, 5), timeAt(axis, 50), axisTicks(axis, 0, 50).length]).toEqual([0, 0, 0]);
  });

  test('a brush clips the ranges at its ends', () => {
    expect(clipSegments(SEGMENTS, 5000, 115_000)).toEqual([
      { fromMs: 5000, toMs: 10_000, idle: false },
      { fromMs: 10_000, toMs: 110_000, idle: true },
      { fromMs: 110_000, toMs: 115_000, idle: false },
    ]);
    expect(clipSegments(SEGMENTS, 200_000, 300_000)).toEqual([
      { fromMs: 200_000, toMs: 300_000, idle: false },
    ]);
  });

  test('ticks are round, apart, and not inside a fold', () => {
    const ticks = axisTicks(layOutAxis(SEGMENTS, 1000), 0, 80);
    expect(ticks.map(({ sinceMs }) => sinceMs)).toEqual([
      0, 2000, 4000, 6000, 8000, 10_000, 110_000, 112_000, 114_000, 116_000, 118_000, 120_000,
    ]);
  });
});
