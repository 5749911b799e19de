import { fastLook } from '@openwop-inspector/base';
import { expect, test, vi } from 'vitest';
import { openRunLog, type RunLog } from '../src/index.ts';
import { bytesSource } from '../src/source/byte-source.ts';
import { type LookBatch, type LookThread, suspectsOf } from '../src/source/look-batch.ts';

/** Every hundredth event holds a credential; events of several batches. */
const COUNT = 9000;
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const text = Array.from({ length: COUNT }, (_, sequence) =>
  JSON.stringify({
    eventId: `e-${sequence}`,
    runId: 'r',
    sequence,
    type: 'output.chunk',
    timestamp: '2026-03-02T09:00:00Z',
    payload: {
      nodeId: 'n',
      runId: 'r',
      chunk: sequence % 100 === 7 ? TOKEN : 'x '.repeat(500),
      isLast: false,
    },
  }),
).join('\n');
const bytes = new TextEncoder().encode(text);

/**
 * A thread in this one; `mayAnswer` says which of its batches, counted from 0, it can do, and `leaves` how many of them
 * it has not begun when they are returned.
 */
function threadOver(mayAnswer: (number: number) => boolean, leaves = 0) {
  const seen = { batches: 0, takenBack: 0, isClosed: false };
  const thread: LookThread = {
    async look(batch: LookBatch) {
      const number = seen.batches++;
      await new Promise((resolve) => setImmediate(resolve));
      if (number >= seen.batches - seen.takenBack) return null;
      const look = fastLook();
      if (seen.isClosed || !mayAnswer(number)) throw new Error('it cannot');
      const piece = bytes.subarray(batch.start, batch.start + batch.length);
      // A thread has a room of its own; here it is the one that the checks read into.
      const room = look.room.slice();
      look.room.set(piece);
      const suspects = suspectsOf(look, batch, 0, piece.length);
      look.room.set(room);
      return suspects;
    },
    takeBack: () => seen.takenBack < leaves && ++seen.takenBack <= seen.batches,
    close: () => {
      seen.isClosed = true;
    },
  };
  return { thread, seen };
}

const secretsOf = async (log: RunLog) =>
  (await log.allProblems())
    .filter(({ code }) => code === 'secret_in_payload')
    .map(({ sequence }) => sequence);

async function problemsWith(thread: LookThread | null) {
  const log = openRunLog(bytesSource('log', bytes), { startLook: () => thread });
  await log.loaded;
  expect(await log.runChecks()).toBe(true);
  return secretsOf(log);
}

test.each([
  ['that answers all', () => true, 0],
  ['that answers every other batch', (number: number) => number % 2 === 0, 0],
  ['that ends after the second batch', (number: number) => number < 2, 0],
  ['that answers none', () => false, 0],
  ['from which two batches are withdrawn', () => true, 2],
  ['from which all that it has not begun is withdrawn', () => true, Number.POSITIVE_INFINITY],
  ['that fails while batches are withdrawn', () => false, 2],
])('a thread %s finds what is found without one', async (_, mayAnswer, leaves) => {
  const { thread, seen } = threadOver(mayAnswer, leaves);
  const found = await problemsWith(thread);
  expect(found).toEqual(await problemsWith(null));
  expect(found.length).toBe(COUNT / 100);
  expect(seen.batches).toBeGreaterThan(3);
  expect(seen.takenBack >= Math.min(leaves, 2)).toBe(true);
  expect(seen.isClosed).toBe(true);
});

test('checks that are stopped while a thread looks leave nothing out when they go on', async () => {
  const { thread } = threadOver(() => true);
  const log = openRunLog(bytesSource('log', bytes), { startLook: () => thread });
  await log.loaded;
  const stop = new AbortController();
  // Every look at the clock is 30 ms after the last, so that the checks rest at every turn.
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 30));
  expect(await log.runChecks(stop.signal, () => Promise.resolve(stop.abort()))).toBe(false);
  clock.mockRestore();
  expect(await log.runChecks()).toBe(true);
  expect((await secretsOf(log)).length).toBe(COUNT / 100);
});

test('a log that is closed ends its thread', async () => {
  const { thread, seen } = threadOver(() => true);
  const log = openRunLog(bytesSource('log', bytes), { startLook: () => thread });
  await log.loaded;
  await log.close();
  expect(seen.isClosed).toBe(true);
});
