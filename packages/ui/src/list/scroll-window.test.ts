import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contentTopAfterScroll,
  type ListGeometry,
  MAX_SCROLL_HEIGHT,
  maxContentTop,
  rowAfterKey,
  scrollHeight,
  scrollScale,
  scrollTopFor,
  topPlacing,
  topRevealing,
  visibleRange,
} from './scroll-window.ts';

const geometry = (rows: number, viewportHeight = 600): ListGeometry => ({
  rows,
  rowHeight: 24,
  viewportHeight,
});

describe('a windowed list', () => {
  test('a list under the cap scrolls one to one', () => {
    expect(scrollScale(geometry(1000))).toBe(1);
    expect(scrollHeight(geometry(1000))).toBe(24_000);
    expect(contentTopAfterScroll(geometry(1000), 0, 0, 480)).toBe(480);
  });

  test('five million rows stay under the cap and the last is reached at the end of the bar', () => {
    const big = geometry(5_000_000);
    expect(scrollHeight(big)).toBe(MAX_SCROLL_HEIGHT);
    const end = contentTopAfterScroll(big, 0, 0, MAX_SCROLL_HEIGHT - 600);
    expect(end).toBe(maxContentTop(big));
    expect(visibleRange(big, end, 0).end).toBe(5_000_000);
  });

  /** Rounds a scroll offset like a browser: steps of a device pixel, up to an end by the height that was laid out. */
  const asLaidOut = (list: ListGeometry, ratio: number, part: number, wanted: number): number => {
    const snapped = (offset: number): number => Math.round(offset * ratio) / ratio;
    const most = snapped(scrollHeight(list) - (list.viewportHeight + part));
    return Math.max(0, Math.min(most, snapped(wanted)));
  };

  test.each([1, 2, 3])('ten million rows end exactly at both ends at pixel ratio %i', (ratio) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1500 }),
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.integer({ min: 0, max: MAX_SCROLL_HEIGHT - 1500 }),
        (viewportHeight, part, from) => {
          const big = geometry(10_000_000, viewportHeight);
          const top = from * scrollScale(big);
          const bottom = asLaidOut(big, ratio, part, MAX_SCROLL_HEIGHT);
          const end = contentTopAfterScroll(big, top, from, bottom);
          expect(end).toBe(maxContentTop(big));
          expect(visibleRange(big, end, 0).end).toBe(10_000_000);
          expect(contentTopAfterScroll(big, end, bottom, asLaidOut(big, ratio, part, 0))).toBe(0);
        },
      ),
    );
  });

  test.each([1, 2, 3])(
    'a step away from the end of ten million rows is as long as it is at ratio %i',
    (ratio) => {
      const big = geometry(10_000_000);
      const bottom = asLaidOut(big, ratio, 0.3, MAX_SCROLL_HEIGHT);
      const step = 1 / ratio;
      const away = contentTopAfterScroll(big, maxContentTop(big), bottom, bottom - step);
      expect(away).toBeCloseTo(maxContentTop(big) - step, 3);
    },
  );

  test('a small step in a scaled list moves by pixels, a large one to the scroll bar', () => {
    const big = geometry(5_000_000);
    expect(contentTopAfterScroll(big, 1_000_000, 66_000, 66_100)).toBe(1_000_100);
    expect(contentTopAfterScroll(big, 1_000_000, 66_000, 4_000_000)).toBeCloseTo(
      4_000_000 * scrollScale(big),
      3,
    );
  });

  test('every content offset has a scroll offset that is inside the element', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rows, share) => {
          const list = geometry(rows);
          const top = scrollTopFor(list, maxContentTop(list) * share);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(top).toBeLessThanOrEqual(Math.max(0, scrollHeight(list) - list.viewportHeight) + 1e-6);
        },
      ),
    );
  });

  test('a revealed row is visible and the list moves only when it must', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 23_400 }), (index, start) => {
        const list = geometry(1000);
        for (const place of [topRevealing, topPlacing]) {
          const top = place(list, start, index);
          expect(index * 24).toBeGreaterThanOrEqual(top);
          expect(index * 24 + 24).toBeLessThanOrEqual(top + 600);
          expect(place(list, top, index)).toBe(top);
        }
      }),
    );
  });

  test.each(['Home', 'End', 'PageDown', 'PageUp', 'j', 'k'])(
    '%s shows its row whole among ten million',
    (key) => {
      const big = geometry(10_000_000);
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 9_999_999 }), (from) => {
          const index = rowAfterKey(key, from, big) ?? -1;
          const top = Math.round(topRevealing(big, topPlacing(big, 0, from), index));
          expect(index * 24).toBeGreaterThanOrEqual(top);
          expect(index * 24 + 24).toBeLessThanOrEqual(top + 600);
          const { start, end } = visibleRange(big, top, 0);
          expect(index >= start && index < end).toBe(true);
        }),
      );
    },
  );

  test.each([
    ['ArrowDown', null, 0],
    ['j', 3, 4],
    ['ArrowUp', null, 99],
    ['k', 0, 0],
    ['PageDown', 0, 24],
    ['PageUp', 30, 6],
    ['Home', 50, 0],
    ['G', 50, 99],
    ['End', 99, 99],
    ['x', 5, null],
  ] as const)('key %s from row %s goes to row %s', (key, from, to) =>
    expect(rowAfterKey(key, from, geometry(100))).toBe(to),
  );

  test('no key moves in an empty list', () => expect(rowAfterKey('j', null, geometry(0))).toBeNull());
});
