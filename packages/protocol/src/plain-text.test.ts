import { expect, test } from 'vitest';
import { plainLine, scalarText } from './plain-text.ts';

const deep: unknown = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000));

test.each([
  ['a', 'a'],
  ['', ''],
  [1.5, '1.5'],
  [-0, '0'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [[], 'a list'],
  [deep, 'a list'],
  [{}, 'an object'],
  [{ toString: 1 }, 'an object'],
  [{ toString: null, valueOf: null }, 'an object'],
  [Object.create(null), 'an object'],
])('%# converts a value without calling its members', (value, text) => {
  expect(scalarText(value)).toBe(text);
});

test.each([
  ['a control character', 'a\u0000b\u0007c\u001b[31md', 'a\ufffdb\ufffdc\ufffd[31md'],
  ['a control character of C1', 'a\u009bb\u0090c', 'a\ufffdb\ufffdc'],
  ['an override', 'invoice\u202efdp.exe', 'invoice\ufffdfdp.exe'],
  ['an embedding', 'a\u202ab\u202bc\u202cd', 'a\ufffdb\ufffdc\ufffdd'],
  ['an isolate', 'a\u2066b\u2067c\u2068d\u2069e', 'a\ufffdb\ufffdc\ufffdd\ufffde'],
  ['a mark of direction', 'a\u200eb\u200fc\u061cd', 'a\ufffdb\ufffdc\ufffdd'],
  ['a character without width', 'a\u200bb\ufeffc\u2060d', 'a\ufffdb c\ufffdd'],
  ['a blank letter', 'a\u3164b\u115fc', 'a\ufffdb\ufffdc'],
  ['a joiner between letters that need none', 'pay\u200dpal a\u200cb', 'pay\ufffdpal a\ufffdb'],
  ['a joiner at the edge of a word', '\u0645\u200c x \u200c\u0645', '\u0645\ufffd x \ufffd\u0645'],
  ['a second joiner', '\u0645\u200c\u200c\u06cc', '\u0645\ufffd\ufffd\u06cc'],
  ['a joiner next to an emoji', 'a\u200d💻 👨\u200dx', 'a\ufffd💻 👨\ufffdx'],
  ['a joiner inside of a Persian word', 'می\u200cخواهم خانه\u200cها', 'می\u200cخواهم خانه\u200cها'],
  ['a joiner inside of a Hindi word', 'क्\u200dष र्\u200dय', 'क्\u200dष र्\u200dय'],
  ['joiners inside of emoji', '👨\u200d💻 🏳️\u200d🌈 👩🏽\u200d🚀', '👨\u200d💻 🏳️\u200d🌈 👩🏽\u200d🚀'],
  ['a tag character', 'a\u{e0041}b', 'a\ufffdb'],
  ['half of a pair', 'a\ud800b', 'a\ufffdb'],
  ['lines and tabs', ' a\r\n\tb\u0085c\u2028d\u2029e ', 'a b c d e'],
  ['letters of any script', 'Grüße 火 日本 עברית', 'Grüße 火 日本 עברית'],
])('%s', (_what, text, expected) => {
  expect(plainLine(text)).toBe(expected);
});
