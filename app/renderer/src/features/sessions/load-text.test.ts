import type { LoadProgress } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { loadPercent, loadSentence, loadSteps } from './load-text.ts';

const PROGRESS: LoadProgress = {
  phase: 'reading',
  format: 'ndjson',
  gzip: false,
  bytesRead: 446_000_000,
  bytesTotal: 870_000_000,
  events: 412_000,
  elapsedMs: 2100,
};

describe('a load in words', () => {
  test.each([
    [{}, '412,000 events, 446 MB of 870 MB, 212 MB/s, about 2 s left'],
    [{ bytesTotal: null }, '412,000 events, 446 MB, 212 MB/s'],
    [{ elapsedMs: 100 }, '412,000 events, 446 MB of 870 MB'],
    [{ elapsedMs: 100, files: { read: 3, of: 10 } }, '412,000 events, 3 of 10 files, 446 MB of 870 MB'],
    [{ bytesRead: 0, events: 0, elapsedMs: 900 }, '0 events, 0 bytes of 870 MB'],
    [{ bytesRead: 870_000_000, elapsedMs: 4000 }, '412,000 events, 870 MB of 870 MB, 218 MB/s'],
  ])('%j', (change, words) => expect(loadSentence({ ...PROGRESS, ...change })).toBe(words));

  test.each([
    [{}, 51],
    [{ bytesTotal: null }, null],
    [{ bytesRead: 870_000_000 }, 99],
    [{ phase: 'done' as const }, 100],
  ])('%j is this share', (change, share) => expect(loadPercent({ ...PROGRESS, ...change })).toBe(share));

  test.each([
    ['reading', ['done', 'running', 'waiting', 'waiting']],
    ['graph', ['done', 'done', 'running', 'waiting']],
    ['checks', ['done', 'done', 'done', 'running']],
    ['done', ['done', 'done', 'done', 'done']],
  ] as const)('in phase %s the stages are %j', (phase, states) =>
    expect(loadSteps({ ...PROGRESS, phase }).map(({ state }) => state)).toEqual(states),
  );
});
