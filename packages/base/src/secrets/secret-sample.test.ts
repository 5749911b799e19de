import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKnownSecrets, sampleOf } from './known-secrets.ts';

/** Spellings of one character in which a host may write a secret back (security S-14). */
const SPELLINGS: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => letter,
  (letter) => (/[bfnrtux]/.test(letter) ? letter : `\\${letter}`),
  (letter) => (/[bfnrtux]/.test(letter) ? letter : `\\\\\\${letter}`),
  (letter) => `\\u00${hexOf(letter)}`,
  (letter) => `\\\\x${hexOf(letter)}`,
  (letter) => `%${hexOf(letter)}`,
  (letter) => `%25${hexOf(letter).toUpperCase()}`,
  (letter) => `%\\${hexOf(letter)}`,
  (letter) => `&#x${hexOf(letter)};`,
  (letter) => `&amp;#${letter.charCodeAt(0)};`,
];

const secrets = fc.stringMatching(/^[\w.~+=@-]{8,40}$/);
const around = fc.string({ unit: fc.constantFrom(...'abcetn0123 ."\\%&/:-–é'), maxLength: 40 });

test('finds a known secret in every spelling, in any context', () => {
  fc.assert(
    fc.property(
      secrets,
      fc.array(fc.nat(SPELLINGS.length - 1), { minLength: 40, maxLength: 40 }),
      around,
      around,
      (secret, how, before, behind) => {
        const known = createKnownSecrets();
        known.add(secret, 'canary');
        const written = Array.from(secret, (letter, at) => SPELLINGS[how[at] ?? 0]?.(letter)).join('');
        expect(known.spansIn(`${before} ${written} ${behind}`)).not.toEqual([]);
      },
    ),
    { numRuns: 3000 },
  );
});

test('a known secret is found in base64 at each place of a group, and in hexadecimal digits of either case', () => {
  fc.assert(
    fc.property(secrets, around, around, fc.nat(), (secret, before, behind, cases) => {
      const known = createKnownSecrets();
      known.add(secret, 'canary');
      for (const lead of ['', 'x', 'xy'])
        expect(known.spansIn(`${before} ${btoa(lead + secret)} ${behind}`)).not.toEqual([]);
      const digits = Array.from(secret, (letter, at) =>
        (cases >> (at % 30)) & 1 ? hexOf(letter) : hexOf(letter).toUpperCase(),
      );
      expect(known.spansIn(`${before} ${digits.join('')} ${behind}`)).not.toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('a text without the secret is passed over, and one secret that is short makes every text suspect', () => {
  const text =
    '{"note":"The draft \\"repeats\\" 12 % of C:\\\\exports & more.\\n","id":"7d98e724-8948-493a"}';
  expect(sampleOf(['Qv7-XkZ.Jw93pLm', 'UXY3LVhrWi5Kdzkz'])(text)).toBe(false);
  expect(sampleOf(['Qv7-XkZ.Jw93pLm', 'abc'])(text)).toBe(true);
});

function hexOf(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(2, '0');
}
