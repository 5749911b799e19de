/** Secrets where hosts, tools and people leave them; each is assembled here, so that no file contains one. */
import { expect, test } from 'vitest';
import { mayHoldSecrets } from '../secrets/fast-look.ts';
import { looksLikeWords } from '../secrets/looks-like-prose.ts';
import { SHAPE_ROWS } from '../secrets/secret-table.ts';
import { masker, searchingMasker } from './masker.ts';

/** Characters without a pattern, the same at each run. */
function random(length: number, set = 'aZ3kQ9xB7mW2pL5tR8vD1nJ6hG4sF0cYeUiO'): string {
  let state = 7 + length;
  let text = '';
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    text += set[(state >>> 16) % set.length];
  }
  return text;
}

const HEX = '0123456789abcdef';
const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const percentOf = (text: string): string => hexOf(text).replaceAll(/../g, '%$&');
const X = random(24);
const TWILIO = random(33, HEX).slice(1);
const PW = `hunter2${random(6)}`;
const PEM = ['MIIEpAIBAAKC', random(52), '\n', random(64), '\n', random(40), '=='].join('');

/** Text, and the secret in it. */
const IN_TEXT: readonly (readonly [place: string, text: string, secret: string])[] = [
  ['Authorization: token', `Authorization: token ${X}`, X],
  ['Authorization: ApiKey', `authorization: ApiKey ${X}`, X],
  ['Authorization: Digest', `Authorization: Digest username="u", nonce="n", response="${X}"`, X],
  ['Authorization: Bearer', `Authorization: Bearer ${X}`, X],
  ['Authorization: Basic', `Authorization: Basic ${btoa(`name:${PW}`)}`, btoa(`name:${PW}`)],
  ['Authorization: Negotiate', `Authorization: Negotiate ${X}==`, X],
  ['Authorization: AWS4', `Authorization: AWS4-HMAC-SHA256 Credential=AK/x, Signature=${X}`, X],
  ['Authorization without a scheme', `Authorization: ${X}`, X],
  ['Proxy-Authorization', `Proxy-Authorization: Custom ${X}`, X],
  ['Authorization in a command', `curl -H 'Authorization: token ${X}' https://h/x`, X],
  ['the second cookie', `Cookie: theme=dark; session=${X}; a=b`, X],
  ['the last cookie', `Cookie: a=1234; b=2345; remember=${X}`, X],
  ['Set-Cookie', `Set-Cookie: id=x1; Path=/; sid=${X}`, X],
  ['cookies of a command', `curl -H "Cookie: a=1; sid=${X}" https://h/`, X],
  ['a variable in double quotes', `DB_PASSWORD="${PW}"`, PW],
  ['a short name after a quotation mark', `“jwt=${X}”`, X],
  ['a short name after a wide letter', `東otp=${X}`, X],
  ['a variable in single quotes', `export API_TOKEN='${X}'`, X],
  ['a variable without quotes', `REDIS_PASSWORD=${PW}`, PW],
  ['a variable with a space in it', `DB_PASSWORD="correct ${PW} horse"`, PW],
  ['a short variable', `SMTP_PASS=${PW}`, PW],
  ['YAML', `db:\n  user: app\n  password: ${PW}\n  port: 1`, PW],
  ['YAML in quotes', `password: "${PW}"`, PW],
  ['YAML, a word', 'db:\n  password: swordfish\n  port: 1', 'swordfish'],
  ['XML', `<db><password>${PW}</password></db>`, PW],
  ['XML with attributes', `<ns:Password enc="none">${PW}</ns:Password>`, PW],
  ['an attribute', `<db user="a" password="${PW}"/>`, PW],
  ['netrc', `machine h login me password ${PW}`, PW],
  ['netrc over lines', `machine h\n  login me\n  password ${PW}`, PW],
  ['ini', `[db]\npassword = ${PW}\n`, PW],
  ['properties', `spring.datasource.password=${PW}`, PW],
  ['--password', `tool --password ${PW} --verbose`, PW],
  ['--token=', `tool --token=${X}`, X],
  ['--api-key', `tool --api-key ${X}`, X],
  ['an option with a sign at its end', `tool --api_key_ ${X}`, X],
  ['--password, a word', 'tool --password swordfish', 'swordfish'],
  ['-p', `mysql -u root -p ${PW} db`, PW],
  ['-p attached', `mysqldump -uroot -p${PW} db`, PW],
  ['curl -u', `curl -u admin:${PW} https://h/`, PW],
  ['curl --user', `curl --user admin:${PW} https://h/`, PW],
  ['curl -u in quotes', `curl -u 'admin:${PW}' https://h/`, PW],
  ['AccountKey', `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${random(86)}==;E=x`, random(86)],
  ['SharedAccessKey', `Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=${X}=`, X],
  ['sig', `https://a.blob.example/c?sv=2020&sig=${X}%3D&se=1`, X],
  ['X-Amz-Signature', `https://b.example/o?X-Amz-Date=1&X-Amz-Signature=${random(64, HEX)}`, random(64, HEX)],
  ['X-Amz-Security-Token', `https://b.example/o?X-Amz-Security-Token=${X}`, X],
  ['a query parameter', `GET /x?access_token=${X}&y=1`, X],
  ['a query parameter, escaped', `https://h/r?next=%2Fx%3Fapi_key%3D${X}%26a%3D1`, X],
  ['a query parameter, escaped twice', `https://h/r?n=%252Fx%253Fapi_key%253D${X}`, X],
  ['a connection string', `Server=s;User Id=a;Pwd=${PW};`, PW],
  ['an address', `postgres://app:${PW}@db/main`, PW],
  ['an address, @ in the password', `postgres://app:pa@${PW}@db/main`, PW],
  ['an address, a token alone', `https://${X}@git.example/a.git`, X],
  [
    'a private key',
    `-----BEGIN RSA PRIVATE KEY-----\n${PEM}\n-----END RSA PRIVATE KEY-----`,
    PEM.slice(20, 50),
  ],
  ['a private key without BEGIN', `key: ${PEM}`, PEM.slice(20, 50)],
  ['the end of a private key', `${random(64)}\n${random(30)}\n-----END PRIVATE KEY-----`, random(30)],
  ['a private key, cut', `-----BEGIN PRIVATE KEY-----\n${random(64)}`, random(64)],
  ['a PGP key', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${X}\n-----END PGP PRIVATE KEY BLOCK-----`, X],
  ['a PuTTY key', `PuTTY-User-Key-File-3: x\nPrivate-Lines: 1\n${X}\nPrivate-MAC: ab`, X],
  ['JSON in a text', `{"a":1,"api_key":"${X}"}`, X],
  ['JSON in a text in a text', JSON.stringify({ a: JSON.stringify({ clientSecret: X }) }), X],
  ['Python', `{'password': '${PW}'}`, PW],
  ['a header of its own', `X-Api-Key: ${X}`, X],
  ['a header of its own, a token', `X-Auth-Token: ${X}`, X],
  ['two words', `API key: ${X}`, X],
  ['code', `const client_secret = "${X}";`, X],
  ['code, compared', `if (token === '${X}') ok()`, X],
  ['HTML', `&quot;password&quot;:&quot;${PW}&quot;`, PW],
  ['a name with an escape', `"p\\u0061ssword":"${PW}"`, PW],
  ['a token of Telegram', `bot ${'123456789'}:AA${random(33)} is here`, random(33)],
  ['one with another second letter', `bot ${'123456789'}:A_${random(33)} is here`, random(33)],
  ['a token of Discord', `M${random(23)}.${random(6)}.${random(30)}`, random(30)],
  ['a token of Terraform', `${random(14)}.atlasv1.${random(60)}`, random(60)],
  ['a key of Mailchimp', `${random(32, HEX)}-us12`, random(32, HEX)],
  ['a secret of Azure', `${random(3)}8Q~${random(34)}`, random(34)],
  ['an interrupt', `/v1/interrupts/${X}`, X],
  ['an asset', `https://h/assets/${X}${X}`, X],
  ['a sentence about a password', `The password is ${PW}.`, PW],
  ['a sentence with words between', `the passphrase for the test database was ${PW}, he said`, PW],
  ['a sentence about a key', `my API key is ${X}`, X],
  ['a passphrase of words and a number', 'the passphrase: corr-horse-99 ok', 'corr-horse-99'],
  ['a PIN in a sentence', 'the PIN is 447193.', '447193'],
  ['a PIN after a colon', 'pin: 447193', '447193'],
  ['a key of an address', `https://h/x?key=${random(30)}&y=1`, random(30)],
  ['an account of Twilio', `AC${random(32, HEX)} auth ${TWILIO}`, TWILIO],
  ['a session of AWS', `IQoJb3JpZ2luX2Vj${random(80)}`, random(80)],
  ['a colour', `\u001b[31mghp_${random(36)}\u001b[0m`, random(36)],
  ['a colour before a prefix of words', `\u001b[1;31msk-${random(36)}\u001b[0m`, random(36)],
  ['a colour, written', `\\u001b[31msk-${random(36)}\\u001b[0m`, random(36)],
  ['a colour, written in octal digits', `\\033[31msk-${random(36)}`, random(36)],
  ['a colour of one character', `\u009b31msk-${random(36)}`, random(36)],
  ['a colour before a name', `\u001b[1mpassword:\u001b[0m \u001b[33m${PW}\u001b[0m`, PW],
  ['a set of characters', `\u001b(Bsk-${random(36)}`, random(36)],
  ['a line break, written', `x\\nsk-${random(36)}`, random(36)],
  ['a letter', `xghp_${random(36)}`, random(36)],
  ['an underscore', `the_sk_live_${random(24)}`, random(24)],
  [
    'a letter before a key of AWS',
    `xAKIA${random(16, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567')}`,
    random(16, 'ABCDEFGHJKLMNPQRSTUVWXYZ234567'),
  ],
  ['a zero-width space', `gh\u200bp_${random(36)}`, random(36)],
  ['a control character', `gh\u0000p_${random(36)}`, random(36)],
  ['a tag', `gh\u{e0041}p_${random(36)}`, random(36)],
  ['base64', `see ${btoa(`ghp_${random(36)}`)} there`, btoa(`ghp_${random(36)}`).slice(6, 40)],
  ['a pair in base64', `auth ${btoa(`admin:${PW}`)}`, btoa(`admin:${PW}`).slice(6)],
  ['a shape in digits', hexOf(`glpat-${random(20)}`), hexOf(random(20))],
  ['a pair in digits', hexOf(`admin:${PW}`), hexOf(PW)],
  ['a shape in percent escapes', percentOf(`ghp_${random(36)}`), percentOf(random(36))],
  ['a word of JWT', `eyJ${random(20)}.${random(20)}.${random(20)}`, random(20)],
];

test.each(IN_TEXT)('in text: %s', (_, text, secret) => {
  expect(text).toContain(secret);
  expect(masker.text(text)).not.toContain(secret);
  expect(masker.text(`before "${text}`)).not.toContain(secret);
  const written = JSON.stringify({ note: text });
  expect(masker.json(written).text).not.toContain(JSON.stringify(secret).slice(1, -1));
  expect([mayHoldSecrets(written), mayHoldSecrets(` ${written}`)]).toEqual([true, true]);
  // What is masked is not masked again.
  expect(masker.counted(masker.text(text)).masked).toBe(0);
});

/** Text that may be written inside a secret or its name and hides it from a reader that takes escapes literally. */
const HIDING = [
  '\\',
  '\\\\',
  '\\\\\\',
  '\\n',
  '\\t',
  '\\b',
  '\\u0041',
  '\\x41',
  '\\"',
  '\\/',
  '\t',
  '\n',
  '\r',
];

test('the quick scan detects an escape anywhere inside of what is masked', () => {
  const missed: string[] = [];
  let masked = 0;
  const look = (text: string): void => {
    const written = JSON.stringify({ note: text });
    if (searchingMasker.json(written).text === written) return;
    masked++;
    // Bytes are read two at a time: text at an even place is also tested at an odd one.
    if (!mayHoldSecrets(written) || !mayHoldSecrets(` ${written}`)) missed.push(written);
  };
  for (const [, text] of [...IN_TEXT, ...OPTIONS]) {
    const step = Math.max(1, Math.floor(text.length / 80));
    for (let at = 0; at <= text.length; at += step) {
      for (const hiding of HIDING) look(text.slice(0, at) + hiding + text.slice(at));
      look(`${text.slice(0, at)}\\${text.slice(at, at + 2)}\\${text.slice(at + 2)}`);
    }
  }
  expect(missed.slice(0, 10)).toEqual([]);
  expect(masked).toBeGreaterThan(10_000);
});

/** Options after signs other than a blank. */
const OPTIONS: readonly (readonly [string, string])[] = ['\t', '\r', '(', ';', '\f', '='].flatMap((sign) => [
  ['mysql', `mysql${sign}-p${PW}`],
  ['curl', `curl${sign}-u joe:${PW}`],
  ['redis', `redis-cli -h x${sign}-a ${PW}`],
]);

/** Values, and the secret in them. */
const BY_STRUCTURE: readonly (readonly [string, unknown, string])[] = [
  ['an object below the name', { password: { value: PW } }, PW],
  ['an object deeper below it', { credentials: { db: { main: [PW] } } }, PW],
  ['a number', { password: 8675309123 }, '8675309123'],
  ['a number in an object', { secret: { pin: 8675309123 } }, '8675309123'],
  ['a pair of name and value', { name: 'Authorization', value: X }, X],
  ['the value before its name', { value: X, name: 'x-api-key' }, X],
  ['a pair of key and val', [{ key: 'DB_PASSWORD', val: PW }], PW],
  ['header and content', { header: 'Cookie', content: `a=${X}` }, X],
  ['a list of two', ['x-api-key', X], X],
  ['a list of headers', { rawHeaders: ['Host', 'h', 'X-Auth-Token', X] }, X],
  [
    'lists in a list',
    [
      ['accept', 'x'],
      ['authorization', X],
    ],
    X,
  ],
  ['a number under pin', { pin: 447193 }, '447193'],
  ['digits under cardPin', { cardPin: '447193' }, '447193'],
  ['a token over two items', ['ghp_', random(36)], random(36)],
  [
    'a token cut in its middle',
    { list: [`see ghp_${random(36).slice(0, 20)}`, random(36).slice(20)] },
    random(36).slice(20),
  ],
  [
    'a token over two fields',
    { a: `glpat-${random(20).slice(0, 8)}`, b: random(20).slice(8) },
    random(20).slice(8),
  ],
  ['a token repeated in a note', { interruptToken: X, note: `resume with ${X} please` }, X],
  ['a token repeated before', { note: `resume with ${X} please`, interruptToken: X }, X],
  ['call_back_url', { call_back_url: `https://h/${X}` }, X],
  ['to_ken', { to_ken: X }, X],
  ['sec-ret', { 'sec-ret': PW }, PW],
  ['a name with a zero-width space', { 'pass\u200bword': PW }, PW],
  ['a name with letters that look alike', { tоkеn: X }, X],
  ['a name in full width', { ｐａｓｓｗｏｒｄ: PW }, PW],
  ['a name with combining marks', { 'pa\u0301ssword': PW }, PW],
  ['a name as a token', { [`ghp_${random(36)}`]: 1 }, random(36)],
  ['a text that is JSON', { args: JSON.stringify({ password: PW }) }, PW],
];

test.each(BY_STRUCTURE)('by structure: %s', (_, value, secret) => {
  const written = JSON.stringify(value);
  expect(written).toContain(secret);
  expect([mayHoldSecrets(written), mayHoldSecrets(` ${written}`)]).toEqual([true, true]);
  expect(JSON.stringify(masker.value(value).value)).not.toContain(secret);
  const { text } = masker.json(written);
  expect(text).not.toContain(secret);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(masker.value(value).value)));
});

