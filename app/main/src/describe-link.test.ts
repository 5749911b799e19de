import { expect, test } from 'vitest';
import { describeLink } from './describe-link.ts';

/** What the dialog says, without empty lines. */
const linesOf = (address: string) => describeLink(address)?.lines.filter((line) => line !== '') ?? [];

test.each([
  ['https://docs.example/a?b=1#c', 'https://docs.example/a?b=1#c', 'Host: docs.example'],
  ['HTTPS://DOCS.example:8443', 'https://docs.example:8443/', 'Host: docs.example:8443'],
  ['https://docs.example/caf%C3%A9', 'https://docs.example/café', 'Host: docs.example'],
  ['https://docs.example/café', 'https://docs.example/café', 'Host: docs.example'],
  ['https://docs.example/a%20b', 'https://docs.example/a␠b', 'Host: docs.example'],
  ['https://docs.example/%2e%2e/x', 'https://docs.example/x', 'Host: docs.example'],
  ['https://docs.example\\@evil.example/', 'https://docs.example/@evil.example/', 'Host: docs.example'],
  ['https://0x7f.1/', 'https://127.0.0.1/', 'Host: 127.0.0.1'],
])('%s is shown whole and decoded as %s', (address, displayed, host) => {
  expect(linesOf(address)).toEqual([displayed, host]);
});

test.each([
  ['a direction mark', 'https://docs.example/%E2%80%AEgnp.exe', 'https://docs.example/<U+202E>gnp.exe'],
  ['a direction mark as it is', 'https://docs.example/\u202Egnp.exe', 'https://docs.example/<U+202E>gnp.exe'],
  ['a character without width', 'https://docs.example/a%E2%80%8Bb', 'https://docs.example/a<U+200B>b'],
  ['a wide blank', 'https://docs.example/a%E3%80%80b', 'https://docs.example/a<U+3000>b'],
  [
    'a line break',
    'https://docs.example/%0AHost:%20good.example',
    'https://docs.example/<U+000A>Host:␠good.example',
  ],
])('%s is shown by its number', (_what, address, displayed) => {
  expect(linesOf(address)[0]).toBe(displayed);
});

test.each([
  ['https://docs.example/%2F%40%3F%23', 'https://docs.example/%2F%40%3F%23'],
  ['https://docs.example/%2541', 'https://docs.example/%2541'],
  ['https://docs.example/%FF%E9', 'https://docs.example/%FF%E9'],
])('what divides an address, or is no text, stays encoded: %s', (address, displayed) => {
  expect(linesOf(address)[0]).toBe(displayed);
});

test('a name in another alphabet is shown in both forms, and marked', () => {
  expect(linesOf('https://аpple.example/')).toEqual([
    'https://xn--pple-43d.example/',
    'Host: xn--pple-43d.example (written as аpple.example)',
    'The name may look like another one.',
  ]);
});

test('a name before the @ is not the host, and no encryption is told', () => {
  expect(linesOf('http://good.example@evil.example/')).toEqual([
    'http://good.example@evil.example/',
    'Host: evil.example',
    'What stands before the @ is a user name, not the host, and would be sent.',
    'The connection is not encrypted.',
  ]);
});

test('an address that is longer than a dialog is cut, and says so', () => {
  const words = describeLink(`https://docs.example/${'x'.repeat(2100)}`);
  expect(words?.isTooLong).toBe(true);
  expect(words?.lines[0]).toMatch(/^https:\/\/docs\.example\/x{100,600}…$/);
  expect(words?.lines.at(-1)).toContain('only be copied');
  expect(describeLink(`https://docs.example/${'%C3%A9'.repeat(2000)}`)?.isTooLong).toBe(false);
});
