import { expect, test } from 'vitest';
import { type ByteSource, bytesSource, openRunLog } from '../src/index.ts';

const RUNS = 40;
const EVENTS = 75;
/** Longer than what the reader of a source holds: 3,000 events of 4 KiB. */
const FILLER = 'words and words '.repeat(256);

const event = (run: number, sequence: number): string =>
  JSON.stringify({
    eventId: `e-${run}-${sequence}`,
    runId: `r${run}`,
    sequence,
    type: 'log.appended',
    timestamp: '2026-03-02T09:00:00Z',
    payload: { message: FILLER },
  });

/** Checks a log and lists its problems; returns how often its source was read meanwhile. */
async function checked(lines: readonly string[]) {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  const inMemory = bytesSource('log.ndjson', bytes);
  let reads = 0;
  const source: ByteSource = {
    ...inMemory,
    read: (offset, length) => {
      reads++;
      return inMemory.read(offset, length);
    },
  };
  const log = openRunLog(source);
  await log.loaded;
  reads = 0;
  await log.runChecks();
  const problems = await log.allProblems((code) => code === 'payload_schema');
  const ids = problems.map(({ eventId }) => eventId);
  await log.close();
  return { reads, ids };
}

test('runs that take turns in a file are checked with as many reads as runs that follow each other', async () => {
  const pairs = Array.from({ length: RUNS * EVENTS }, (_, at) => [at % RUNS, Math.floor(at / RUNS)] as const);
  const inTurns = await checked(pairs.map(([run, sequence]) => event(run, sequence)));
  const byRun = [...pairs].sort(([a], [b]) => a - b);
  const following = await checked(byRun.map(([run, sequence]) => event(run, sequence)));
  expect(inTurns.reads).toBeLessThanOrEqual(1.1 * following.reads);
  expect(inTurns.ids).toHaveLength(RUNS * EVENTS);
  expect(inTurns.ids).toEqual(following.ids);
});
