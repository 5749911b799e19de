import { createRedactor, GatheredSecrets, maskText, pointerAt } from '@openwop-inspector/base';
import { sessionText } from '@openwop-inspector/export';
import { maskText as maskJsonText, maskPlain, maskValue } from '@openwop-inspector/host-client';
import { entry, type GateEntry, many } from '../entry.ts';
import { event, opened } from '../logs.ts';

/** What begins like a secret and never becomes one, over and over. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['paths of assets', '/assets/'],
  ['names of keys', 'api_key='],
  ['Authorization headers', 'Authorization: Bearer '],
  ['cookies', 'Cookie: a=b; '],
  ['addresses with a person', 'https://user:pa@ss@'],
  ['JSON web tokens', 'eyJhbGciOi.'],
  ['PEM lines', '-----BEGIN '],
  ['escapes', '\\u0057\\"'],
  ['percent escapes', '%57%6f'],
  ['coded text that begins anew in one run', 'YWJjZGVmZ2hpamtsAAAA/'],
  ['one letter', 'a'],
  ['white space', ' '],
  ['quotes', '"'],
];
const UNITS = 100_000;

function perBeginning(what: string, mask: (text: string) => unknown): readonly GateEntry[] {
  return BEGINNINGS.map(([name, beginning]) =>
    entry(`${what}: ${name}`, UNITS, (n) => {
      const text = beginning.repeat(Math.ceil(n / beginning.length));
      return () => mask(text);
    }),
  );
}

/** Masks of every room, on texts that come near a secret again and again. */
export const MASK_ENTRIES: readonly GateEntry[] = [
  ...perBeginning('mask of a plain text', maskPlain),
  ...perBeginning('mask of a text that is shown', (text) => maskText(text)),
  entry('mask of JSON as text: many secrets', 1000, (n) => {
    const text = JSON.stringify(
      many(n, (at) => ({ token: `abcdefghijklm${at}`, apiKey: at, url: '/v1/interrupts/x' })),
    );
    return () => maskJsonText(text);
  }),
  entry('session file: a secret an event', 400, async (n) => {
    const log = await opened(
      many(n, (at) => event(at, { payload: { password: `Vq7xT2mKz9LrWp4nYc${at}` } })),
    );
    return () => sessionText(log, '{}', { holdsLog: true, onProgress: () => false });
  }),
  entry('mask of JSON as text: nested deep', 50_000, (n) => {
    const text = `${'{"token":'.repeat(n)}1${'}'.repeat(n)}`;
    return () => maskJsonText(text);
  }),
  entry('mask of JSON as text: never closed', 100_000, (n) => {
    const text = `{"token":"${'\\"'.repeat(n)}`;
    return () => maskJsonText(text);
  }),
  entry('mask of a value: nested deep', 8000, (n) => {
    const value: unknown = JSON.parse(`${'{"token":['.repeat(n)}1${']}'.repeat(n)}`);
    return () => maskValue(value);
  }),
  entry('mask of a value: many members', 4000, (n) => {
    const value = Object.fromEntries(many(n, (at) => [`secret_${at}`, `v${at}`]));
    return () => maskValue(value);
  }),
  entry('redactor: known secrets in a long text', 20_000, (n) => {
    const redactor = createRedactor(
      many(50, (at) => ({ secretId: `s${at}`, value: `${'a'.repeat(60)}${at}` })),
    );
    const text = 'a'.repeat(n);
    return () => redactor.text(text);
  }),
  entry('gathered secrets: one whose end is everywhere', 20_000, (n) => {
    const gathered = new GatheredSecrets();
    for (const at of many(16, String)) gathered.add(`${at}Q9x${'7'.repeat(200)}`);
    const text = '7'.repeat(n);
    return () => gathered.holdsGathered(text);
  }),
  entry('gathered secrets: many, in a text of many', 2000, (n) => {
    const secrets = many(n, (at) => `Vq7xT2mKz9LrWp4n${at}`);
    return () => {
      const gathered = new GatheredSecrets();
      for (const one of secrets) gathered.add(one);
      return gathered.find(secrets.join(' '));
    };
  }),
  entry('pointer of a place: deep behind many', 20_000, (n) => {
    const text = `{"a":[${'[1,'.repeat(n)}`;
    return () => pointerAt(text, text.length);
  }),
];
