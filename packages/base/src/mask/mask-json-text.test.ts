import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { secretsIn } from '../secrets/find-secrets.ts';
import { maskText, stretchesWith, withMasks } from './mask-json-text.ts';

describe('raw JSON is masked by name and by shape, and nothing else changes', () => {
  test.each([
    ['a value', '{"token": "abcdefghijklmnop", "n": 1}', '{"token": "abcd…[masked:name]", "n": 1}'],
    ['spaces and line ends', '{ "token"\n:\t"abcdefghijklmnop" }', '{ "token"\n:\t"abcd…[masked:name]" }'],
    [
      'a list',
      '{"tokens":["abcdefghijklmnop","b"],"x":"abcdefghijklmnop"}',
      '{"tokens":["abcd…[masked:name]","…[masked:name]"],"x":"abcdefghijklmnop"}',
    ],
    ['after a list', '{"tokens":[1],"x":"abcdefghijklmnop"}', '{"tokens":[1],"x":"abcdefghijklmnop"}'],
    ['an escaped name', '{"t\\u006fken":"abcdefghijklmnop"}', '{"t\\u006fken":"abcd…[masked:name]"}'],
    [
      'an escaped value',
      '{"a":"Bearer abc\\u0031\\u0032\\u0033def456ghi!"}',
      '{"a":"Bearer abc1…[masked:bearer]!"}',
    ],
    [
      'escapes in the first characters',
      '{"token":"a\\nb\\"cdefghijklmnop"}',
      '{"token":"a\\nb\\"…[masked:name]"}',
    ],
    [
      'a quote inside a string',
      '{"a":"x \\"token\\":\\"abcdefghijklmnop\\" y"}',
      '{"a":"x \\"token\\":\\"abcd…[masked:name]\\" y"}',
    ],
    ['a marker', '{"token":"[REDACTED:x]"}', '{"token":"[REDACTED:x]"}'],
    ['a number', '{"token":1234567890123}', '{"token":"1234…[masked:name]"}'],
    ['a count', '{"tokens":1234567890123,"maxTokens":4}', '{"tokens":1234567890123,"maxTokens":4}'],
    ['a name that is a secret', '{"AKIAIOSFODNN7EXAMPLE":1}', '{"AKIA…[masked:aws]":1}'],
    ['an empty text', '', ''],
    ['no JSON', 'Bearer abc123def456ghi', 'Bearer abc1…[masked:bearer]'],
  ])('%s', (_, text, displayed) => expect(maskText(text).text).toBe(displayed));

  test('a value on its own is masked by the given name', () => {
    expect(maskText('"abcdefghijklmnop"', 'token')).toEqual({ text: '"abcd…[masked:name]"', masked: 1 });
    expect(maskText('["abcdefghijklmnop", 1]', 'token').text).toBe('["abcd…[masked:name]", 1]');
  });
});

describe('a text that is cut', () => {
  test.each([
    ['inside a string before', 'ghi","token":"abcdefghijklmnop"}', 'ghi","token":"abcd…[masked:name]"}'],
    [
      'inside a string that looks like structure',
      '1,2","token":"abcdefghijklmnop"}',
      '1,2","token":"abcd…[masked:name]"}',
    ],
    ['between members', ', "token": "abcdefghijklmnop"', ', "token": "abcd…[masked:name]"'],
    ['inside a name', 'ken":"x","token":"abcdefghijklmnop"', 'ken":"x","token":"abcd…[masked:name]"'],
    ['inside the value', '{"token":"abcdefghijkl', '{"token":"abcd…[masked:name]'],
    ['inside an escape', '{"token":"abcdefghijkl\\u00', '{"token":"abcd…[masked:name]'],
    ['after a backslash', '{"token":"abcdefghijkl\\', '{"token":"abcd…[masked:name]'],
    ['inside an escaped backslash', '\\","token":"abcdefghijklmnop"}', '\\","token":"abcd…[masked:name]"}'],
    ['inside structure', 'ue, "token": "abcdefghijklmnop"', 'ue, "token": "abcd…[masked:name]"'],
  ])('%s', (_, text, displayed) => expect(maskText(text).text).toBe(displayed));

  test('anywhere before the name of a secret, which is masked all the same', () => {
    const secret = 'Q7f3aCANARYvalueX9kd02';
    const document = fc
      .jsonValue({ maxDepth: 3 })
      .map((before) => JSON.stringify({ before, list: [before, 'x'], token: secret }));
    fc.assert(
      fc.property(document, fc.nat(), (text, at) => {
        const cut = text.slice(at % text.indexOf('"token"'));
        expect(maskText(cut).text).not.toContain(secret.slice(4));
      }),
      { numRuns: 1000 },
    );
  });
});

test('text that is not masked does not change', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const stretches = stretchesWith(text, null, secretsIn);
      expect(withMasks(text, [], 0, text.length)).toBe(text);
      let from = 0;
      for (const { start, end } of stretches) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThanOrEqual(start);
        from = end;
      }
    }),
  );
});

describe('a part of a text', () => {
  const text = '{"token":"abcdefghijklmnop"}';
  const stretches = stretchesWith(text, null, secretsIn);
  test.each([
    ['whole', 0, text.length, '{"token":"abcd…[masked:name]"}'],
    ['from inside the secret: none of its characters', 14, text.length, '…[masked:name]"}'],
    ['up to inside the secret', 0, 14, '{"token":"abcd…[masked:name]'],
    ['after the secret', 26, text.length, '"}'],
  ])('%s', (_, from, to, displayed) => expect(withMasks(text, stretches, from, to)).toBe(displayed));
});
