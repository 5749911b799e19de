/** Properties that hold for every document. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEscapesInTexts } from '../../test/with-escapes.ts';
import { isClearOfSecrets, mayHoldSecrets } from '../secrets/fast-look.ts';
import { searchSecrets } from '../secrets/find-secrets.ts';
import { SECRET_NAMES } from '../secrets/secret-table.ts';
import { masker, searchingMasker } from './masker.ts';

const SECRET = 'Z9pCZM9SStStk7yQCVAKDSflx6iReCXb';
const key = fc.constantFrom(
  'token',
  'a',
  'password',
  'tokens',
  'callbackUrl',
  '__proto__',
  'x"y',
  'name',
  'value',
  'key',
  'type',
  'to_ken',
  'pass\u200bword',
  'secretId',
  'headers',
  'data',
  `ghp_${SECRET}`,
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    SECRET,
    'Authorization',
    'x-api-key',
    `Bearer ${SECRET}`,
    'a\\"b',
    `see ${SECRET}`,
    'plain words',
    '',
    `{"password":"${SECRET}"}`,
    `/assets/${SECRET}`,
    `%2Fv1%2Finterrupts%2F${SECRET}`,
    'swordfish',
    '8675309',
    `C:\\token=${SECRET}`,
    `--password ${SECRET}`,
    `пароль ${SECRET}`,
    `a\tbearer\t${SECRET}`,
  ),
);
const { value: document } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.constant(null),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));

test('a masked text is what the masked value would be', () => {
  fc.assert(
    fc.property(document, (value) => {
      const written = JSON.stringify(value);
      const { text: displayed, masked } = masker.json(written);
      const copy = masker.value(JSON.parse(written));
      expect(JSON.parse(displayed)).toEqual(JSON.parse(JSON.stringify(copy.value)));
      expect(masked > 0).toBe(copy.masked > 0);
      expect(JSON.stringify(masker.valueIn(written, JSON.parse(written)))).toBe(JSON.stringify(copy.value));
    }),
    { numRuns: 3000 },
  );
});

test('where the masker changes anything, the quick look has said so', () => {
  fc.assert(
    fc.property(document, fc.nat(), (value, cut) => {
      const whole = JSON.stringify(value);
      for (const written of [whole, whole.slice(cut % whole.length), typeof value === 'string' ? value : ''])
        if (searchingMasker.json(written).text !== written || searchingMasker.text(written) !== written)
          expect([mayHoldSecrets(written), mayHoldSecrets(` ${written}`), written]).toEqual([
            true,
            true,
            written,
          ]);
    }),
    { numRuns: 3000 },
  );
});

test('so it has where characters are written as escapes', () => {
  const places = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(document, places, (value, chosen) => {
      const plain = JSON.stringify(value);
      const written = withEscapesInTexts(plain, chosen);
      expect(JSON.parse(written)).toEqual(JSON.parse(plain));
      if (searchingMasker.json(written).text !== written || searchingMasker.text(written) !== written)
        expect([mayHoldSecrets(written), written]).toEqual([true, written]);
    }),
    { numRuns: 3000 },
  );
});

test('is true for every name of a secret, after every possible escape', () => {
  const names = [...SECRET_NAMES.ends, ...SECRET_NAMES.exact];
  const before = ['x\n', 'x\t', 'x\r', 'x\b', 'x\\n', 'x\\', 'x"', 'x ', 'x&', '', 'x\\\\n', 'x%0A'];
  const missed: string[] = [];
  let masked = 0;
  for (const name of names)
    for (const text of before.map((gap) => `${gap}${name}=${SECRET}`)) {
      const written = JSON.stringify({ note: text });
      if (searchingMasker.json(written).text === written) continue;
      masked++;
      if (!mayHoldSecrets(written) || !mayHoldSecrets(` ${written}`)) missed.push(written);
    }
  expect(missed).toEqual([]);
  expect(masked).toBeGreaterThan(names.length * 8);
});

test('and a text as it is read is searched unless nothing is found in it', () => {
  const wide = fc.array(text, { maxLength: 6 }).map((parts) => parts.join(' ').padEnd(60, ' .'));
  let cleared = 0;
  fc.assert(
    fc.property(wide, (value) => {
      if (!isClearOfSecrets(value)) return;
      cleared++;
      expect([searchSecrets(value), value]).toEqual([[], value]);
    }),
    { numRuns: 3000 },
  );
  expect(cleared).toBeGreaterThan(100);
});

test('what is masked once is not masked again', () => {
  fc.assert(
    fc.property(document, (value) => {
      const once = masker.json(JSON.stringify(value)).text;
      expect(masker.json(once).text).toBe(once);
    }),
    { numRuns: 1000 },
  );
});

test('recordings: the quick look has said so', () => {
  const folder = 'testing/recordings';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:json|ndjson|sse)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    for (const line of readFileSync(`${folder}/${file}`, 'utf8').split('\n')) {
      if (!mayHoldSecrets(line))
        expect([searchingMasker.json(line).text, searchingMasker.text(line)]).toEqual([line, line]);
    }
  }
});
