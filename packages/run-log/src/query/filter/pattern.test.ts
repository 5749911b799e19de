import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Turns } from '../../next-turn.ts';
import { compilePattern } from './pattern.ts';

const compiled = (source: string, ignoresCase = false) =>
  compilePattern({ kind: 'regex', source, ignoresCase, at: { from: 0, to: source.length + 2 } });

/** Whether a pattern is in a text; what is wrong with it otherwise. */
async function isIn(source: string, text: string, ignoresCase = false): Promise<boolean | string> {
  const pattern = await compiled(source, ignoresCase);
  return 'column' in pattern ? `${pattern.column - 1}: ${pattern.message}` : pattern.isIn(text, new Turns());
}

const piece: fc.Arbitrary<string> = fc.letrec<{ all: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'K', 'İ', 'é', 'É', ' ', '\\n') },
    fc.constantFrom('.', '\\d', '\\w', '\\W', '\\s', '\\S', '[ab]', '[^a]', '[a-c]', '[^\\w]', '[\\d-]'),
    fc.constantFrom('^', '$', '\\b', '\\B', '(?:)', '\\x61', '\\.', '{', ']'),
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
      's',
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

/** Null for what the platform refuses. */
function byPlatform(source: string, where: string, ignoresCase: boolean): boolean | null {
  try {
    return new RegExp(source, ignoresCase ? 'i' : '').test(where);
  } catch {
    return null;
  }
}

test('a pattern is found where the platform finds it', async () => {
  await fc.assert(
    fc.asyncProperty(piece, text, fc.boolean(), async (source, where, ignoresCase) => {
      const found = await isIn(source, where, ignoresCase);
      const wanted = byPlatform(source, where, ignoresCase);
      if (typeof found !== 'string' && wanted !== null)
        expect([source, where, found]).toEqual([source, where, wanted]);
    }),
    { numRuns: runsOf(3000) },
  );
});

describe('a pattern is found in a long text wherever its pieces end', () => {
  test.each<[string, boolean]>([
    ['\u{1f600}needle', true],
    ['^x+\u{1f600}n', true],
    ['x{3}.needle$', true],
    ['\\bneedle\\b', true],
    ['[nx]..dle$|never', true],
    ['needle.', false],
    ['^\u{1f600}', false],
    ['x\\bneedle', false],
  ])('%s', async (source, isThere) => {
    for (let length = 20_475; length < 20_485; length++)
      expect([length, await isIn(source, `${'x'.repeat(length)}\u{1f600}needle`)]).toEqual([length, isThere]);
  });
});

describe('what cannot be run in linear time, or is not known, is refused with its place', () => {
  test.each([
    ['a(?=b)', '1: A pattern cannot look ahead'],
    ['(?<!b)a', '0: A pattern cannot look ahead'],
    ['(a)b\\1', '4: A pattern cannot refer back'],
    ['(?<x>a)\\k<x>', '7: A pattern cannot refer back'],
    ['a*(*b)', '3: Nothing precedes the quantifier'],
    ['(((a{1000}){1000}){1000})', '11: A quantifier counts to 1000'],
    ['a{999}b{999}c{999}', '0: The pattern is too large'],
    ['\\p', '0: \\p is not known here'],
    ['\\u0041\\p{Foo}', '6: \\p{Foo} is not known here'],
    ['a)', '1: This parenthesis closes no group'],
    ['\\([)(](a(b)', '6: This group is not closed'],
    ['b[a', '1: This class is not closed'],
    ['[b-a]', '1: This range runs backwards'],
    ['(?#x)', '0: (?# is not known here'],
    [`${'(?:'.repeat(900)}a${')+'.repeat(900)}`, '0: The pattern is too large'],
  ])('%s', async (source, message) => {
    expect(await isIn(source, '')).toContain(message);
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
  ])('%s', async (source) => {
    expect(await isIn(source, `${'a'.repeat(200_000)}!`)).toBe(false);
  });

  test('also when it has more states than are stored', async () => {
    let seed = 7;
    const letters = Array.from({ length: 20_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % 2 === 0 ? 'a' : 'b';
    });
    const text = letters.join('');
    const isThere = letters.at(-201) === 'a';
    expect(await isIn('a[ab]{200}c', text)).toBe(false);
    expect(await isIn('a[ab]{200}c', `${text}c`)).toBe(isThere);
    expect(await isIn('b[ab]{200}c', `${text}c`)).toBe(!isThere);
  });
});

test('any text is a pattern or an error with a place in it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.boolean(),
      async (source, ignoresCase) => {
        const pattern = await compiled(source, ignoresCase);
        if (!('column' in pattern)) return;
        expect(pattern.column).toBeGreaterThan(0);
        expect(pattern.column).toBeLessThanOrEqual(source.length + 1);
      },
    ),
  );
});
