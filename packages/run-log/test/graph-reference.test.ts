import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MARK, RULE } from '../src/graph/causal-graph.ts';
import { openRunLog, textSource } from '../src/index.ts';

/** The causal graph against a naive reading of run-events.md section 4.2 and 4.3, with maps and strings. */

interface Doc {
  eventId: string;
  runId: string;
  type: string;
  sequence: number;
  nodeId: string;
  causationId?: string;
}

/** Few ids on purpose, so that repeats, cycles, forward references and shared causes are frequent. */
const doc = fc.record(
  {
    eventId: fc.integer({ min: 0, max: 14 }).map((n) => `e${n}`),
    type: fc.constantFrom('node.started', 'node.completed', 'clarification.requested', 'x.y'),
    nodeId: fc.constantFrom('a', 'b'),
    causationId: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 16 }).map((n) => `e${n}`) },
      { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 }).map((n) => `corr${n}`) },
    ),
  },
  { requiredKeys: ['eventId', 'type', 'nodeId'] },
);

interface Naive {
  rule: Map<string, number>;
  parent: Map<string, string | null>;
  inCycle: Set<string>;
  self: Set<string>;
  forward: Set<string>;
}

function naive(docs: readonly Doc[]): Naive {
  const stored = new Map<string, Doc>();
  for (const one of docs) if (!stored.has(one.eventId)) stored.set(one.eventId, one);
  const rows = [...stored.values()];
  const shared = new Map<string, number>();
  for (const row of rows) {
    if (row.causationId !== undefined && !stored.has(row.causationId)) {
      shared.set(row.causationId, (shared.get(row.causationId) ?? 0) + 1);
    }
  }
  const result: Naive = {
    rule: new Map(),
    parent: new Map(),
    inCycle: new Set(),
    self: new Set(),
    forward: new Set(),
  };
  for (const row of rows) {
    const cause = row.causationId;
    if (cause === undefined) {
      result.rule.set(row.eventId, RULE.none);
      result.parent.set(row.eventId, null);
    } else if (stored.has(cause)) {
      result.rule.set(row.eventId, RULE.eventId);
      result.parent.set(row.eventId, cause);
      if (cause === row.eventId) result.self.add(row.eventId);
      else if ((stored.get(cause)?.sequence ?? 0) >= row.sequence) result.forward.add(row.eventId);
    } else if ((shared.get(cause) ?? 0) >= 2 || row.type === 'clarification.requested') {
      result.rule.set(row.eventId, RULE.correlationId);
      result.parent.set(
        row.eventId,
        executionOf(rows, rows.find((other) => other.causationId === cause) ?? row),
      );
    } else {
      result.rule.set(row.eventId, RULE.dangling);
      result.parent.set(row.eventId, null);
    }
  }
  for (const row of rows) {
    const seen: string[] = [];
    let at: string | null = row.eventId;
    while (at !== null && !seen.includes(at)) {
      seen.push(at);
      at = result.parent.get(at) ?? null;
    }
    if (at === row.eventId && seen.length > 1) for (const id of seen) result.inCycle.add(id);
  }
  return result;
}

/** The latest `node.started` of the same node before the envelope's first effect. */
function executionOf(rows: readonly Doc[], first: Doc): string | null {
  const before = rows
    .slice(0, rows.indexOf(first))
    .filter((row) => row.type === 'node.started' && row.nodeId === first.nodeId);
  return before.at(-1)?.eventId ?? null;
}

test('agrees with a naive reference on random logs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(doc, { minLength: 1, maxLength: 20 }), async (parts) => {
      const docs: Doc[] = parts.map((part, sequence) => ({ ...part, runId: 'r', sequence }) as Doc);
      const log = openRunLog(textSource('log', JSON.stringify(docs)));
      await log.loaded;
      const want = naive(docs);
      const graph = log.graph;
      if (graph === null) throw new Error('no graph');
      const rows = docs.flatMap((one, ordinal) =>
        docs.findIndex((other) => other.eventId === one.eventId) === ordinal ? [{ one, ordinal }] : [],
      );
      expect(log.index.events).toBe(rows.length);
      for (const { one, ordinal } of rows) {
        const marks = graph.marks[ordinal] ?? 0;
        expect(graph.rule[ordinal], `rule of ${one.eventId}`).toBe(want.rule.get(one.eventId));
        expect((marks & MARK.self) !== 0, `self ${one.eventId}`).toBe(want.self.has(one.eventId));
        expect((marks & MARK.cycle) !== 0, `cycle ${one.eventId}`).toBe(want.inCycle.has(one.eventId));
        const forward = want.forward.has(one.eventId) && !want.inCycle.has(one.eventId);
        expect((marks & MARK.forward) !== 0, `forward ${one.eventId}`).toBe(forward);
        const parent = want.parent.get(one.eventId);
        if (parent !== null && !want.inCycle.has(one.eventId) && !want.self.has(one.eventId)) {
          expect(parentId(log, ordinal), `parent of ${one.eventId}`).toBe(parent);
        }
      }
      const chain = await log.chain(
        { ordinal: rows[0]?.ordinal ?? 0 },
        { descendantLimit: 100, links: false },
      );
      expect(chain?.ancestors.length).toBeLessThanOrEqual(docs.length + 1);
    }),
    { numRuns: runsOf(10_000), seed: 42 },
  );

  function parentId(log: ReturnType<typeof openRunLog>, ordinal: number): string | null {
    const { graph } = log;
    if (graph === null) return null;
    let parent = graph.parent[ordinal] ?? -1;
    if (parent >= graph.base) parent = graph.envelopes[parent - graph.base]?.parent ?? -1;
    return parent < 0 ? null : (docsOf(log)[parent] ?? null);
  }

  /** Event ids by ordinal; ids here are short and unescaped, so the bytes can be read as text. */
  function docsOf(log: ReturnType<typeof openRunLog>): string[] {
    return ids.get(log) ?? remember(log);
  }
  function remember(log: ReturnType<typeof openRunLog>): string[] {
    const list: string[] = [];
    for (let n = 0; n <= 14; n++) {
      const ordinal = log.index.findById(`e${n}`);
      if (ordinal >= 0) list[ordinal] = `e${n}`;
    }
    ids.set(log, list);
    return list;
  }
}, 120_000);

const ids = new WeakMap<object, string[]>();
