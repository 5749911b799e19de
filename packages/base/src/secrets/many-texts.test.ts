import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManyTexts } from './many-texts.ts';

const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '"', '😀'), minLength: min, maxLength: max });

test('finds every text anywhere, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(letters(12, 20), { maxLength: 12 }), fc.array(letters(0, 20)), (texts, between) => {
      const many = new ManyTexts();
      for (const text of texts) many.add(text);
      fc.pre(many.leftOut === 0);
      const all = between.map((part, at) => part + (texts[at] ?? '')).join('');
      const spans = many.spansIn(all);
      const found = new Set(spans.map(({ start, end }) => all.slice(start, end)));
      for (const one of found) expect(texts).toContain(one);
      const covered = new Set(
        spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
      );
      for (const text of texts)
        for (let at = all.indexOf(text); text.length >= 12 && at >= 0; at = all.indexOf(text, at + 1))
          for (let i = at; i < at + text.length; i++) expect(covered.has(i)).toBe(true);
      expect(many.mayBeIn(all)).toBe(spans.length > 0);
    }),
    { numRuns: 2000 },
  );
});

test('short texts are not taken, and of those that end alike and of long ones not all: they are counted', () => {
  const many = new ManyTexts();
  many.add('short');
  expect(many.isEmpty).toBe(true);
  for (let i = 0; i < 20; i++) many.add(`${i} ends all the same`);
  many.add('x'.repeat(5000));
  expect(many.leftOut).toBe(5);
});