test('there are at least 96 places', () =>
  expect(IN_TEXT.length + BY_STRUCTURE.length).toBeGreaterThanOrEqual(96));

const SETS: Readonly<Record<string, string>> = {
  hex: HEX,
  'hex-dash': HEX,
  'hex-colon-slash': HEX,
  'upper-digit': 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
  'lower-digit': 'abcdefghijkmnpqrstuvwxyz23456789',
  'lower-digit-dollar': 'abcdefghijkmnpqrstuvwxyz23456789',
};
/** Bodies that satisfy the check of a shape. */
const BODIES: Readonly<Record<string, string>> = {
  'private-key': `EpAIBAAKC${random(60)}`,
  airtable: `${random(14)}.${random(64, HEX)}`,
  jwt: `${random(20)}.${random(20)}.${random(20)}`,
  canary: 'openwop-CONFORMANCE-NEVER-SECRET-7f3a',
};

test('the table has at least 60 shapes, each of which is found in place', () => {
  expect(SHAPE_ROWS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(SHAPE_ROWS.map(({ id }) => id)).size).toBe(SHAPE_ROWS.length);
  const missed: string[] = [];
  for (const { id, prefixes, alphabet, min, max, source } of SHAPE_ROWS) {
    expect(source).not.toBe('');
    expect(id).toMatch(/^[a-z0-9]{1,20}(?:-[a-z0-9]{1,20}){0,3}$/);
    for (const prefix of prefixes) {
      const length = Math.max(min, Math.min(max ?? 40, 40));
      const token = prefix + (BODIES[id] ?? random(length, SETS[alphabet]));
      const hidden = token.slice(-6);
      for (const text of [
        `${token}`,
        `see ${token}, then`,
        `"${token}"`,
        `a=${token}&b`,
        JSON.stringify({ a: `x\n${token}` }),
      ])
        if (masker.text(text).includes(hidden) || !mayHoldSecrets(text) || !mayHoldSecrets(` ${text}`))
          missed.push(`${prefix} ${text}`);
    }
  }
  expect(missed).toEqual([]);
});

