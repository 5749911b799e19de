import { describe, expect, test } from 'vitest';
import { readEnvelopeFile, textFile } from './read-envelope-file.ts';

/** Format and the texts of the emissions. */
function readingOf(text: string): unknown {
  const file = readEnvelopeFile(text);
  return file.ok
    ? [file.format, ...file.emissions.map(({ emission }) => emission)]
    : [file.line, file.column];
}

describe('a file with envelopes is read by its content', () => {
  test.each([
    ['one envelope', ' {"a":1}\n', ['envelope', { text: '{"a":1}' }]],
    ['an array', '[{"a":1},\n {"b":2}]', ['envelopes', { text: '{"a":1}' }, { text: '{"b":2}' }]],
    ['an empty array', '[]', ['envelopes']],
    ['a value a line', '{"a":1}\n\n{"b":2}\n', ['ndjson', { text: '{"a":1}' }, { text: '{"b":2}' }]],
    ['prose with a fence', 'Here:\n```json\n{}\n```', ['text', { text: 'Here:\n```json\n{}\n```' }]],
    ['prose', 'nothing', ['text', { text: 'nothing' }]],
    ['a byte order mark', '\ufeff{"a":1}', ['envelope', { text: '{"a":1}' }]],
    ['digits remain', '[9007199254740993]', ['envelopes', { text: '9007199254740993' }]],
    ['a broken object', '{"a":1', [1, 7]],
  ])('%s', (_name, text, expected) => {
    expect(readingOf(text)).toEqual(expected);
  });

  test.each([
    ['a line among others', '{"a":1}\n  {"b" 2}\n{"c":3}', ['{"a":1}', '{"c":3}'], [2, 8]],
    ['the last line, cut', '{"a":1}\n{"b"', ['{"a":1}'], [2, 5]],
    ['the first line', 'Traceback\n{"a":1}\n{"b":2}', ['{"a":1}', '{"b":2}'], [1, 1]],
    ['an item of a list', '[{"a":1},\n{"b" 2},{"c":3}]', ['{"a":1}', '{"c":3}'], [2, 6]],
    ['a list that is cut', '[{"a":1},{"b":', ['{"a":1}'], [1, 15]],
  ])('what is no JSON stops nothing else: %s', (_name, text, texts, [line, column]) => {
    const file = readEnvelopeFile(text);
    expect(file.ok && file.emissions.map(({ emission }) => emission)).toEqual(
      texts.map((one) => ({ text: one })),
    );
    expect(file.ok && file.faults).toEqual([expect.objectContaining({ line, column })]);
  });

  test('an envelope longer than a text may be is handed over parsed', () => {
    const value = { payload: 'x'.repeat(1_100_000) };
    expect(readingOf(JSON.stringify(value))).toEqual(['envelope', { envelope: value }]);
  });

  test('each has its place', () => {
    const file = readEnvelopeFile('[{"é":1},\n {}]');
    expect(file.ok && file.emissions.map(({ place }) => place)).toEqual([
      { line: 1, column: 2, byteOffset: 1 },
      { line: 2, column: 2, byteOffset: 12 },
    ]);
  });

  test('as text of a model, broken JSON is one emission', () => {
    const file = textFile('{"a":1');
    expect(file.ok && file.emissions.length).toBe(1);
  });
});
