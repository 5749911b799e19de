/** Vectors with `reader`: bytes through the engine, in the words of the vectors (vectors FORMAT 7). */

import {
  compareKeys,
  type Difference,
  type Vector,
  type VectorAnswer,
} from '@openwop-inspector/acceptor-core';
import { isRecord, maskText, recordOr } from '@openwop-inspector/base';
import {
  type ByteSource,
  bytesSource,
  type CausalVia,
  type EventRow,
  failureOf,
  normalSnapshot,
  openRunLog,
  type RunLog,
  readEventDocument,
  textSource,
} from '@openwop-inspector/run-log';

/** Rows that are looked at one by one; vectors with more ask for totals only. */
const MAX_ROWS = 1000;

/** Opens the parts of a vector as one source, checks it, and compares what the engine says. */
export async function runReader(vector: Vector): Promise<VectorAnswer> {
  const input = isRecord(vector.input) ? vector.input : {};
  const parts: readonly unknown[] = Array.isArray(input.parts) ? input.parts : [input];
  const log = openRunLog(parts.map((part, i) => sourceOf(part, `part-${i}`)));
  try {
    await log.loaded;
    await log.runChecks();
    const { causation, ...rest } = isRecord(vector.expect) ? vector.expect : {};
    const rows = await rowsOf(log);
    const answer = compareKeys({ ...(await readingOf(log, rows)) }, rest);
    if (causation === undefined) return answer;
    const traced = await tracedCauses(log, rows);
    const differences = [...answer.differences, ...compareCausation(traced, causation)];
    return { actual: { ...recordOr(answer.actual), causation: traced }, differences };
  } finally {
    await log.close();
  }
}

function sourceOf(part: unknown, name: string): ByteSource {
  const fields = isRecord(part) ? part : {};
  if (typeof fields.base64 === 'string') return bytesSource(name, Buffer.from(fields.base64, 'base64'));
  if (isRecord(fields.generate))
    return textSource(
      name,
      eventChain(typeof fields.generate.count === 'number' ? fields.generate.count : 0),
    );
  return textSource(name, typeof fields.bytes === 'string' ? fields.bytes : '');
}

async function rowsOf(log: RunLog): Promise<readonly EventRow[]> {
  const { order } = log;
  if (order.length > MAX_ROWS) return [];
  return log.rows(Array.from({ length: order.length }, (_, i) => order.ordinalAt(i)));
}

/** What the engine says, under the keys of the vectors. */
async function readingOf(log: RunLog, rows: readonly EventRow[]): Promise<object> {
  const problems = await log.allProblems();
  const payloads = await Promise.all(rows.map((row) => maskedPayload(log, row)));
  const failed = rows.map((row, i) => (row.type.endsWith('.failed') ? [failureOf(payloads[i]).code] : []));
  return {
    format: log.format,
    events: log.index.events - log.index.aghMessages,
    types: rows.map((row) => row.type),
    sequences: rows.map((row) => row.sequence),
    eventIds: rows.map((row) => row.eventId),
    payloads,
    errors: failed.flat(),
    runs: new Set(rows.map((row) => row.runId)).size,
    items: log.results[0]?.items,
    deltas: log.index.deltas,
    problems: problems.map((problem) => problem.code),
    problemLines: problems.flatMap((problem) => (problem.line === undefined ? [] : [problem.line])),
    messages: problems.map((problem) => problem.message),
    summaries: rows.map((row) => row.summary),
    virtualEnvelopes: await virtualEnvelopes(log),
    depth: log.longestChain(),
    snapshot: log.format === 'snapshot' ? normalSnapshot(log.header) : null,
  };
}

/** The payload as screens get it: `absent` looks at what would be shown. */
async function maskedPayload(log: RunLog, row: EventRow): Promise<unknown> {
  const text = new TextDecoder().decode(await log.read(row.ordinal));
  return readEventDocument(new TextEncoder().encode(maskText(text).text))?.payload;
}

/** correlationIds that only events tell of. */
async function virtualEnvelopes(log: RunLog): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [number, envelope] of (log.graph?.envelopes ?? []).entries()) {
    if (envelope.record >= 0) continue;
    const target = { ordinal: (log.graph?.base ?? 0) + number };
    const chain = await log.chain(target, { descendantLimit: 0, links: false });
    if (chain?.target.kind === 'envelope') found.push(chain.target.correlationId);
  }
  return found;
}

/** Meanings A to E of the causation table (run-events 4.2). */
const MEANING: Partial<Record<CausalVia, string>> = {
  eventId: 'A',
  correlationId: 'B',
  causationHostId: 'C',
  trigger: 'D',
  otherRun: 'E',
};

async function tracedCauses(log: RunLog, rows: readonly EventRow[]): Promise<readonly TracedCause[]> {
  const traced: TracedCause[] = [];
  for (const row of rows) {
    const chain = await log.chain({ ordinal: row.ordinal }, { descendantLimit: 0, links: false });
    const cause = chain?.ancestors[0];
    if (cause === undefined) continue;
    const to =
      cause.node.kind === 'event' ? [cause.node.row.eventId, cause.node.row.sequence] : [row.causationId];
    traced.push({ event: [row.eventId, row.sequence], to, meaning: MEANING[cause.via] ?? null });
  }
  return traced;
}

/** The cause of one event: every name of either that a vector may use, and the meaning A to E. */
interface TracedCause {
  readonly event: readonly unknown[];
  readonly to: readonly unknown[];
  readonly meaning: string | null;
}

/** Expected causes name an event by eventId or sequence; each must occur (vectors FORMAT 7). */
function compareCausation(traced: readonly TracedCause[], expected: unknown): readonly Difference[] {
  const wanted: readonly { event: unknown; to: unknown; meaning: unknown }[] = Array.isArray(expected)
    ? expected
    : [];
  return wanted.flatMap((want, index) => {
    const found = traced.find((one) => one.event.includes(want.event));
    if (found?.to.includes(want.to) && found.meaning === want.meaning) return [];
    const pointer = `/causation/${index}`;
    return [{ pointer, expected: want, actual: found, message: 'This cause was not found.' }];
  });
}

/** A log of events each of which follows from the one before (vectors FORMAT 7, `generate`). O(count). */
function eventChain(count: number): string {
  const events = Array.from({ length: Math.min(count, MAX_EVENTS) }, (_, i) => ({
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

/** A vector that asks for more would not end. */
const MAX_EVENTS = 1_000_000;
