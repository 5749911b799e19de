import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretsIn } from '../secrets/find-secrets.ts';
import { isSecretKey } from '../secrets/secret-names.ts';
import { findSecrets, maskString } from './mask.ts';
import { maskedCopyOf } from './mask-json.ts';

describe('names under which text is masked', () => {
  test.each([
    'token',
    'interruptToken',
    'streamToken',
    'callbackUrl',
    'callback_url',
    'Authorization',
    'proxy-authorization',
    'apiKey',
    'api_key',
    'X-Api-Key',
    'password',
    'db_password',
    'secret',
    'client_secret',
    'refreshToken',
    'privateKey',
    'Set-Cookie',
    'credentials',
  ])('%s', (key) => expect(isSecretKey(key)).toBe(true));

  test.each([
    'maxTokensUsed',
    'tokenizerName',
    'tokenCount',
    'outputTokens',
    'secretId',
    'credentialRef',
    'keyword',
    'dedupKey',
    'author',
    '__proto__',
    '',
  ])('not %s', (key) => expect(isSecretKey(key)).toBe(false));
});

describe('shows only the first characters of a secret in text', () => {
  test.each([
    ['bearer', 'curl -H "Authorization: Bearer abc123def456ghi"', 'Bearer abc1…[masked:authorization]"'],
    ['bearer', 'bearer SECRETKEYSECRETKEY', 'bearer SECR…[masked:bearer]'],
    ['basic', 'Basic dXNlcjpwYXNzd29yZA==', 'Basic dXNl…[masked:basic]'],
    ['apiKey', 'use sk-proj-abcdEFGH12345678 now', 'use sk-p…[masked:openai] now'],
    ['apiKey', 'xai-0123456789abcdef', 'xai-…[masked:xai]'],
    ['apiKey', 'ghp_0123456789abcdefABCDEF0123456789abcd', 'ghp_…[masked:github]'],
    ['apiKey', 'AKIAIOSFODNN7EXAMPLE', 'AKIA…[masked:aws]'],
    ['apiKey', 'rk_live_0123456789abcdef', 'rk_l…[masked:stripe]'],
    ['jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-def', 'eyJh…[masked:jwt]'],
    ['jwt', 'eyJydW5JZCI6InIxIn0.c2lnbmF0dXJl', 'eyJy…[masked:jwt]'],
    [
      'privateKey',
      '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- after',
      '----…[masked:private-key] after',
    ],
    ['privateKey', '-----BEGIN EC PRIVATE KEY-----\nMIIE', '----…[masked:private-key]'],
    [
      'password',
      'postgres://app:hunter2hunter2@db/main',
      'postgres://app:hunt…[masked:url-password]@db/main',
    ],
    ['password', 'Server=x;password=correct-horse;', 'Server=x;password=corr…[masked:name];'],
    ['canary', 'CANARY-openwop-CONFORMANCE-NEVER-SECRET-7f3a', 'CANA…[masked:canary]'],
    ['token', '/v1/interrupts/OdRPl32l34oxd8-MulC8lyCqeE', '/v1/interrupts/OdRP…[masked:interrupt-token]'],
    [
      'token',
      'https://h/v1/host/app/assets/0ffmkQ4Op81L1aEr5Q?w=1',
      'https://h/v1/host/app/assets/0ffm…[masked:asset-token]?w=1',
    ],
    [
      'token',
      'http:\\/\\/h\\/v1\\/interrupts\\/abcdefghijklmnop',
      'http:\\/\\/h\\/v1\\/interrupts\\/abcd…[masked:interrupt-token]',
    ],
    [
      'token',
      '%2Fv1%2Finterrupts%2Fabcdefghijklmn%3D%3D',
      '%2Fv1%2Finterrupts%2Fabcd…[masked:interrupt-token]',
    ],
    ['token', '/events?streamToken=abcdefghijklmnop&x=1', '/events?streamToken=abcd…[masked:name]&x=1'],
    ['token', '{"token":"abcdefghijklmnop","n":1}', '{"token":"abcd…[masked:name]","n":1}'],
    [
      'token',
      '{\\"interruptToken\\": \\"abcdefghijklmnop\\"}',
      '{\\"interruptToken\\": \\"abcd…[masked:name]\\"}',
    ],
    ['password', "{'client_secret': 'abcdefghijklmnop'}", "{'client_secret': 'abcd…[masked:name]'}"],
    ['password', 'x-api-key: 0123456789abcdef', 'x-api-key: 0123…[masked:name]'],
  ])('%s: %s', (kind, text, displayed) => {
    expect(secretsIn(text)[0]?.kind ?? null).toBe(kind);
    expect(maskString(text).value).toContain(displayed);
    expect(maskString(maskString(text).value)).toEqual({ value: maskString(text).value, masked: 0 });
  });

  test('of a short secret nothing is displayed', () => {
    expect(maskString('hunter2', 'password')).toEqual({ value: '…[masked:name]', masked: 1 });
    expect(maskString('Bearer abc12345').value).toBe('Bearer …[masked:bearer]');
  });
});

describe('text that only looks like a secret stays', () => {
  test.each([
    'Bearer authentication is required',
    'Basic authentication',
    'a task-management tool, risk-assessment',
    'sk-learn',
    'run-0d3b0714-8e88-492d-87a1-e9a52568718e',
    'sha256:16a2297734ab24e2c209cd2afbaad0e15567c053bc14a539c729412f5a50c663',
    '2026-05-18T10:00:00.000Z',
    'https://example.com/v1/runs/r1/events',
    'authorization: required',
    'a = b',
    '',
  ])('%s', (text) => expect(maskString(text)).toEqual({ value: text, masked: 0 }));
});

