import { readFileSync } from 'node:fs';
import { createKnownSecrets, createMasker, masker, textMasking, withoutKnown } from '@openwop-inspector/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const TOKEN = 'Z9pCZM9SStStk7yQCVAKDSflx6iReCXbXncmSJEpD1U';
const CANARY = 'CANARY-openwop-CONFORMANCE-NEVER-SECRET-7f3a';

/** JSON as it came, and as it is stored. */
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
  [
    `{"secret":{"inner":"goes","type":"stays"},"after":"stays"}`,
    '{"secret":{"inner":"…[masked:name]","type":"stays"},"after":"stays"}',
  ],
];

test.each(TEXTS)('a JSON text is masked in place (security S-20): %s', (text, masked) => {
  expect(textMasking(text)).toBe(masked);
  expect(textMasking(masked)).toBe(masked);
});

test.each(['{"token":"Z9pCZM9SStStk7yQ', `{"a":"${CANARY}`, `}{"a":"${CANARY}"`, `data ${CANARY} "`])(
  'what is no whole JSON is masked by shape: %s',
  (text) => expect(textMasking(text)).not.toMatch(/NEVER-SECRET|Z9pCZM9S/),
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
      const masked: unknown = JSON.parse(textMasking(JSON.stringify(json)));
      expect(masked).toEqual(JSON.parse(JSON.stringify(masker.value(json).value)));
    }),
    { numRuns: 150, seed: 5 },
  );
});

test('a recorded answer keeps everything but its tokens', () => {
  const file = 'testing/recordings/app/conformance-approval/suspended/snapshot.json';
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(TOKEN);
  const masked = textMasking(text);
  expect(masked).not.toContain(TOKEN.slice(4));
  expect(JSON.parse(masked)).toEqual(masker.value(JSON.parse(text)).value);
});

test('depth does not matter', () => {
  const deep = `${'['.repeat(100_000)}"${CANARY}"${']'.repeat(100_000)}`;
  expect(textMasking(deep)).not.toContain('NEVER-SECRET');
});

/** Every spelling in which a host may write a text back. */
const SPELLINGS: readonly (readonly [string, (secret: string) => string])[] = [
  ['as it is', (secret) => secret],
  ['in JSON', (secret) => JSON.stringify({ secret })],
  ['in JSON in JSON', (secret) => JSON.stringify({ a: JSON.stringify({ secret }) })],
  ['one escape of JSON', (secret) => `"\\u00${secret.charCodeAt(0).toString(16)}${secret.slice(1)}"`],
  ['escapes of JSON', (secret) => [...secret].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')],
  [
    'escapes in a text in JSON',
    (secret) => `"\\\\u00${secret.charCodeAt(0).toString(16)}${secret.slice(1)}"`,
  ],
  ['escaped slashes', (secret) => secret.replaceAll('/', '\\/')],
  ['in an address', (secret) => encodeURIComponent(secret)],
  [
    'in an address, every letter',
    (secret) => [...secret].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
  ],
  ['in an address, twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['in HTML', (secret) => [...secret].map((c) => `&#${c.charCodeAt(0)};`).join('')],
  [
    'in HTML, hexadecimal',
    (secret) => [...secret].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join(''),
  ],
  [
    'mixed',
    (secret) =>
      [...secret]
        .map((c, i) =>
          i % 3 === 0
            ? `%${c.charCodeAt(0).toString(16)}`
            : i % 3 === 1
              ? `\\u00${c.charCodeAt(0).toString(16)}`
              : c,
        )
        .join(''),
  ],
  ['hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['hexadecimal, capitals', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ...['', 'a', 'ab'].flatMap((before): [string, (secret: string) => string][] => [
    [`base64 behind ${before.length}`, (secret) => Buffer.from(`${before}${secret}zz`).toString('base64')],
    [
      `base64url behind ${before.length}`,
      (secret) => Buffer.from(`${before}${secret}zz`).toString('base64url'),
    ],
  ]),
];

describe.each(['hk/"live"+token\\%41', 'Wq7-nsecret_0123456789abcdef'])('a known secret, %s', (secret) => {
  test.each(SPELLINGS)('is hidden %s', (_, spell) => {
    const known = createKnownSecrets();
    known.add(secret, 'session-token');
    const spelled = spell(secret);
    const displayed = withoutKnown(known, `before ${spelled} behind`);
    expect(displayed).toContain('…[masked:session-token]');
    expect(displayed.startsWith('before ') && displayed.endsWith(' behind')).toBe(true);
    // Of base64 the characters at the edges are shared with their neighbours.
    expect(displayed).not.toContain(spelled.slice(4, -4));
    const written = JSON.stringify({ a: `x ${spelled}`, [spelled]: [spelled] });
    const masked = createMasker(known).json(written).text;
    expect(masked).not.toContain(JSON.stringify(spelled).slice(5, -5));
    expect(() => JSON.parse(masked)).not.toThrow();
    expect(() => JSON.parse(withoutKnown(known, written))).not.toThrow();
  });
});

test('a short known secret is hidden only where it is alone, and an empty one nowhere', () => {
  const known = createKnownSecrets();
  known.add('dev', 'session-token');
  known.add('', 'session-token');
  expect(withoutKnown(known, 'dev device /dev/')).toBe(
    '…[masked:session-token] device /…[masked:session-token]/',
  );
});

test('the live tokens of a run are reported when an event holds them under their names', () => {
  const reported: string[] = [];
  textMasking(
    `{"interruptToken":"${TOKEN}","callbackUrl":"https://h/v1/interrupts/${TOKEN}x","token":"Hello"}`,
    (token) => reported.push(token),
  );
  expect(reported).toEqual([TOKEN, `${TOKEN}x`]);
});
