/** What bears on an envelope is found in an index made once a log, and is what a walk over all rows of its run finds (acceptor 8). */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunLog } from '../src/index.ts';
import { sweepRun, tellingRows } from '../src/query/envelope-evidence/telling-rows.ts';
import { runBounds } from '../src/query/rows/rows.ts';
import { openString } from './opened-logs.ts';
import { walkRun } from './sweep-walk.ts';

const TYPES = [
  'node.started',
  'prompt.composed',
  'envelope.retry.attempted',
  'log.appended',
  'clarification.requested',
  'interrupt.requested',
  'approval.requested',
  'interrupt.resolved',
  'node.completed',
  'node.failed',
  'cap.breached',
  'agent.reasoned',
  'output.chunk',
  'variable.changed',
];

const EVENT = fc.record(
  {
    type: fc.constantFrom(...TYPES),
    nodeId: fc.constantFrom('n', 'm', 'o'),
    causationId: fc.constantFrom('c1', 'c2', 'r0-e0', 'r1-e3'),
    contentTrust: fc.constantFrom('trusted', 'untrusted'),
    run: fc.constantFrom('r0', 'r0', 'r1'),
  },
  { requiredKeys: ['type', 'run'] },
);

type Given = typeof EVENT extends fc.Arbitrary<infer One> ? One : never;

/** Both answers at a place, for an envelope of a node with these rows of its own. */
async function bothAt(log: RunLog, ordinal: number, own: ReadonlySet<number>) {
  const { graph, order, index } = log;
  if (graph === null) throw new Error('the log is read');
  const run = runBounds(log, ordinal);
  const position = order.indexOf(ordinal);
  const node = index.columns.node[ordinal] as number;
  const place = { position, node, own };
  return {
    found: sweepRun(log, await tellingRows(log, graph), run, place),
    walked: walkRun(log, run, place),
  };
}

const opened = (events: readonly Given[]): Promise<RunLog> =>
  openString(
    events
      .map(({ run, ...event }, at) =>
        JSON.stringify({ ...event, runId: run, eventId: `${run}-e${at}`, sequence: at, payload: {} }),
      )
      .join('\n'),
  );

test('at every event of any log, with events of its own before it or none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(EVENT, { minLength: 1, maxLength: 40 }),
      fc.uniqueArray(fc.nat(39), { maxLength: 4 }),
      async (events, ownRows) => {
        const log = await opened(events);
        for (let ordinal = 0; ordinal < events.length; ordinal++)
          for (const own of [[], ownRows.filter((row) => row < events.length)]) {
            const { found, walked } = await bothAt(log, ordinal, new Set(own));
            expect(found).toEqual(walked);
          }
      },
    ),
    { numRuns: 250, seed: 11 },
  );
});

test('in a long run: more of each than is stored, and more waits than a state is apart', async () => {
  const random = fc.sample(EVENT, { numRuns: 4_000, seed: 5 });
  const log = await opened(random);
  for (let ordinal = 3; ordinal < 4_000; ordinal += 97) {
    const { found, walked } = await bothAt(log, ordinal, new Set([ordinal, ordinal - 3]));
    expect(found).toEqual(walked);
  }
  const { found } = await bothAt(log, 3_990, new Set());
  expect(found.acceptedElsewhere.leftOut).toBeGreaterThan(0);
  expect(found.caps.leftOut).toBeGreaterThan(0);
});