/** A token of each prefix that passes the check of its shape. */
const TOKENS: readonly (readonly [prefix: string, token: string, isInside: boolean])[] = SHAPE_ROWS.flatMap(
  ({ id, prefixes, alphabet, min, max, full, inside = [] }) =>
    prefixes.map((prefix) => {
      const length = full ?? Math.max(min, Math.min(max ?? 40, 40));
      return [
        prefix,
        prefix + (BODIES[id] ?? random(length, SETS[alphabet])),
        inside.includes(prefix),
      ] as const;
    }),
);

/** Documents around a token; those of the second table are for prefixes that no word has. */
const AROUND: Readonly<Record<string, (token: string) => unknown>> = {
  'a value': (token) => ({ note: token }),
  'a sentence': (token) => ({ message: `sent ${token}, then nothing` }),
  'an item': (token) => ['a', token, 'b'],
  'a name': (token) => ({ [token]: 1 }),
  'JSON in a text': (token) => ({ body: JSON.stringify({ inner: token }) }),
  'JSON twice in a text': (token) => ({ body: JSON.stringify({ body: JSON.stringify([token]) }) }),
  'a colour': (token) => ({ line: `\u001b[1;31m${token}\u001b[0m` }),
  'a colour, written': (token) => ({ line: `\\u001b[31m${token}\\u001b[0m` }),
  'a colour in JSON in a text': (token) => ({ body: JSON.stringify({ line: `\u001b[31m${token}` }) }),
  'a line break, written': (token) => ({ line: `x\\n${token}` }),
  'a zero-width space': (token) => ({ note: `${token.slice(0, 2)}\u200b${token.slice(2)}` }),
  'a query': (token) => ({ url: `https://api.example.test/x?q=${token}&page=2` }),
};
const AROUND_INSIDE: Readonly<Record<string, (token: string) => unknown>> = {
  'a letter': (token) => ({ note: `x${token}` }),
  'an underscore': (token) => ({ note: `the_${token}` }),
  'two items': (token) => [token.slice(0, -16), token.slice(-16)],
  'two fields': (token) => ({ a: `see ${token.slice(0, -16)}`, b: token.slice(-16) }),
};

