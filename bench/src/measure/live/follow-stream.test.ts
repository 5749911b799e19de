import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadWithEngine } from '../measurements.ts';
import { followStream } from './follow-stream.ts';
import { indexStream, parseStream } from './index-stream.ts';
import { liveTargets } from './live-bench.ts';
import { storedStream } from './stream-log.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inspector-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('all contenders of a live session read the same events of one stream', async () => {
  const { file } = storedStream(folder, { events: 400, seed: 7 }, () => undefined);
  const { events } = parseStream(file);
  expect(events).toBeGreaterThan(300);
  expect(await followStream(file)).toMatchObject({ events });
  expect(await indexStream(file)).toMatchObject({ events });
  expect(await loadWithEngine(file)).toMatchObject({ events });
});

test('targets compare what is reached in the same round', () => {
  const round = (parser: number, indexed: number, reader: number) => ({
    parser: { ms: parser, peakBytes: null, events: 1 },
    indexed: { ms: indexed, peakBytes: null, events: 1 },
    session: { ms: 9 * indexed, peakBytes: null, events: 1 },
    reader: { ms: reader, peakBytes: null, events: 1 },
  });
  const targets = liveTargets([round(100, 400, 500), round(200, 800, 400), round(100, 500, 200)]);
  expect(targets.map(({ reached, met }) => [reached, met])).toEqual([
    [0.25, true],
    [0.5, true],
    [100 / 3600, false],
  ]);
});
