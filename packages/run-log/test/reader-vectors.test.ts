import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { masker } from '@openwop-inspector/base';
import { failureOf } from '@openwop-inspector/events';
import { describe, expect, test } from 'vitest';
import { RULE } from '../src/graph/causal-graph.ts';
import {
  type ByteSource,
  bytesSource,
  openRunLog,
  type RunLog,
  readEventDocument,
  textSource,
} from '../src/index.ts';
import { normalSnapshot } from '../src/query/counts/session-summary.ts';

/** Runs every vector with `reader` (vectors FORMAT 7) against the engine. */
const folder = join(import.meta.dirname, '../../../testing/vectors');

interface Part {
  bytes?: string;
  base64?: string;
  generate?: { kind: 'chain'; count: number };
}
interface Vector {
  id: string;
  clause: string;
  title: string;
  reader?: Part & { parts?: Part[] };
  expect: Record<string, unknown>;
}

function vectors(): Vector[] {
  return readdirSync(folder)
    .filter((name) => /^\d.*\.json$/.test(name))
    .flatMap(
      (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { vectors: Vector[] }).vectors,
    )
    .filter((vector) => vector.reader !== undefined);
}

function chainOf(count: number): string {
  const events = Array.from({ length: count }, (_, i) => ({
    eventId: `ev-${i}`,
    runId: 'r1',
    type: 'node.started',
    payload: {},
    timestamp: '2026-05-18T10:00:00.000Z',
    sequence: i,
    ...(i > 0 ? { causationId: `ev-${i - 1}` } : {}),
  }));
  return JSON.stringify(events);
}

function sourceOf(part: Part, name: string): ByteSource {
  if (part.base64 !== undefined) return bytesSource(name, new Uint8Array(Buffer.from(part.base64, 'base64')));
  return textSource(name, part.generate === undefined ? (part.bytes ?? '') : chainOf(part.generate.count));
}

const MEANING: Record<number, string> = {
  [RULE.external]: 'C',
  [RULE.eventId]: 'A',
  [RULE.correlationId]: 'B',
  [RULE.otherRun]: 'E',
  [RULE.trigger]: 'D',
};

/** The actual result in the terms of the vectors. */
async function resultOf(log: RunLog): Promise<Record<string, unknown>> {
  const ordinals = Array.from({ length: log.order.length }, (_, i) => log.order.ordinalAt(i));
  const rows = await log.rows(ordinals.length > 1000 ? [] : ordinals);
  const problems = await log.allProblems();
  const documents = await Promise.all(
    rows.map(async (row) => readEventDocument(await log.read(row.ordinal))),
  );
  const graph = log.graph;
  const causation = rows
    .filter((row) => row.causationId !== null || graph?.rule[row.ordinal] !== RULE.none)
    .map((row) => {
      const parent = graph?.parent[row.ordinal] ?? -1;
      const cause =
        parent >= 0 && parent < (graph?.base ?? 0)
          ? rows.find((other) => other.ordinal === parent)
          : undefined;
      return {
        event: [row.eventId, row.sequence],
        to: [cause?.eventId ?? row.causationId, cause?.sequence],
        meaning: MEANING[graph?.rule[row.ordinal] ?? 0],
      };
    });
  const virtual = [];
  for (const [number, envelope] of (graph?.envelopes ?? []).entries()) {
    if (envelope.record >= 0) continue;
    const chain = await log.chain(
      { ordinal: (graph?.base ?? 0) + number },
      { descendantLimit: 0, links: false },
    );
    if (chain?.target.kind === 'envelope') virtual.push(chain.target.correlationId);
  }
  return {
    format: log.format,
    events: log.index.events - log.index.aghMessages,
    types: rows.map((row) => row.type),
    sequences: rows.map((row) => row.sequence),
    payloads: documents.map((document) => masker.value(document?.payload).value),
    eventIds: rows.map((row) => row.eventId),
    errors: rows.flatMap((row, i) =>
      /\.failed$/.test(row.type) ? [failureOf(documents[i]?.payload).code] : [],
    ),
    runs: new Set(rows.map((row) => row.runId)).size,
    items: log.results[0]?.items,
    deltas: log.index.deltas,
    problems: problems.map((problem) => problem.code),
    problemLines: problems.flatMap((problem) => (problem.line === undefined ? [] : [problem.line])),
    messages: problems.map((problem) => problem.message),
    summaries: rows.map((row) => row.summary),
    causation,
    virtualEnvelopes: virtual,
    depth: log.longestChain(),
    snapshot: log.format === 'snapshot' ? normalSnapshot(log.header) : null,
  };
}

describe('reader vectors', () => {
  const all = vectors();

  test('there are vectors to run', () => {
    expect(all.length).toBeGreaterThan(85);
  });

  test.each(all.map((vector) => [vector.id, `${vector.clause}: ${vector.title}`, vector] as const))(
    '%s %s',
    async (_id, _title, vector) => {
      const { reader = {} } = vector;
      const parts = reader.parts ?? [reader];
      const log = openRunLog(parts.map((part, i) => sourceOf(part, `part-${i}`)));
      await log.loaded;
      await log.runChecks();
      check(await resultOf(log), vector.expect);
    },
  );
});

function check(actual: Record<string, unknown>, expected: Record<string, unknown>): void {
  for (const [key, want] of Object.entries(expected)) {
    if (key === 'problems' || key === 'problemLines')
      expect(actual[key]).toEqual(expect.arrayContaining(want as unknown[]));
    else if (key === 'notProblems')
      for (const code of want as string[]) expect(actual.problems).not.toContain(code);
    else if (key === 'absent')
      for (const text of want as string[]) expect(JSON.stringify(actual)).not.toContain(text);
    else if (key === 'causation')
      checkCausation(actual.causation, want as { event: unknown; to: unknown; meaning: string }[]);
    else if (key === 'snapshot') expect(actual.snapshot).toMatchObject(want as object);
    else expect(actual[key], key).toEqual(want);
  }
}

function checkCausation(actual: unknown, wanted: { event: unknown; to: unknown; meaning: string }[]): void {
  for (const want of wanted) {
    const found = (actual as { event: unknown[]; to: unknown[]; meaning: string }[]).find((edge) =>
      edge.event.includes(want.event),
    );
    expect(found?.to).toContain(want.to);
    expect(found?.meaning).toBe(want.meaning);
  }
}
