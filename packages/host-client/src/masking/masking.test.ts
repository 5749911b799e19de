import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalMask } from './literal-mask.ts';
import { maskText } from './mask-text.ts';
import { maskValue } from './mask-value.ts';

const TOKEN = 'Z9pCZM9SStStk7yQCVAKDSflx6iReCXbXncmSJEpD1U';
const CANARY = 'CANARY-openwop-CONFORMANCE-NEVER-SECRET-7f3a';

/** JSON as it came, and as it is kept. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['{"a": 1,  "b":"text"}', '{"a": 1,  "b":"text"}'],
  [`{"interruptToken" : "${TOKEN}","n":1.0}`, '{"interruptToken" : "Z9pC…[masked:name]","n":1.0}'],
  [`{"tokens":["${TOKEN}"],"tokenCount":5}`, '{"tokens":["Z9pC…[masked:name]"],"tokenCount":5}'],
  [`{"callbackUrl":"https://h/v1/interrupts/${TOKEN}"}`, '{"callbackUrl":"http…[masked:name]"}'],
  [
    `{"see":"https://h/v1/interrupts/${TOKEN}?a"}`,
    '{"see":"https://h/v1/interrupts/Z9pC…[masked:interrupt-token]?a"}',
  ],
  [`{"\\u0074oken":"${TOKEN}"}`, '{"\\u0074oken":"Z9pC…[masked:name]"}'],
  [`{"text":"\\"password\\":\\"hunter2-hunter2\\""}`, '{"text":"\\"password\\":\\"hunt…[masked:name]\\""}'],
  [`{"a":"${CANARY}","${CANARY}":1}`, '{"a":"CANA…[masked:canary]","CANA…[masked:canary]":1}'],
  ['{"token":"[REDACTED:k]"}', '{"token":"[REDACTED:k]"}'],
  ['{"token":"short"}', '{"token":"…[masked:name]"}'],
  [`[{"x":["a"]},"${CANARY}"]`, '[{"x":["a"]},"CANA…[masked:canary]"]'],
  [`{"secret":{"inner":"stays"},"after":"stays"}`, '{"secret":{"inner":"stays"},"after":"stays"}'],
];

test.each(TEXTS)('a JSON text is masked in place (security S-20): %s', (text, masked) => {
  expect(maskText(text)).toBe(masked);
  expect(maskText(masked)).toBe(masked);
});

test.each(['{"token":"Z9pCZM9SStStk7yQ', `{"a":"${CANARY}`, `}{"a":"${CANARY}"`, `data ${CANARY} "`])(
  'what is no whole JSON is masked by shape: %s',
  (text) => expect(maskText(text)).not.toMatch(/NEVER-SECRET|Z9pCZM9S/),
);

test('a masked text is what the masked value would be, for any JSON', () => {
  const key = fc.constantFrom('token', 'a', 'password', 'tokens', 'callbackUrl', '__proto__', 'x"y');
  const text = fc.oneof(fc.string(), fc.constantFrom(TOKEN, CANARY, 'sk-abcdef1234567890', 'a\\"b'));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (json) => {
      const masked: unknown = JSON.parse(maskText(JSON.stringify(json)));
      expect(masked).toEqual(JSON.parse(JSON.stringify(maskValue(json))));
    }),
    { numRuns: 150, seed: 5 },
  );
});

test('a recorded answer keeps everything but its tokens', () => {
  const file = 'testing/recordings/app/conformance-approval/suspended/snapshot.json';
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(TOKEN);
  const masked = maskText(text);
  expect(masked).not.toContain(TOKEN.slice(4));
  expect(JSON.parse(masked)).toEqual(maskValue(JSON.parse(text)));
});

test('depth does not matter', () => {
  const deep = `${'['.repeat(100_000)}"${CANARY}"${']'.repeat(100_000)}`;
  expect(maskText(deep)).not.toContain('NEVER-SECRET');
});

test('a known secret is hidden as it is, in JSON and in a URL, and a short one only where it stands alone', () => {
  const secret = 'hk/"live"+token';
  const mask = literalMask(secret);
  const texts = [secret, JSON.stringify({ secret }), encodeURIComponent(secret), `a${secret}b`];
  for (const text of texts) expect(mask(text)).not.toMatch(/live/);
  expect(literalMask('dev')('dev device /dev/')).toBe(
    '…[masked:session-token] device /…[masked:session-token]/',
  );
  expect(literalMask('')('a')).toBe('a');
});