test('each of 200 shapes is found in each of 12 surroundings, in a text, a value and both looks', () => {
  expect(TOKENS.length).toBeGreaterThanOrEqual(200);
  const missed: string[] = [];
  const tryIn = (around: typeof AROUND, [prefix, token]: (typeof TOKENS)[number]): void => {
    for (const [name, make] of Object.entries(around)) {
      const value = make(token);
      const written = JSON.stringify(value);
      const displayed = [masker.json(written).text, JSON.stringify(masker.value(value).value)];
      const isSeen = mayHoldSecrets(written) && mayHoldSecrets(` ${written}`);
      if (displayed.some((text) => text.includes(token.slice(-8))) || !isSeen)
        missed.push(`${prefix}: ${name}`);
    }
  };
  for (const one of TOKENS) tryIn(AROUND, one);
  for (const one of TOKENS.filter(([, , isInside]) => isInside)) tryIn(AROUND_INSIDE, one);
  expect(missed).toEqual([]);
});

/** What is like a secret and is none. */
const BENIGN: readonly string[] = [
  'The password is required, and the token is invalid.',
  'the key is in the door, and the secret is patience',
  'a password is case-sensitive and 12-characters long',
  'password: base64-encoded',
  'https://example.com/x?key=customer-order-list-of-today',
  'https://example.com/x?key=0d3b0714-8e88-492d-87a1-e9a52568718e',
  'pin: v1.2.3',
  'the PIN is short',
  'auth 16a2297734ab24e2c209cd2afbaad0e1',
  '\u001b[31mrisk-assessment-and-task-management\u001b[0m',
  'caf\u00e9 \u200d zero-width joiners in text',
  btoa('User:12345678'),
  btoa('The quick brown fox jumps over the lazy dog.'),
  Buffer.from('The quick brown fox jumps').toString('hex'),
  'ghp_documentation and AKIA are prefixes',
  'cl100k_base tokenizer',
  'tokens: 512',
  'key: value',
  'max_tokens=4096',
  'token: Hello',
  'tokenizerName: o200k',
  '0d3b0714-8e88-492d-87a1-e9a52568718e',
  '16a2297734ab24e2c209cd2afbaad0e15567c053',
  'sha256:16a2297734ab24e2c209cd2afbaad0e15567c053bc14a539c729412f5a50c663',
  `data:image/png;base64,iVBORw0KGgo${'AAAA'.repeat(20)}`,
  `iVBORw0KGgo${'AAAANSUhEUgAAAAE'.repeat(8)}`,
  'sk-learn',
  'sk-learn-contrib',
  'basic auth is required here',
  'Basic authentication',
  'Bearer authentication',
  'Bearer token required',
  'password: required',
  'Password: optional',
  'secretary',
  'author: Jane',
  'authorization: required',
  '/assets/logo.png',
  '/assets/index-BfW2x9a1.js',
  'https://example.com/assets/css/main.css',
  'tok_kenizer',
  'product code SK-2041-B',
  'ABX-2231-99',
  '2026-05-18T10:00:00.000Z',
  'v1.2.3-beta.4',
  '1.2.3',
  '  --password   read the password from standard input',
  '--token string',
  'Usage: tool --password <password>',
  'token={token}',
  'password=$' + '{DB_PASSWORD}',
  'api_key: process.env.API_KEY',
  'the secret: patience',
  'cookie: a small file',
  'npm_config_registry',
  'npm_package_name',
  'hf_transfer_enabled',
  'run-0d3b0714',
  'https://user@example.com/a:b',
  'mailto:someone@example.com',
  '12:34:56',
  'git@github.com:owner/name.git',
  'http://localhost:8080/v1/runs/r1/events',
  'mkdir -p /var/log/app',
  'docker run -p 8080:80 -u 1000:1000 image',
  'task-management, risk-assessment',
];
/** Text that is masked although it is not a secret. */
const ACCEPTED: readonly string[] = [
  // By the letter of S-20: everything after `/assets/`.
  '/assets/logo.png',
  '/assets/index-BfW2x9a1.js',
  'https://example.com/assets/css/main.css',
];

