import { expect, test } from 'vitest';
import { progressLine } from './progress-line.ts';
import { bytes, countOf, duration, sequenceText, sinceStart } from './quantities.ts';
import { shellWord } from './shell-word.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [105_624, '106 KB'],
  [999_600, '1.0 MB'],
  [870_000_000, '870 MB'],
])('%i bytes are %s', (value, text) => {
  expect(bytes(value)).toBe(text);
});

test.each([
  [38, '38 ms'],
  [4_390, '4.4 s'],
  [59_960, '1 min 0 s'],
  [134_380, '2 min 14 s'],
  [3_720_000, '1 h 2 min'],
])('%i ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [0, '+0.000'],
  [134_380, '+2:14.380'],
  [3_734_354, '+1:02:14.354'],
  [-5, '−0.005'],
])('%i ms since the start are %s', (ms, text) => {
  expect(sinceStart(ms)).toBe(text);
});

test.each([
  [1, '1 event'],
  [1284, '1,284 events'],
])('%i events are %s', (value, text) => {
  expect(countOf(value, 'event')).toBe(text);
});

test('a missing sequence shows as missing', () => {
  expect([sequenceText(0), sequenceText(null)]).toEqual(['#0', '#–']);
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

const progress = { phase: 'reading', format: 'ndjson', gzip: false, events: 1200, elapsedMs: 2400 } as const;

test.each([
  ['a young load says nothing', { ...progress, elapsedMs: 250, bytesRead: 1, bytesTotal: 2 }, null],
  [
    'a file tells its share',
    { ...progress, bytesRead: 50, bytesTotal: 200 },
    'f: reading, 25 %, 1,200 events, 2 s',
  ],
  [
    'a stream tells its bytes',
    { ...progress, bytesRead: 5000, bytesTotal: null },
    'f: reading, 5.0 KB, 1,200 events, 2 s',
  ],
  [
    'reading is never done before it is',
    { ...progress, bytesRead: 9, bytesTotal: 9 },
    'f: reading, 99 %, 1,200 events, 2 s',
  ],
  [
    'other phases are named',
    { ...progress, phase: 'checks', bytesRead: 9, bytesTotal: 9 },
    'f: checking payloads, 1,200 events, 2 s',
  ],
] as const)('%s', (_what, one, text) => {
  expect(progressLine('f', one)).toBe(text);
});
