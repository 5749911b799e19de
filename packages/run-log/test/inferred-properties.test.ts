import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inferParents } from '../src/graph/inferred-parents.ts';
import { openRunLog, type RunLog } from '../src/index.ts';
import { growingBytes } from './growing-bytes.ts';
import { closedAfterwards, openPath, openString } from './opened-logs.ts';
import { HEAD } from './small-capture.ts';

/** What holds of inferred parents in every log, and how many recordings have them. */

const TYPES = [
  'run.started',
  'node.started',
  'node.retried',
  'node.failed',
  'node.completed',
  'node.suspended',
  'node.interrupt.resolved',
  'agent.toolCalled',
  'agent.toolReturned',
  'prompt.composed',
  'provider.usage',
  'envelope.truncated',
  'node.dispatched',
  'x.y',
] as const;

/** Few nodes, runs and ids on purpose; sequences in any order, starts that are missing, causes now and then. */
const event = fc.record(
  {
    runId: fc.constantFrom('r', 's', 't'),
    type: fc.constantFrom(...TYPES),
    nodeId: fc.constantFrom('a', 'b'),
    sequence: fc.integer({ min: 0, max: 20 }),
    causationId: fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 30 }).map((n) => `e${n}`) },
      { weight: 9, arbitrary: fc.constant(undefined) },
    ),
    payload: fc.record({
      callId: fc.constantFrom('1', '2'),
      interruptId: fc.constantFrom('1', '2'),
      childRunId: fc.constantFrom('r', 's', 't', 'gone'),
    }),
  },
  { requiredKeys: ['runId', 'type', 'payload'] },
);

const documentsOf = (parts: readonly object[], inOrder = false) =>
  parts.map((part, i) => ({
    eventId: `e${i}`,
    timestamp: '2026-05-18T10:00:00Z',
    ...part,
    ...(inOrder ? { sequence: i } : {}),
  }));

/** The nearest inferred parent of every event, by ordinal, with its rule; undefined for none. */
async function parentsOf(log: RunLog) {
  const parents: { row: number; parent: number; rule: string }[] = [];
  for (let i = 0; i < log.order.length; i++) {
    const row = log.order.ordinalAt(i);
    const chain = await log.chain({ ordinal: row }, { descendantLimit: 0, links: false });
    const above = chain?.inferred?.above[0];
    if (above !== undefined) parents.push({ row, parent: above.row.ordinal, rule: above.rule });
  }
  return parents;
}

test('a parent comes before its child in the same run, or in the run that started it; there is no circle', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 30 }), async (parts) => {
      const documents = documentsOf(parts);
      const log = await openString(documents.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const { run, causeA, causeB } = log.index.columns;
      const parents = await parentsOf(log);
      const parentByRow = new Map(parents.map(({ row, parent }) => [row, parent]));
      for (const { row, parent, rule } of parents) {
        expect([causeA[row], causeB[row]]).toEqual([0, 0]);
        if (rule === 'parentRun') {
          const own = log.index.runIdOf(row);
          const other = log.index.runIdOf(parent);
          expect(other).not.toBe(own);
          expect(
            parts.some(
              ({ type, runId, payload }) =>
                type === 'node.dispatched' && runId === other && payload.childRunId === own,
            ),
          ).toBe(true);
        } else {
          expect(run[parent]).toBe(run[row]);
          expect(log.order.indexOf(parent)).toBeLessThan(log.order.indexOf(row));
        }
        const seen = new Set<number>();
        for (let at: number | undefined = row; at !== undefined; at = parentByRow.get(at)) {
          expect(seen.has(at)).toBe(false);
          seen.add(at);
        }
      }
    }),
    { numRuns: runsOf(300) },
  );
});

test('a log that grows has the parents of the same log opened whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 2, maxLength: 24 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 5 }),
      async (parts, inOrder, step) => {
        const lines = [HEAD, ...documentsOf(parts, inOrder)].map((line) => `${JSON.stringify(line)}\n`);
        const whole = await openString(lines.join(''));
        const sizeOf = (count: number) => new TextEncoder().encode(lines.slice(0, count).join('')).length;
        const growing = growingBytes(new TextEncoder().encode(lines.join('')), 0);
        const log = closedAfterwards(openRunLog(growing, { grows: true, restAfter: () => 0 }));
        for (let count = 1; count <= lines.length; count += step) {
          await log.grow(sizeOf(count), false);
          await parentsOf(log);
        }
        await log.grow(sizeOf(lines.length), true);
        expect(await parentsOf(log)).toEqual(await parentsOf(whole));
      },
    ),
    { numRuns: runsOf(60, 20) },
  );
});

test('without ids every parent is the weaker one, never another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 30 }), async (parts) => {
      const log = await openString(
        documentsOf(parts)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      );
      const base = log.graph?.base ?? 0;
      const weak = inferParents(log.index, log.order, { ids: new Map(), base });
      for (const { row, parent, rule } of await parentsOf(log)) {
        const isById = ['toolCall', 'interrupt', 'parentRun'].includes(rule);
        if (!isById) expect([row, weak.parent[row]]).toEqual([row, parent]);
      }
    }),
    { numRuns: runsOf(100, 30) },
  );
});

const recordings = join(import.meta.dirname, '../../../testing/recordings');

function bundlesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return bundlesBelow(path);
    return /^debug-bundle.*\.json$/.test(name) ? [path] : [];
  });
}

test('every recorded bundle that names no cause has one tree a run, with every event in it', async () => {
  const without: string[] = [];
  for (const path of bundlesBelow(recordings)) {
    const log = await openPath(path);
    if (log.graph?.withCause !== 0) continue;
    const page = await log.causes({ expanded: [], withEffectsOnly: false, offset: 0, limit: 1 });
    if (page.roots !== log.index.runs.size - 1 || page.inferred?.edges !== log.order.length - page.roots)
      without.push(path);
  }
  expect(without).toEqual([]);
});
