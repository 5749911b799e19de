/** The cost of masking grows with the text: in every package, on texts that come near a secret again and again. */
import {
  createRedactor,
  GatheredSecrets,
  masker,
  maskText as maskVisible,
  pointerAt,
  textMasking,
} from '@openwop-inspector/base';
import { type Shape, testCost } from '@openwop-inspector/testing/cost-growth';
import { many, nested, times } from '@openwop-inspector/testing/hostile-shapes';

/** Starts of secrets that never become one. */
const SECRET_STARTS: Readonly<Record<string, Shape<string>>> = {
  'paths of assets': times(12_500, '/assets/'),
  'names of keys': times(12_500, 'api_key='),
  'Authorization headers': times(4500, 'Authorization: Bearer '),
  cookies: times(7500, 'Cookie: a=b; '),
  'URLs with credentials': times(5000, 'https://user:pa@ss@'),
  'JSON web tokens': times(9000, 'eyJhbGciOi.'),
  'PEM lines': times(9000, '-----BEGIN '),
  escapes: times(12_500, '\\u0057\\"'),
  'percent escapes': times(16_000, '%57%6f'),
  'Base64 that starts again and again': times(5000, 'YWJjZGVmZ2hpamtsAAAA/'),
  'one letter': times(100_000, 'a'),
  'white space': times(100_000, ' '),
  quotes: times(100_000, '"'),
};
testCost('masking a plain text', (text) => masker.text(text), SECRET_STARTS);
testCost('masking a text that is displayed', (text: string) => maskVisible(text), SECRET_STARTS);

const entries = (n: number) =>
  many(n, (at) => ({ token: `abcdefghijklm${at}`, apiKey: at, url: '/v1/interrupts/x' }));
testCost('masking JSON as text', (text) => textMasking(text), {
  'many secrets': [1000, (n) => JSON.stringify(entries(n))],
  'nested deep': [12_500, (n) => `${'{"token":'.repeat(n)}1${'}'.repeat(n)}`],
  'never closed': nested(100_000, '\\"', '', '{"token":"'),
});
testCost('masking a value', (value) => masker.value(value), {
  'nested deep': [8000, (n) => JSON.parse(`${'{"token":['.repeat(n)}1${']}'.repeat(n)}`)],
  'many members': [4000, (n) => Object.fromEntries(many(n, (at) => [`secret_${at}`, `v${at}`]))],
});

const known = many(50, (at) => ({ secretId: `s${at}`, value: `${'a'.repeat(60)}${at}` }));
testCost('redacting', createRedactor(known).text, { 'known secrets in a long text': times(20_000, 'a') });

const gathered = new GatheredSecrets();
for (const at of many(16, String)) gathered.add(`${at}Q9x${'7'.repeat(200)}`);
testCost('searching for gathered secrets', (text: string) => gathered.holdsGathered(text), {
  'their end everywhere': times(20_000, '7'),
});
const gatherAndFind = (secrets: readonly string[]) => {
  const own = new GatheredSecrets();
  for (const one of secrets) own.add(one);
  return own.find(secrets.join(' '));
};
testCost('gathering secrets', gatherAndFind, {
  'many, in a text of many': [2000, (n) => many(n, (at) => `Vq7xT2mKz9LrWp4n${at}`)],
});
testCost('the pointer of a place', (text: string) => pointerAt(text, text.length), {
  'deep after many elements': nested(20_000, '[1,', '', '{"a":['),
});
