/** Texts that are made to be slow, or to break what looks through them. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { masker } from '../mask/masker.ts';
import { mayHoldSecrets } from './fast-look.ts';
import { finderWith } from './find-secrets.ts';
import { createKnownSecrets, withoutKnown } from './known-secrets.ts';
import { SHAPE_CHECKS, tokenShapes } from './token-shapes.ts';

const MILLIONS = 15_000_000;
/** Squared, this is more than any time allows. */
const MANY = 900_000;

/** Texts in which each place begins something. Work that is more than linear, or recursion by pattern, would not end. */
const HOSTILE: readonly (readonly [string, () => string])[] = [
  ['after /assets/', () => `/assets/${'a'.repeat(MILLIONS)}`],
  ['after api_key=', () => `api_key=${'a1'.repeat(MILLIONS / 2)}`],
  ['after Bearer', () => `Bearer ${'aB1'.repeat(MILLIONS / 3)}`],
  ['after Authorization: Digest', () => `Authorization: Digest a=${'b, '.repeat(MILLIONS / 3)}`],
  ['one letter', () => 'a'.repeat(MILLIONS)],
  ['prefixes', () => 'sk-'.repeat(MANY / 3)],
  ['short prefixes', () => '00 '.repeat(MANY / 3)],
  ['schemes of addresses', () => 'a://b:'.repeat(MANY / 6)],
  ['an address without an end', () => `a://${'b:@'.repeat(MANY / 3)}`],
  ['names', () => 'password: '.repeat(MANY / 10)],
  ['open quotes', () => 'token="'.repeat(MANY / 7)],
  ['equals signs', () => '='.repeat(MANY)],
  ['dashes', () => '-'.repeat(MANY)],
  ['at signs', () => '@'.repeat(MILLIONS)],
  ['quotes', () => '"'.repeat(MANY)],
  ['colons in quotes', () => '":'.repeat(MANY / 2)],
  ['beginnings of keys', () => '-----BEGIN A KEY-----'.repeat(MANY / 20)],
  ['ends of keys', () => '-----END A KEY-----'.repeat(MANY / 20)],
  ['backslashes', () => '\\'.repeat(MANY)],
  ['percent signs', () => '%25'.repeat(MANY / 3)],
  ['ampersands', () => '&amp;'.repeat(MANY / 5)],
  ['angle brackets', () => '<a'.repeat(MANY / 2)],
  ['dots', () => 'eyJ.'.repeat(MANY / 4)],
  ['zero-width', () => '\u200b'.repeat(MANY)],
  // Each repetition begins with coded text, continues with a control, and is part of one run.
  ['base64 that is text at many words', () => 'YWJjZGVmZ2hpamtsAAAA/'.repeat(MILLIONS / 63)],
  ['hexadecimal digits that are text', () => '61'.repeat(MILLIONS / 2)],
  ['both by turns', () => 'YWJjZGVmZ2hpamtsAAAA/616263646566676869707172/'.repeat(MILLIONS / 144)],
  ['prose', () => 'the token of the session is a word, '.repeat(MANY / 36)],
];

describe('scans up to 15 MB without overflow', () => {
  test.each(HOSTILE)('%s', (_, text) => {
    const one = text();
    expect(() => masker.text(one)).not.toThrow();
    mayHoldSecrets(one);
  });

  test('as JSON, in one text and in many', () => {
    const { text } = masker.json(
      `{"a":"${'/assets/x '.repeat(500_000)}","token":"${'b1'.repeat(2_000_000)}"}`,
    );
    expect({ token: text.includes('b1b1b'), asset: text.includes('/assets/x') }).toEqual({
      token: false,
      asset: false,
    });
    expect(masker.json('{"token":"'.repeat(100_000)).masked).toBeGreaterThan(0);
    expect(masker.json('[{"a":'.repeat(100_000)).masked).toBe(0);
  });

  test('with known secrets', () => {
    const known = createKnownSecrets();
    known.add('Wq7xk02mQ9dLzT4v', 'session-token');
    expect(withoutKnown(known, '%57'.repeat(2_000_000))).toHaveLength(6_000_000);
    expect(withoutKnown(known, 'Wq7xk02mQ9dLzT4v'.repeat(300_000))).not.toContain('Wq7xk02mQ9dLzT4v');
  });
});

test('a check that fails masks the whole value', () => {
  const row = {
    id: 'broken',
    service: 'none',
    source: 'this test',
    prefixes: ['zz_'],
    alphabet: 'word',
    min: 4,
    check: 'fails',
  };
  const fails = (): boolean => {
    throw new Error('this check fails');
  };
  const find = finderWith(tokenShapes([row], { ...SHAPE_CHECKS, fails }));
  expect(find('nothing of it')).toEqual([]);
  const text = 'before zz_12345678 behind';
  expect(find(text)).toMatchObject([{ start: 0, end: text.length, rule: 'not-read' }]);
});

test('a row that names what is not there is refused when the table is read', () => {
  const row = { id: 'x', service: 'x', source: 'x', prefixes: ['xx'], alphabet: 'word', min: 1 };
  expect(() => tokenShapes([{ ...row, check: 'none' }])).toThrow('No check');
  expect(() => tokenShapes([{ ...row, alphabet: 'none' }])).toThrow('No alphabet');
});

/** Literals of patterns in a source: between slashes, where a value may begin. */
const PATTERN = /(?:[=(,:?[!&|]|return)\s{0,20}\/((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[gimsuy]{0,6}/g;
/** Repetition without a bound, outside of a class of characters. */
const UNBOUNDED = /(?:^|[^\\])(?:[+*]|\{\d{1,9},\})/;

test('no pattern that sees content repeats without a bound', () => {
  const files = readdirSync('packages/base/src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  const unbounded: string[] = [];
  let patterns = 0;
  for (const file of files) {
    const source = readFileSync(`packages/base/src/${file}`, 'utf8');
    for (const [, pattern = ''] of source.matchAll(PATTERN)) {
      patterns++;
      const bare = pattern.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
      if (UNBOUNDED.test(bare)) unbounded.push(`${file}: ${pattern}`);
    }
    if (/new RegExp\(\s*`[^`]*(?:[^\\{][+*]|\{\d+,\})/.test(source)) unbounded.push(file);
  }
  expect(patterns).toBeGreaterThan(20);
  // Linear: nothing follows the repetition, or what follows it cannot be part of it, and no two starts share it.
  expect(unbounded.sort()).toEqual(
    [
      'document/markdown.ts:  {2,}',
      'document/markdown.ts: \\s+',
      'document/markdown.ts: `+',
      'document/safe-text.ts: ^[\\w./:@%+=,~-]+$',
      'document/safe-text.ts: ^[\\x20-\\x7e]*$',
      'document/terminal.ts: \\S+\\s*|\\s+',
      'json/json-text.ts: \\{[ \\t\\r\\n]*["}]',
      'json/json-text.ts: ^ {0,3}(`{3,})[ \\t]*([^`\\s]*)',
      'json/json-text.ts: ^`+$',
      // Over a text of at most 4,096 units.
      'mask/mask-json-text.ts: ^[\\s[\\]{},:0-9.eE+-]*$',
    ].sort(),
  );
});
