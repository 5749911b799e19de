import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskText } from '../masking/mask-text.ts';
import { hasSecretHint } from './secret-hint.ts';

const encoder = new TextEncoder();
const hint = (text: string): boolean => {
  const bytes = encoder.encode(text);
  return hasSecretHint(bytes, bytes.length);
};

const LONG = 'Z9pCZM9SStStk7yQCVAKDSflx6iReCXbXncmSJEpD1U';
const NAMES = [
  ...['token', 'interruptToken', 'x-token', 'streamToken', 'tokens', 'clientSecret', 'secrets', 'PASSWORD'],
  ...[
    'pass_word',
    'passwd',
    'passphrase',
    'pass-code',
    'apiKey',
    'api_key',
    'X-Api-Key',
    'private key',
    'sshKey',
  ],
  ...[
    'secretKey',
    'access-key',
    'signing_key',
    'Authorization',
    'proxy-authorization',
    'callbackUrl',
    'callback_url',
  ],
  ...['credential', 'credentials', 'Cookie', 'set-cookie', 'pwd', 'bearer', 'jwt'],
];
const IN_TEXT = [
  ...[`Bearer ${LONG}`, `basic\t${LONG}`, `https://h/v1/interrupts/${LONG}`, `\\/v1\\/interrupts\\/${LONG}`],
  ...[
    `/assets/${LONG}`,
    `%2fassets%2F${LONG}`,
    `https://user:${LONG}@host/`,
    `postgres://a:b@h`,
    `token=${LONG}`,
  ],
  ...[`the api-key: ${LONG}`, `Cookie : ${LONG}`, `{"password": "${LONG}"}`, `{'jwt' : '${LONG}'}`],
  ...['whsec_', 'github_pat_', 'glpat-', 'gho_', 'ghp_', 'ghs_', 'ghr_', 'ghu_', 'sk-', 'xai-'].map(
    (a) => a + LONG,
  ),
  ...['hk_live_', 'pk_test_', 'rk_live_', 'sk_test_', 'xoxb-', 'gsk_', 'hf_', 'npm_', 'ya29.', 'SG.'].map(
    (a) => a + LONG,
  ),
  ...['AKIA0123456789ABCDEF', 'ASIA0123456789ABCDEF', `AIza${LONG}`, `eyJhbGciOi.${LONG}.x`],
  ...['CANARY-openwop-NEVER-SECRET-7f', '-----BEGIN RSA PRIVATE KEY-----x-----END RSA PRIVATE KEY-----'],
];
/** What stands between, so that needles fall on even and odd places and beside all kinds of letters. */
const between = fc.oneof(
  fc.string({ unit: fc.constantFrom(...' "\\\n\t:=,-_é/@.aZ9s'), maxLength: 5 }),
  fc.constantFrom('task_', 'msg.', 'see ', 'd.system@1.4.2', '\u0001'),
);
/** JSON that is quoted up to three times, as tools and models return it. */
const quoted = (value: unknown, times: number): unknown =>
  times === 0 ? value : quoted(JSON.stringify(value), times - 1);
const secretive = fc.oneof(
  fc.tuple(between, fc.constantFrom(...IN_TEXT), between).map((parts) => ({ text: parts.join('') })),
  fc.tuple(between, fc.constantFrom(...NAMES)).map(([before, name]) => ({ [before + name]: LONG })),
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('', '-', ' ', '\n', '.')).map(([name, behind]) => ({
    [name + behind]: [LONG],
    n: 1,
  })),
);

describe('hasSecretHint', () => {
  test('property: what the masking changes has a hint, wherever and however often quoted it stands', () => {
    const changed = { count: 0 };
    const document = fc
      .tuple(between, secretive, between, fc.nat(3))
      .map(([a, value, b, times]) => JSON.stringify({ a, value: quoted(value, times), b }));
    fc.assert(
      fc.property(document, (one) => {
        if (maskText(one) === one) return;
        changed.count++;
        expect(hint(one), one).toBe(true);
      }),
      { numRuns: 4000, seed: 9 },
    );
    expect(changed.count).toBeGreaterThan(1500);
  });

  test.each([
    ...['', 'x', '{"type":"node.started","sequence":12,"text":"Lorem ipsum dolor, a \\"b\\" c"}'],
    ...[
      '{"typeId":"core.ai.system@1.4.2"}',
      '{"rows":"[{\\"row\\":1,\\"key\\":\\"a\\"}]"}',
      '{"maxTokens":12}',
    ],
    ...['{"dimension":"tokens","cost":1}', '{"harvestedKeys":["summary"]}', '{"a":"task_1, msg. disk-2"}'],
    '{"mail":"a@b.example","at":"@"}',
  ])('none in %j', (text) => {
    expect(hint(text)).toBe(false);
  });
});
