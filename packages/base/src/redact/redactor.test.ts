import { describe, expect, test } from 'vitest';
import { createRedactor, type Secret } from './redactor.ts';

const pair: Secret[] = [
  { value: 'SECRET-AAAA', secretId: 's1' },
  { value: 'SECRET-AAAA-LONG', secretId: 's2' },
];

describe('texts (acceptor 6, vectors FORMAT 3)', () => {
  test.each<[string, Secret[], string, string]>([
    ['longest first', pair, 'a SECRET-AAAA-LONG b', 'a [REDACTED:s2] b'],
    [
      'leftmost first',
      [
        { value: 'ABCDEFGH', secretId: 'a' },
        { value: 'EFGHIJKL', secretId: 'b' },
      ],
      'ABCDEFGHIJKL',
      '[REDACTED:a]IJKL',
    ],
    ['every occurrence', pair, 'SECRET-AAAASECRET-AAAA', '[REDACTED:s1][REDACTED:s1]'],
    [
      'literal, not a pattern',
      [{ value: 'a.b*c(d)[e]', secretId: 'k' }],
      'a.b*c(d)[e] aXbbc(d)e',
      '[REDACTED:k] aXbbc(d)e',
    ],
    ['ids literal as well', [{ value: 'SECRET-AAAA', secretId: '$&' }], 'SECRET-AAAA', '[REDACTED:$&]'],
    ['case-sensitive', pair, 'secret-aaaa', 'secret-aaaa'],
    ['seven characters are too few', [{ value: 'abcdefg', secretId: 'k' }], 'abcdefg', 'abcdefg'],
    ['references by name', pair, 'secret:s1', '[REDACTED:s1]'],
    ['markers stay', pair, '[REDACTED:SECRET-AAAA]', '[REDACTED:SECRET-AAAA]'],
    [
      'what begins like a marker and is not closed is none',
      pair,
      `[REDACTED:${'x'.repeat(200)} SECRET-AAAA ]`,
      `[REDACTED:${'x'.repeat(200)} [REDACTED:s1] ]`,
    ],
    [
      'own markers stay, whatever their id',
      [{ value: 'SECRET-AAAA', secretId: 'x]SECRET-AAAA' }],
      'SECRET-AAAA',
      '[REDACTED:x]SECRET-AAAA]',
    ],
  ])('%s', (_rule, secrets, text, masked) => {
    const redactor = createRedactor(secrets);
    expect(redactor.text(text)).toBe(masked);
    expect(redactor.text(masked)).toBe(masked);
  });

  test('finds secrets in escaped pointers', () => {
    const redactor = createRedactor([{ value: 'a/b~c/d~e', secretId: 's' }]);
    expect(redactor.pointer('/payload/a~1b~0c~1d~0e/x~1y')).toBe('/payload/[REDACTED:s]/x~1y');
  });
});

describe('values (acceptor 6)', () => {
  const { value: mask } = createRedactor(pair);

  test('strings and keys everywhere, counted', () => {
    const value = { a: ['SECRET-AAAA', 5, null], 'SECRET-AAAA': { b: 'x SECRET-AAAA' } };
    expect(mask(value)).toEqual({
      value: { a: ['[REDACTED:s1]', 5, null], '[REDACTED:s1]': { b: 'x [REDACTED:s1]' } },
      count: 3,
    });
  });

  test('what needs no masking is the same object', () => {
    const value = { a: [{ b: 'plain' }] };
    expect(mask(value).value).toBe(value);
  });

  test('one object in two places is masked in both', () => {
    const shared = { k: 'SECRET-AAAA' };
    expect(mask([shared, shared])).toEqual({
      value: [{ k: '[REDACTED:s1]' }, { k: '[REDACTED:s1]' }],
      count: 2,
    });
  });

  test('two keys with one marker keep both values', () => {
    const value = Object.fromEntries([
      ['SECRET-AAAA', 1],
      ['[REDACTED:s1]', 2],
    ]);
    expect(mask(value).value).toEqual({ '[REDACTED:s1]': 1, '[REDACTED:s1] (2)': 2 });
  });

  test('a key called __proto__ stays a key', () => {
    const value: unknown = JSON.parse('{"__proto__":"SECRET-AAAA"}');
    expect(JSON.stringify(mask(value).value)).toBe('{"__proto__":"[REDACTED:s1]"}');
  });
});
