import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenCount, hiddenPattern, spelledOut, visiblePieces } from './visible-text.ts';

describe('a character that a screen hides is named', () => {
  test.each([
    ['\u202e', 'U+202E', 'direction override'],
    ['\u0000', 'U+0000', 'control character'],
    ['\u001b', 'U+001B', 'control character'],
    ['\u200b', 'U+200B', 'zero-width character'],
    ['\u2066', 'U+2066', 'direction isolate'],
    ['\ufeff', 'U+FEFF', 'zero-width no-break space'],
    ['\ud800', 'U+D800', 'unpaired surrogate'],
    ['\u{e0041}', 'U+E0041', 'tag character'],
  ])('%j', (character, code, name) => {
    expect(visiblePieces(`a${character}b`)).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'hidden', text: character, code, name },
      { kind: 'plain', text: 'b' },
    ]);
  });
});

test.each([
  'plain words',
  'tab\tand line\nend\r\n',
  'grüße, 世界, 👍',
  '',
  'می\u200cخواهم',
  'क्\u200dष',
  '👨\u200d💻 🏳️\u200d🌈 ❤️ 1️⃣',
])('%j hides nothing', (text) => {
  expect(hiddenCount(text)).toBe(0);
});

test.each(['pay\u200dpal', '\u0645\u200c', 'a\u200d💻', '👨\u200d\u200d💻x'])('%j hides a joiner', (text) => {
  expect(hiddenCount(text)).toBeGreaterThan(0);
  expect(text.match(hiddenPattern()) ?? []).toHaveLength(hiddenCount(text));
});

test('spelled out, a hidden character is written as its code', () => {
  expect(spelledOut(visiblePieces('pay\u202egp.exe'))).toBe('pay[U+202E]gp.exe');
});

test('the pieces put together are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const pieces = visiblePieces(text);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      expect(pieces.every((piece) => piece.text.length > 0)).toBe(true);
    }),
  );
});

test('the pattern finds what the pieces name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(text.match(hiddenPattern()) ?? []).toHaveLength(hiddenCount(text));
    }),
  );
  expect('a\rb'.match(hiddenPattern('\\r'))).toEqual(['\r']);
});
