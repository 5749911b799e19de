import { expect, test } from 'vitest';
import { openRunLog } from '../index.ts';
import { type ByteSource, bytesSource } from '../source/byte-source.ts';

/** Runs of which each has a start, some text, and a failure; over a megabyte, so that the fast scanner reads them. */
const RUNS = 400;
const events = Array.from({ length: RUNS }, (_, run) => {
  const event = (sequence: number, type: string, payload: object) =>
    JSON.stringify({ eventId: `e-${run}-${sequence}`, runId: `r-${run}`, sequence, type, payload });
  return [
    event(0, 'run.started', { workflowId: `w-${run}` }),
    event(1, 'log.appended', { level: 'info', message: 'x '.repeat(3000) }),
    event(2, 'run.failed', { error: { code: 'host_error', message: `no ${run}` } }),
  ];
}).flat();

function counted(source: ByteSource): { readonly source: ByteSource; readonly seen: { reads: number } } {
  const seen = { reads: 0 };
  return {
    seen,
    source: {
      ...source,
      read(offset, length) {
        seen.reads++;
        return source.read(offset, length);
      },
    },
  };
}

test.each([
  ['lines', events.join('\n')],
  ['a list', `[${events.join(',\n')}]`],
])('what tells how runs began and failed is not read a second time: %s', async (_form, text) => {
  const { source, seen } = counted(bytesSource('log', new TextEncoder().encode(text)));
  const log = openRunLog(source, { scanner: 'fast' });
  await log.loaded;
  const before = seen.reads;
  const runs = await log.runs();
  expect(runs.map(({ workflowId }) => `${workflowId}`).sort()).toEqual(
    Array.from({ length: RUNS }, (_, run) => `w-${run}`).sort(),
  );
  expect(runs.find(({ runId }) => runId === 'r-7')?.firstFailure?.message).toContain('no 7');
  expect(seen.reads - before).toBeLessThan(5);
  const started = new TextDecoder().decode(await log.readRange(0, 1, 9));
  expect(started).toBe(events[0]?.slice(1, 10));
});
