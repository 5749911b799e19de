import type { TimeSegment } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisLabels, layOutAxis, type TimeWindow, zoomed } from './time-axis.ts';

const busy = (fromMs: number, toMs: number): TimeSegment => ({ fromMs, toMs, idle: false });
const idle = (fromMs: number, toMs: number): TimeSegment => ({ fromMs, toMs, idle: true });
const texts = (segments: readonly TimeSegment[], width: number, origin = 0) =>
  axisLabels(layOutAxis(segments, width), origin).map((label) => label.text);

test('labels count from the start and name the fold', () => {
  const folded = [busy(0, 14_000), idle(14_000, 118_000), busy(118_000, 134_000)];
  expect(texts(folded, 800)).toEqual(['0 s', '5 s', '10 s', '1:44 idle', '2:00', '2:05', '2:10']);
});

test.each([
  [10, '2 ms'],
  [100, '20 ms'],
  [2_000, '500 ms'],
  [10_000, '2 s'],
  [600_000, '2:00'],
  [36_000_000, '2:00:00'],
])('over %i ms the second label is %s', (length, text) => {
  expect(texts([busy(0, length)], 700)[1]).toBe(text);
});

test('the length of a fold takes precedence over a nearby round time', () => {
  const near = [busy(0, 2_600), idle(2_600, 400_000), busy(400_000, 400_100)];
  expect(texts(near, 700)).toContain('6:37 idle');
});

test('a single moment has its time as label', () => {
  expect(texts([busy(5_250, 5_250)], 800)).toEqual(['5.25 s']);
  expect(zoomed([busy(5, 5)], null, 2, null)).toBeNull();
});

const anySegments = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.boolean()), { minLength: 1, maxLength: 30 })
  .map((parts) => {
    let at = 1_700_000_000_000;
    return parts.map(([length, isIdle]): TimeSegment => {
      const segment = { fromMs: at, toMs: at + length, idle: isIdle };
      at += length;
      return segment;
    });
  });

describe('for any segments', () => {
  test('labels never overlap', () => {
    fc.assert(
      fc.property(anySegments, fc.integer({ min: 50, max: 3_000 }), (segments, width) => {
        const labels = axisLabels(layOutAxis(segments, width), segments[0]?.fromMs ?? 0);
        for (const [at, label] of labels.entries()) {
          const before = labels[at - 1];
          expect(Number.isFinite(label.left)).toBe(true);
          if (before !== undefined)
            expect(label.left).toBeGreaterThanOrEqual(before.left + before.text.length * 6);
        }
      }),
    );
  });

  test('zooming in and out stays on the axis', () => {
    fc.assert(
      fc.property(anySegments, fc.array(fc.constantFrom(2, 0.5), { maxLength: 20 }), (segments, factors) => {
        let window: TimeWindow | null = null;
        for (const factor of factors) window = zoomed(segments, window, factor, null);
        if (window === null) return;
        expect(window.fromMs).toBeGreaterThanOrEqual((segments[0]?.fromMs ?? 0) - 1);
        expect(window.toMs).toBeLessThanOrEqual((segments.at(-1)?.toMs ?? 0) + 1);
        expect(window.toMs).toBeGreaterThan(window.fromMs);
      }),
    );
  });
});
