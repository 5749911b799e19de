import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LABEL_HEIGHT, labelWidth, placedLabels } from './arrow-labels.ts';

test('a label is on the side it prefers, and on the other where that has no space', () => {
  const [near] = placedLabels([{ text: 'by eventId', x: 100, y: 50, prefers: 'right' }], 800);
  expect(near).toMatchObject({ left: 108, top: 50 - LABEL_HEIGHT / 2 });
  const [turned] = placedLabels([{ text: 'by eventId', x: 790, y: 50, prefers: 'right' }], 800);
  expect(turned?.left).toBe(790 - 8 - labelWidth('by eventId'));
});

test('labels stay inside and never overlap', () => {
  const wish = fc.record({
    text: fc.constantFrom('by eventId', 'by correlationId', '#1244 chain start'),
    x: fc.integer({ min: -50, max: 900 }),
    y: fc.integer({ min: 0, max: 300 }),
    prefers: fc.constantFrom('left' as const, 'right' as const),
  });
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 30 }), (wishes) => {
      const placed = placedLabels(wishes, 800);
      for (const [at, a] of placed.entries()) {
        expect(a.left).toBeGreaterThanOrEqual(0);
        expect(a.left + a.width).toBeLessThanOrEqual(800);
        for (const b of placed.slice(at + 1)) {
          const apart =
            a.left >= b.left + b.width ||
            b.left >= a.left + a.width ||
            a.top >= b.top + LABEL_HEIGHT ||
            b.top >= a.top + LABEL_HEIGHT;
          expect(apart).toBe(true);
        }
      }
    }),
  );
});
