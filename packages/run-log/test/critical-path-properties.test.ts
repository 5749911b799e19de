import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { criticalPath, nodeLanes } from '../src/index.ts';
import { type GivenEvent, openGiven, START_MS } from './given-log.ts';

const types = fc.constantFrom(
  'node.started',
  'node.completed',
  'node.failed',
  'node.suspended',
  'node.resumed',
  'node.skipped',
  'interrupt.requested',
  'interrupt.resolved',
  'log.appended',
  'run.completed',
);

/** Events of few nodes in any order, some without a time, with causes anywhere, themselves and later ones included. */
const logs = fc.array(
  fc.record({
    type: types,
    node: fc.constantFrom('a', 'b', 'c'),
    at: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 12 }),
    cause: fc.option(fc.integer({ min: 0, max: 30 })),
  }),
  { minLength: 1, maxLength: 30 },
);

test('steps of any path do not overlap, and their times add up to the duration of the run', async () => {
  await fc.assert(
    fc.asyncProperty(logs, async (given) => {
      const events = given.map(
        ({ cause, node, ...event }): GivenEvent => ({
          ...event,
          ...(event.type === 'run.completed' ? {} : { node }),
          ...(cause === null ? {} : { cause: `e${cause}` }),
        }),
      );
      const log = await openGiven(events);
      const path = await criticalPath(log, null, 1000);
      if (path === null) return;
      let until = path.startMs;
      for (const { fromMs, toMs } of path.steps) {
        expect(fromMs).toBe(until);
        expect(toMs).toBeGreaterThanOrEqual(fromMs);
        until = toMs;
      }
      expect(until).toBe(path.startMs + path.durationMs);
      expect(Object.values(path.sums).reduce((a, b) => a + b)).toBe(path.durationMs);
      expect(path.startMs).toBeGreaterThanOrEqual(START_MS);
      const run = (await nodeLanes(log, null)).lanes.find(({ kind }) => kind === 'run')?.spans[0];
      expect(path.durationMs).toBe((run?.endMs ?? 0) - (run?.startMs ?? 0));
    }),
    { numRuns: runsOf(400) },
  );
});
