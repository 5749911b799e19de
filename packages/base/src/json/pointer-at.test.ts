import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointerAt, valueAt } from './pointer.ts';

test('leads to the value at the place', () => {
  const names = fc.constantFrom('a', 'b/c', 'd~e', '"', 'f\\', '', ':');
  const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constant('HERE'),
      fc.string(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(names, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(json, fc.constantFrom(0, 2), (value, space) => {
      const text = JSON.stringify(value, null, space);
      for (let at = text.indexOf('"HERE"'); at >= 0; at = text.indexOf('"HERE"', at + 1))
        expect(valueAt(value, pointerAt(text, at))).toBe('HERE');
    }),
    { numRuns: 1000 },
  );
});
