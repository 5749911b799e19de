import { describe, expect, test } from 'vitest';
import { safeJson, safeLines, safeText, shellWord } from './safe-text.ts';

const hostile = [
  ['an escape sequence that sets the title', '\u001b]0;owned\u0007', '[U+001B]]0;owned[U+0007]'],
  ['an escape sequence of eight bits', '\u009b2J', '[U+009B]2J'],
  ['a direction override', 'a\u202etxt.exe', 'a[U+202E]txt.exe'],
  ['a direction isolate', '\u2066x\u2069', '[U+2066]x[U+2069]'],
  ['a zero-width space', 'to\u200bken', 'to[U+200B]ken'],
  ['a soft hyphen', 'a\u00adb', 'a[U+00AD]b'],
  ['a tag character', 'a\u{e0041}', 'a[U+E0041]'],
  ['an unpaired surrogate', 'a\ud800b', 'a[U+D800]b'],
  ['a filler that is blank', 'a\u3164b', 'a[U+3164]b'],
  ['NUL and DEL', '\u0000\u007f', '[U+0000][U+007F]'],
  ['a line end', 'a\r\nb\nc\rd', 'a↵b↵c↵d'],
  ['a line separator', 'a\u2028b', 'a[U+2028]b'],
  ['a tab', 'a\tb', 'a b'],
] as const;

describe('safeText', () => {
  test.each(hostile)('spells out %s', (_what, text, displayed) => {
    expect(safeText(text)).toBe(displayed);
  });

  test.each(['plain', 'naïve', '日本語', '👍', 'e\u0301', '“quoted” … – ✓'])('leaves %s alone', (text) => {
    expect(safeText(text)).toBe(text);
  });

  test('of several lines keeps the line ends', () => {
    expect(safeLines('a\nb\u001b[31m')).toBe('a\nb[U+001B][31m');
  });
});

describe('safeJson', () => {
  test.each(hostile)('writes %s as an escape that reads the same', (_what, text) => {
    const json = JSON.stringify({ text });
    expect(JSON.parse(safeJson(json))).toEqual({ text });
    expect(safeText(safeJson(json))).toBe(safeJson(json));
  });

  test('keeps the line ends between values', () => {
    expect(safeJson('{\n\t"a": 1\r\n}')).toBe('{\n\t"a": 1\r\n}');
  });
});

test.each([
  ['run.json', 'run.json'],
  ['my run.json', "'my run.json'"],
  ["it's.json", "'it'\\''s.json'"],
  ['-rf', "'-rf'"],
  ['$(reboot).json', "'$(reboot).json'"],
  ['~', "'~'"],
  ['a\u202eb', null],
  ['a\nb', null],
])('%j is a word of the shell, or none', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
