import { bytesSource, openRunLog } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { ADVERSE } from './formats.ts';
import { writeLog } from './write-log.ts';

const EVENTS = 3000;

function written(format: 'ndjson' | typeof ADVERSE, seed = 3): Uint8Array {
  const parts: Uint8Array[] = [];
  writeLog({ events: EVENTS, seed, format }, (bytes) => parts.push(bytes));
  return Buffer.concat(parts);
}

function parsed(line: string): { eventId?: string; attachment?: string } | null {
  try {
    return JSON.parse(line) as { eventId: string };
  } catch {
    return null;
  }
}

test('it is the same for a seed, and holds every event once', () => {
  const bytes = written(ADVERSE);
  expect(Buffer.compare(bytes, written(ADVERSE))).toBe(0);
  const lines = Buffer.from(bytes).toString('utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(EVENTS);
  const read = lines.map(parsed);
  const ids = read.flatMap((event) => event?.eventId ?? []);
  const plain = Buffer.from(written('ndjson')).toString('utf8').trimEnd().split('\n').map(parsed);
  const known = new Set(plain.map((event) => event?.eventId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => known.has(id))).toBe(true);
  const broken = read.filter((event) => event === null).length;
  expect(broken).toBeGreaterThan(EVENTS / 200);
  expect(broken).toBeLessThan(EVENTS / 50);
});

test('it is what a reader must not count on', async () => {
  const text = Buffer.from(written(ADVERSE)).toString('utf8');
  const lines = text.split('\n').map(parsed);
  const large = text.split('\n').filter((line) => line.length > 8 * 1024).length;
  expect(large).toBeGreaterThan(EVENTS / 20);
  expect(
    new Set(lines.flatMap((event) => (event === null ? [] : Object.keys(event)[0]))).size,
  ).toBeGreaterThan(4);
  const log = openRunLog(bytesSource('log', written(ADVERSE)));
  await log.loaded;
  const { columns } = log.index;
  let turns = 0;
  let disorder = 0;
  for (let row = 1; row < columns.length; row++) {
    if (columns.run[row] !== columns.run[row - 1]) turns++;
    else if ((columns.sequence[row] as number) < (columns.sequence[row - 1] as number)) disorder++;
  }
  expect(turns).toBeGreaterThan(50);
  expect(disorder).toBeGreaterThan(EVENTS / 10);
});
