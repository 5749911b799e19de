import { expect, test } from 'vitest';
import { progressLine } from './terminal.ts';

const progress = { phase: 'reading', format: 'ndjson', gzip: false, events: 1200, elapsedMs: 2400 } as const;

test.each([
  ['a young load says nothing', { ...progress, elapsedMs: 250, bytesRead: 1, bytesTotal: 2 }, null],
  [
    'a file has its share',
    { ...progress, bytesRead: 50, bytesTotal: 200 },
    'f: reading, 25 %, 1,200 events, 2 s',
  ],
  [
    'a stream has its bytes',
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
