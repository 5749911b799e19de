import { expect, test, vi } from 'vitest';
import { openRunLog } from '../src/index.ts';
import { bytesSource, SourceError } from '../src/source/byte-source.ts';

/** Events of more than the look holds at a time. */
const COUNT = 4000;
const text = Array.from({ length: COUNT }, (_, sequence) =>
  JSON.stringify({
    eventId: `e-${sequence}`,
    runId: 'r',
    sequence,
    type: 'output.chunk',
    timestamp: '2026-03-02T09:00:00Z',
    payload: { nodeId: 'n', runId: 'r', chunk: 'x '.repeat(500), isLast: false },
  }),
).join('\n');
const bytes = new TextEncoder().encode(text);

/** Every look at the clock is 30 ms after the last, so that the checks rest at every turn. */
function restAlways(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 30;
    return now;
  });
}

test('a source that vanishes while others come in between ends the checks with a problem, and nothing else', async () => {
  let isGone = false;
  const source = {
    ...bytesSource('log', bytes),
    readInto: (target: Uint8Array, at: number, length: number, offset: number): Promise<number> => {
      if (isGone) return Promise.reject(new SourceError('source_vanished', 'log is no longer there'));
      const piece = bytes.subarray(offset, offset + length);
      target.set(piece, at);
      return Promise.resolve(piece.length);
    },
  };
  const log = openRunLog(source);
  await log.loaded;
  expect(log.index.columns.shape.subarray(0, COUNT).every((shape) => shape > 0)).toBe(true);
  restAlways();
  let reads = 0;
  const readInto = source.readInto;
  source.readInto = (target, at, length, offset) => {
    isGone = ++reads > 1;
    return readInto(target, at, length, offset);
  };
  // A rejection that nobody waits for by then would fail this test.
  const checked = await log.runChecks(undefined, () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(checked).toBe(false);
  expect(reads).toBeGreaterThan(1);
  expect(log.problemGroups().map(({ code }) => code)).toContain('source_vanished');
});

test('checks that are stopped in the sweep go on where they stopped', async () => {
  const log = openRunLog(bytesSource('log', bytes));
  await log.loaded;
  const clock = vi.spyOn(performance, 'now');
  restAlways();
  const stop = new AbortController();
  expect(await log.runChecks(stop.signal, () => Promise.resolve(stop.abort()))).toBe(false);
  expect(log.checked.known).toBe(false);
  clock.mockRestore();
  expect(await log.runChecks()).toBe(true);
  expect(log.checked).toEqual({ known: true, value: { payloads: COUNT } });
});
