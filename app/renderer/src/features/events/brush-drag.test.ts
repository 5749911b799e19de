import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BrushGrip, draggedSpan, gripAt, placeAfterKey } from './Minimap.tsx';

const SPAN = { from: 100, to: 200 };

describe('the brush', () => {
  test.each([
    [97, 'from'],
    [203, 'to'],
    [150, 'whole'],
    [20, 'new'],
  ] as const)('a press at %d takes %s', (place, grip) => expect(gripAt(SPAN, place)).toBe(grip));

  test('without a brush every press starts one', () => expect(gripAt(null, 150)).toBe('new'));

  test.each([
    ['from', 100, 250, { from: 200, to: 250 }],
    ['to', 200, 900, { from: 100, to: 500 }],
    ['whole', 150, 170, { from: 120, to: 220 }],
    ['whole', 150, 900, { from: 400, to: 500 }],
    ['new', 30, 10, { from: 10, to: 30 }],
  ] as const)('%s dragged from %d to %d gives %j', (grip, start, place, expected) =>
    expect(draggedSpan(SPAN, grip, start, place, 500)).toEqual(expected),
  );

  test('a dragged brush is ordered and inside the strip', () => {
    const grips: readonly BrushGrip[] = ['from', 'to', 'whole', 'new'];
    fc.assert(
      fc.property(fc.constantFrom(...grips), fc.integer(), fc.integer(), (grip, start, place) => {
        const { from, to } = draggedSpan(SPAN, grip, start, place, 500);
        expect(0 <= from && from <= to && to <= 500).toBe(true);
      }),
    );
  });

  test.each([
    ['ArrowLeft', false, 95],
    ['ArrowRight', true, 150],
    ['Home', false, 0],
    ['End', false, 500],
    ['a', false, null],
  ] as const)('key %s (shift %s) moves an end at 100 to %s', (key, shift, place) =>
    expect(placeAfterKey(key, shift, 100, 500)).toBe(place),
  );
});
