import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRunLog, type RunLog } from '../src/index.ts';
import { growingBytes } from './growing-bytes.ts';
import { closedAfterwards } from './opened-logs.ts';
import { HEAD } from './small-capture.ts';

/** The causal graph of a log that grows against that of the same log opened whole (run-events.md section 4.2). */

/** Few ids on purpose, so that repeats, cycles, forward references and shared causes are frequent. */
const event = fc.record(
  {
    eventId: fc.integer({ min: 0, max: 30 }).map((n) => `e${n}`),
    runId: fc.constantFrom('r', 'r', 'r', 'r', 's'),
    type: fc.constantFrom(
      'node.started',
      'node.completed',
      'clarification.requested',
      'x.y',
      'x.a2ui-surface',
      'run.started',
    ),
    payload: fc.record({ correlationId: fc.integer({ min: 0, max: 3 }).map((n) => `corr${n}`) }),
    nodeId: fc.constantFrom('a', 'b'),
    causationId: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 34 }).map((n) => `e${n}`) },
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 3 }).map((n) => `corr${n}`) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 12 }).map((n) => `evt-r-${n}`) },
    ),
    sequence: fc.integer({ min: 0, max: 14 }),
  },
  { requiredKeys: ['type', 'nodeId', 'runId'] },
);

/** Where each row hangs, by what stays the same whatever the numbers of envelopes are. */
function edges(log: RunLog): unknown {
  const { graph, order, index } = log;
  if (graph === null) return null;
  const parentOf = (row: number): unknown => {
    const parent = graph.parent[row] as number;
    const envelope = graph.envelopes[parent - graph.base];
    if (parent < graph.base || envelope === undefined) return parent;
    return { cause: [envelope.a, envelope.b], first: envelope.firstEvent, of: envelope.parent };
  };
  const rows = Array.from({ length: order.length }, (_, i) => order.ordinalAt(i));
  const { counts, roots, withCause, orphans, ambiguous } = graph;
  const problems = index.problems.groups().map(({ code, count }) => `${code} ${count}`);
  return {
    rows: rows.map((row) => [row, graph.rule[row], graph.marks[row], parentOf(row)]),
    counts: Object.entries(counts).filter(([, count]) => count > 0),
    roots,
    withCause,
    orphans,
    ambiguous,
    problems: problems.sort(),
  };
}

test('agrees with the graph made of everything at once, wherever the log was cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 24 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      async (parts, isInOrder, step) => {
        const documents = parts.map((part, i) => ({
          ...part,
          timestamp: '2026-05-18T10:00:00Z',
          ...(isInOrder ? { sequence: i, eventId: `e${i}` } : {}),
        }));
        const lines = [HEAD, ...documents].map((line) => `${JSON.stringify(line)}\n`);
        const bytes = new TextEncoder().encode(lines.join(''));
        const growing = growingBytes(bytes, 0);
        const log = closedAfterwards(openRunLog(growing, { grows: true, restAfter: () => 0 }));
        for (let count = 1; count <= lines.length; count += step) {
          const text = lines.slice(0, count).join('');
          await log.grow(new TextEncoder().encode(text).length, false);
        }
        await log.grow(bytes.length, true);
        const whole = closedAfterwards(openRunLog(growingBytes(bytes, bytes.length)));
        await whole.loaded;
        expect(edges(log)).toEqual(edges(whole));
      },
    ),
    { numRuns: runsOf(250, 60), seed: 8 },
  );
});