test('of what only looks like a secret at most 5 are masked', () => {
  expect(BENIGN.length).toBeGreaterThanOrEqual(44);
  expect(ACCEPTED.length).toBeLessThanOrEqual(5);
  expect(BENIGN.filter((text) => masker.counted(text).masked > 0)).toEqual(ACCEPTED);
});

test.each([
  ['a schema', { properties: { password: { type: 'string', minLength: 8, description: 'The password' } } }],
  ['the names that a schema requires', { required: ['password', 'email', 'token', 'name'] }],
  ['counts', { usage: { inputTokens: 12, maxTokens: 4096, tokens: 512, totalTokens: 524 } }],
  ['a list of headers that are allowed', { allowedHeaders: ['authorization', 'x-api-key', 'content-type'] }],
  ['a pair that is none', { name: 'author', value: 'Jane Doe 12345678901234' }],
  ['a list of prefixes', ['ghp_', 'documentation', 'AKIA', 'xoxb-', 'tokens']],
  ['a whole token before another text', { list: ['sk_live_', 'see above'] }],
  ['a version under pin', { pin: '1.2.3', pinned: 4711 }],
  ['a page', { nextPageToken: 'CAUQAA1234567890' }],
])('nothing is masked in %s', (_, value) => expect(masker.value(value).masked).toBe(0));

test('distinguishes words from random characters', () => {
  expect(['required', 'maxTokens', 'api-key.name', 'v2'].every(looksLikeWords)).toBe(true);
  expect([random(16), 'abc12345', 'correcthorsebatterystaple99'].some(looksLikeWords)).toBe(false);
});
