/** Events that answers about envelopes share are read once, and no answer hands out more for it (acceptor 8). */
import { expect, test } from 'vitest';
import { standingLog } from '../src/query/loaded-log.ts';
import { EvidenceCache, type EvidenceEvent, EvidenceReader } from '../src/query/stories/evidence-reader.ts';
import { givenLog } from './opened-logs.ts';

const MIB = 1024 * 1024;

/** A reader over events of a given size in bytes, with the rows that were read. */
async function reading(count: number, bytes: number) {
  const text = 'x'.repeat(bytes);
  const opened = await givenLog(
    Array.from({ length: count }, () => ({ type: 'log.appended', payload: { text } })),
  );
  const reads: number[] = [];
  const log = {
    ...standingLog(opened),
    read(row: number) {
      reads.push(row);
      return opened.read(row);
    },
  };
  return { log, reads };
}

const leftOut = (events: readonly EvidenceEvent[]): number =>
  events.filter(({ payloadLeftOut }) => payloadLeftOut).length;

test('an event is read once for several answers', async () => {
  const { log, reads } = await reading(3, 100_000);
  const cache = new EvidenceCache();
  const first = await new EvidenceReader(log, 100, cache).events([0, 1, 2]);
  const second = await new EvidenceReader(log, 100, cache).events([2, 1, 0]);
  expect(second).toEqual([...first].reverse());
  expect(reads).toHaveLength(3);
});

test('what is cached counts against what an answer hands out as if it were read', async () => {
  const { log } = await reading(24, 0.4 * MIB);
  const rows = Array.from({ length: 24 }, (_, row) => row);
  const cache = new EvidenceCache();
  for (const half of [rows.slice(0, 12), rows.slice(12)])
    expect(leftOut(await new EvidenceReader(log, 100, cache).events(half))).toBe(0);
  const cached = await new EvidenceReader(log, 100, cache).events(rows);
  const plain = await new EvidenceReader(log, 100).events(rows);
  expect(leftOut(cached)).toBe(leftOut(plain));
  expect(leftOut(cached)).toBeGreaterThan(0);
});

test.each([
  ['of 90 events of 400 KB the oldest make room', 90, 400 * 1024, 0, true],
  ['the newest are cached', 90, 400 * 1024, 89, false],
  ['one of over 512 KiB is not cached', 1, 600 * 1024, 0, true],
])('%s', async (_, count, bytes, row, isReadAgain) => {
  const { log, reads } = await reading(count, bytes);
  const cache = new EvidenceCache();
  for (let at = 0; at < count; at++) await new EvidenceReader(log, 1, cache).event(at);
  await new EvidenceReader(log, 1, cache).event(row);
  expect(reads.length - count).toBe(isReadAgain ? 1 : 0);
});
