import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automatonOf } from './automaton.ts';

/** Whether a pattern is in a text, by the automaton; what is wrong with it otherwise. */
function isIn(source: string, text: string, ignoresCase = false): boolean | string {
  const automaton = automatonOf(source, ignoresCase);
  return 'message' in automaton ? `${automaton.column}: ${automaton.message}` : automaton.isIn(text);
}

const piece: fc.Arbitrary<string> = fc.letrec<{ all: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'K', 'ſ', 'İ', 'é', 'É', ' ', '\\n') },
    fc.constantFrom(
      '.',
      '\\d',
      '\\w',
      '\\W',
      '\\s',
      '\\S',
      '[ab]',
      '[^a]',
      '[a-c]',
      '[^\\w]',
      '[]',
      '[^]',
      '[\\d-]',
    ),
    fc.constantFrom('^', '$', '\\b', '\\B', '(?:)', '\\x61', '\\u212a', '\\.', '{', ']'),
    tie('all').map((all) => `(${all})`),
    tie('all').map((all) => `(?:${all})`),
  ),
  all: fc
    .array(fc.tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?')), {
      maxLength: 4,
    })
    .chain((parts) =>
      fc.boolean().map((isChoice) => parts.map((part) => part.join('')).join(isChoice ? '|' : '')),
    ),
})).all;

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      'k',
      'K',
      '\u212a',
      's',
      'ſ',
      'i',
      'İ',
      'é',
      'É',
      '1',
      ' ',
      '_',
      '\n',
      '{',
      ']',
      '.',
      '-',
    ),
    { maxLength: 12 },
  )
  .map((all) => all.join(''));

test('a pattern is found where the platform finds it', () => {
  fc.assert(
    fc.property(piece, text, fc.boolean(), (source, where, ignoresCase) => {
      const found = isIn(source, where, ignoresCase);
      if (typeof found === 'string') return;
      expect([source, where, found]).toEqual([
        source,
        where,
        new RegExp(source, ignoresCase ? 'i' : '').test(where),
      ]);
    }),
    { numRuns: runsOf(3000) },
  );
});

describe('what takes more than linear time is refused with its place', () => {
  test.each([
    ['a(?=b)', '1: A pattern cannot look ahead'],
    ['(?<!b)a', '0: A pattern cannot look ahead'],
    ['(a)b\\1', '4: A pattern cannot refer back'],
    ['(?<x>a)\\k<x>', '7: A pattern cannot refer back'],
    ['(((a{1000}){1000}){1000})', '0: The pattern is too large'],
    ['\\p', '0: \\p is not known here'],
    ['a)', '1: This parenthesis closes no group'],
    ['[b-a]', '1: This range runs backwards'],
    ['(?#x)', '1: This is no kind of group'],
    [`${'('.repeat(200)}`, '100: Groups nest'],
  ])('%s', (source, message) => {
    expect(isIn(source, '')).toContain(message);
  });
});

describe('a pattern that would backtrack without end takes linear time', () => {
  test.each([
    '(a+)+$',
    '(a|a)*b',
    '(a|aa)+$',
    '(.*)*x',
    'a*a*a*a*a*a*a*b',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]$',
  ])('%s', (source) => {
    expect(isIn(source, `${'a'.repeat(200_000)}!`)).toBe(false);
  });

  test('also when it has more states than are stored', () => {
    let seed = 7;
    const letters = Array.from({ length: 20_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % 2 === 0 ? 'a' : 'b';
    });
    const text = letters.join('');
    const isThere = letters.at(-201) === 'a';
    expect(isIn('a[ab]{200}c', text)).toBe(false);
    expect(isIn('a[ab]{200}c', `${text}c`)).toBe(isThere);
    expect(isIn('b[ab]{200}c', `${text}c`)).toBe(!isThere);
  });
});

test('any text is a pattern or an error with a place in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.boolean(), (source, ignoresCase) => {
      const automaton = automatonOf(source, ignoresCase);
      if (!('message' in automaton)) return;
      expect(automaton.column).toBeGreaterThanOrEqual(0);
      expect(automaton.column).toBeLessThanOrEqual(source.length);
    }),
  );
});
