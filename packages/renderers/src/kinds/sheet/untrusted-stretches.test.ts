import fc from 'fast-check';
import { expect, test } from 'vitest';
import { untrustedStretches } from '../show/FoldedText.tsx';

test.each([
  ['no markers', ['no markers'], []],
  ['a<UNTRUSTED>b</UNTRUSTED>c', ['a', 'c'], ['<UNTRUSTED>b</UNTRUSTED>']],
  ['a<untrusted source="mail">b', ['a'], ['<untrusted source="mail">b']],
  ['a</UNTRUSTED>b', ['a', 'b'], ['</UNTRUSTED>']],
  ['<UNTRUSTED>a<UNTRUSTED>b</UNTRUSTED>c', ['c'], ['<UNTRUSTED>a<UNTRUSTED>b</UNTRUSTED>']],
  ['<UNTRUSTEDLY>a', ['<UNTRUSTEDLY>a'], []],
])('%j', (text, trusted, untrusted) => {
  const stretches = untrustedStretches(text);
  expect(stretches.filter((one) => !one.isUntrusted).map((one) => one.text)).toEqual(trusted);
  expect(stretches.filter((one) => one.isUntrusted).map((one) => one.text)).toEqual(untrusted);
});

test('the stretches put together are the text: no marker is lost (security A)', () => {
  const piece = fc.constantFrom('<UNTRUSTED>', '</UNTRUSTED>', '<UNTRUSTED a="b">', 'words ', '<', '>');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(
        untrustedStretches(text)
          .map((one) => one.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