describe('markers of an earlier redaction stay literal (run-events 5.4)', () => {
  test.each([
    '[REDACTED:openai-key]',
    '[REDACTED]',
    '[REDACTED:secret-shaped]',
    '[redacted]',
    '<<redacted:credential-shape>>',
    '<REDACTED:key-1>',
    '[BYOK:key]',
    'sk-***',
    'xai-***',
    'Bearer ***',
    '***',
    'Bearer [REDACTED:x]',
  ])('%s', (marker) => {
    expect(maskString(marker, 'token')).toEqual({ value: marker, masked: 0 });
    expect(maskString(`before ${marker} after`).masked).toBe(0);
    expect(findSecrets({ authorization: marker })).toEqual([]);
  });
});

describe('maskedCopyOf', () => {
  test.each([
    [
      'a value of a secret name',
      { interruptToken: 'tok_ABCDEFGHIJKLMN' },
      { interruptToken: 'tok_…[masked:name]' },
    ],
    [
      'the strings of a list under it',
      { tokens: ['abcdefghijklmnop', 7] },
      { tokens: ['abcd…[masked:name]', 7] },
    ],
    ['numbers stay', { token: 5, maxTokens: 100 }, { token: 5, maxTokens: 100 }],
    [
      'objects under it are looked into',
      { token: { kind: 'x', token: 'abcdefghijklmnop' } },
      { token: { kind: 'x', token: 'abcd…[masked:name]' } },
    ],
    ['a shape anywhere', [['Bearer abc123def456ghi']], [['Bearer abc1…[masked:bearer]']]],
    ['a name that is a secret', { AKIAIOSFODNN7EXAMPLE: 1 }, { 'AKIA…[masked:aws]': 1 }],
    [
      'two such names stay two',
      { AKIAIOSFODNN7EXAMPLE: 1, AKIAIOSFODNN7EXAMPLF: 2 },
      { 'AKIA…[masked:aws]': 1, 'AKIA…[masked:aws] (2)': 2 },
    ],
    ['scalars', null, null],
  ])('%s', (_, value, masked) => {
    expect(JSON.parse(JSON.stringify(maskedCopyOf(value, null, secretsIn).value))).toEqual(masked);
  });

  test('hostile names are names', () => {
    const value: unknown = JSON.parse('{"__proto__": {"token": "abcdefghijklmnop"}, "constructor": 1}');
    const { value: copy, masked } = maskedCopyOf(value, null, secretsIn);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"token":"abcd…[masked:name]"},"constructor":1}');
    expect(masked).toBe(1);
    expect(Object.getPrototypeOf(copy)).toBeNull();
  });

  test('10,000 levels do not overflow', () => {
    let deep: unknown = 'Bearer abc123def456ghi';
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(maskedCopyOf(deep, null, secretsIn).masked).toBe(1);
    expect(findSecrets(deep)).toHaveLength(1);
  });
});

test('secrets are found by place, with the problem they are', () => {
  const found = findSecrets({
    interruptToken: 'tok_ABCDEFGHIJKLMN',
    'a/b': [{ note: 'key sk-abcdefghij0123456789' }],
    password: 'hunter2hunter2',
  });
  expect(found.map(({ pointer, code, kind }) => [pointer, code, kind]).sort()).toEqual([
    ['/a~1b/0/note', 'secret_in_payload', 'apiKey'],
    ['/interruptToken', 'token_in_payload', 'token'],
    ['/password', 'secret_in_payload', 'password'],
  ]);
  expect(JSON.stringify(found)).not.toMatch(/ABCDEFGH|hunter2|abcdefghij/);
});

test.each([
  ['a word of a stream', { token: 'Hello' }],
  ['the name of a file', { url: 'https://example.com/assets/app.css' }],
  ['an empty value', { password: '' }],
  ['a number', { token: 1234567890123 }],
])('%s is no problem', (_, value) => expect(findSecrets(value)).toEqual([]));

describe('a canary never survives', () => {
  const canary = 'Q7f3aCANARYvalueX9kd02';
  const hiding = fc.constantFrom(
    { interruptToken: canary },
    { headers: { authorization: `Bearer ${canary}` } },
    { 'x-api-key': canary },
    { list: { client_secret: [canary, canary] } },
    `https://h/v1/interrupts/${canary}`,
    `see https://h/x/assets/${canary} there`,
    `Bearer ${canary}`,
    `sk-${canary}`,
    `ghp_${canary}`,
    JSON.stringify({ token: canary }),
    JSON.stringify(JSON.stringify({ apiKey: canary })),
    `?access_token=${canary}&a=1`,
    { [`sk-${canary}`]: 1 },
  );

  test('in any document around it', () => {
    const document = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        hiding,
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.string({ maxLength: 6 }), tie('node'), { maxKeys: 3 }),
      ),
    })).node;
    fc.assert(
      fc.property(document, (value) => {
        const masked = JSON.stringify(maskedCopyOf(value, null, secretsIn).value) ?? '';
        expect(masked).not.toContain(canary.slice(4));
      }),
    );
  });

  test('in text with anything before and after it', () => {
    const text = hiding.filter((value) => typeof value === 'string');
    const around = fc.string({ unit: fc.constantFrom(' ', '"', ',', '\n', 'ä', '.', '{') });
    fc.assert(
      fc.property(around, text, around, (before, secret, behind) => {
        expect(maskString(`${before} ${String(secret)} ${behind}`).value).not.toContain(canary.slice(4));
      }),
    );
  });
});
