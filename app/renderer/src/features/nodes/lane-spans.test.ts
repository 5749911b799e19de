import { words } from '@openwop-inspector/base';
import type { LaneSpan } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawnSpans, LEAST_SPAN_PX, type SpanPlaces } from './lane-window.ts';

function span(startMs: number, endMs: number, part: Partial<LaneSpan> = {}): LaneSpan {
  return {
    startMs,
    endMs,
    ended: true,
    kind: 'ran',
    state: 'completed',
    label: words``,
    untrusted: false,
    ordinal: 0,
    endOrdinal: null,
    ...part,
  };
}

/** One pixel per millisecond. */
const places: SpanPlaces = { widthPx: 100, startX: (each) => each.startMs, endX: (each) => each.endMs };

test('a bar without duration is wide enough to be pressed', () => {
  expect(drawnSpans([span(50, 50)], places)[0]).toMatchObject({ x: 50, width: LEAST_SPAN_PX });
  expect(drawnSpans([span(100, 100)], places)[0]).toMatchObject({ x: 100 - LEAST_SPAN_PX });
});

test('bars beyond the edges are clipped, those outside omitted', () => {
  const drawn = drawnSpans([span(-50, -10), span(-20, 20), span(90, 130), span(140, 150)], places);
  expect(drawn.map((each) => [each.x, each.width, each.cutLeft, each.cutRight])).toEqual([
    [0, 20, true, false],
    [90, 10, false, true],
  ]);
});

test('bars too short to be distinguished join and have the worst state', () => {
  const drawn = drawnSpans(
    [span(10, 11), span(12, 12, { state: 'failed' }), span(14, 15), span(40, 60)],
    places,
  );
  expect(drawn.map((each) => [each.first, each.last, each.state])).toEqual([
    [0, 2, 'failed'],
    [3, 3, 'completed'],
  ]);
});

test('long bars that overlap stay apart', () => {
  expect(drawnSpans([span(0, 50), span(10, 60)], places)).toHaveLength(2);
});

test('a lane of any length has few bars, each span is in exactly one', () => {
  const many = fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 3 })), {
    maxLength: 500,
  });
  fc.assert(
    fc.property(many, (pairs) => {
      const spans = pairs
        .map(([start, length]) => span(start, start + length))
        .sort((a, b) => a.startMs - b.startMs);
      const drawn = drawnSpans(spans, places);
      expect(drawn.length).toBeLessThanOrEqual(100 / LEAST_SPAN_PX + 1);
      expect(drawn.reduce((sum, each) => sum + each.last - each.first + 1, 0)).toBe(spans.length);
      for (const each of drawn) expect(each.x + each.width).toBeLessThanOrEqual(100 + LEAST_SPAN_PX);
    }),
  );
});
