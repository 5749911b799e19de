/** Vectors with `reader`, `log` and `verdict`: what the engine says of bytes and of events (vectors FORMAT 7 and 10). */

import {
  compareKeys,
  type Vector,
  type VectorAnswer,
  type VectorRunners,
} from '@openwop-inspector/acceptor-core';
import { isRecord, listOr, maskText, recordOr } from '@openwop-inspector/base';
import { isLogRule } from '@openwop-inspector/protocol';
import {
  type ByteSource,
  bytesSource,
  type CausalVia,
  type EventRow,
  failureOf,
  judgedPlaces,
  normalSnapshot,
  openRunLog,
  type RunLog,
  type RunSummary,
  readEventDocument,
  rowAt,
  type SessionSummary,
  sessionSummary,
  taintOfLog,
  textSource,
} from '@openwop-inspector/run-log';

/** Runners of the three forms. */
export const logRunners = {
  reader: runReader,
  log: runLogRules,
  verdict: runVerdict,
} satisfies VectorRunners;

/** Most rows compared one by one; vectors with more expect totals only. */
const MAX_ROWS = 1000;
const MAX_FLOWS = 1_000;
/** A vector that asks for more events or runs would not end. */
const MAX_EVENTS = 1_000_000;
const MAX_RUNS = 10_000;

/** Opens sources as one log, and closes it behind the answer. */
async function answerOf(sources: readonly ByteSource[], answer: (log: RunLog) => Promise<VectorAnswer>) {
  const log = openRunLog(sources);
  try {
    await log.loaded;
    return await answer(log);
  } finally {
    await log.close();
  }
}

/** Opens the parts of a vector as one source, checks it, and compares what the engine says. */
function runReader({ input, expect }: Vector): Promise<VectorAnswer> {
  const { parts } = recordOr(input);
  const sources = (Array.isArray(parts) ? parts : [recordOr(input)]).map(sourceOf);
  return answerOf(sources, async (log) => {
    await log.runChecks();
    const { causation, ...rest } = recordOr(expect);
    const { order } = log;
    const rows = await (order.length > MAX_ROWS
      ? []
      : log.rows(Array.from({ length: order.length }, (_, i) => order.ordinalAt(i))));
    const answer = compareKeys({ ...(await readingOf(log, rows)) }, rest);
    if (causation === undefined) return answer;
    const traced = await tracedCauses(log, rows);
    const differences = [...answer.differences, ...compareCausation(traced, listOr(causation))];
    return { actual: { ...recordOr(answer.actual), causation: traced }, differences };
  });
}

function sourceOf(part: unknown, at: number): ByteSource {
  const name = `part-${at}`;
  const { base64, generate, bytes } = recordOr(part);
  if (typeof base64 === 'string') return bytesSource(name, Buffer.from(base64, 'base64'));
  if (!isRecord(generate)) return textSource(name, typeof bytes === 'string' ? bytes : '');
  return textSource(name, eventChain(typeof generate.count === 'number' ? generate.count : 0));
}

/** What the engine says, under the keys of the vectors. */
async function readingOf(log: RunLog, rows: readonly EventRow[]): Promise<object> {
  const problems = await log.allProblems();
  const payloads = await Promise.all(
    rows.map(async (row) => {
      // The payload as screens get it: `absent` looks at what would be displayed.
      const text = new TextDecoder().decode(await log.read(row.ordinal));
      return readEventDocument(new TextEncoder().encode(maskText(text).text))?.payload;
    }),
  );
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
function compareCausation(traced: readonly TracedCause[], expected: readonly unknown[]) {
  return expected.flatMap((want, index) => {
    const { event, to, meaning } = recordOr(want);
    const found = traced.find((one) => one.event.includes(event));
    if (found?.to.includes(to) && found.meaning === meaning) return [];
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

/** Opens the events of a vector as one log, checks it, and compares what is said of it. */
function runVerdict({ input, expect }: Vector): Promise<VectorAnswer> {
  const { events, document, snapshot, repeat } = recordOr(input);
  const filled = repeat === undefined ? listOr(events).map(filledEvent) : repeatedRuns(recordOr(repeat));
  const first = isRecord(document) ? { ...document, events: filled } : { runId: 'r1', events: filled };
  const texts = [JSON.stringify(repeat === undefined ? first : filled)];
  const sources = (snapshot === undefined ? texts : [...texts, JSON.stringify(snapshot)]).map((text, i) =>
    textSource(`part-${i}`, text),
  );
  return answerOf(sources, async (log) => {
    const summary = await sessionSummary(log);
    await log.runChecks();
    return compareKeys({ ...(await saidOf(log, summary)) }, expect);
  });
}

/** What is said, under the keys of the vectors; events by their eventId. */
async function saidOf(log: RunLog, summary: SessionSummary): Promise<object> {
  const { verdict, runs } = summary;
  const reported = runs.find(({ firstFailure }) => firstFailure?.ordinal === verdict.landOn);
  const run = reported ?? runs.find(({ prevented }) => prevented !== undefined) ?? runs[0];
  const failure = run?.firstFailure ?? null;
  return {
    title: verdict.title,
    tone: verdict.tone,
    sentence: verdict.sentence.map(({ text }) => text).join(''),
    landOn: await idOf(log, verdict.landOn),
    failure: failure === null ? null : failureView(failure),
    recovered: sum(runs.map(({ recovered }) => recovered ?? 0)),
    prevented: (run?.prevented ?? []).map(({ kind, count }) => ({ kind, count })),
    chainStartsAt: await idOf(log, verdict.chainStart?.ordinal ?? null),
    cause: await (verdict.cause === null
      ? null
      : { eventId: await idOf(log, verdict.cause.ordinal), rule: verdict.cause.rule }),
    causes: verdict.causes,
    chainOfEnd: await chainOfEnd(log),
    runs: await Promise.all(
      runs.slice(0, 10).map(async (one) => {
        const { firstFailure } = one;
        const chain = firstFailure === undefined ? null : await chainView(log, firstFailure.ordinal);
        return { runId: one.runId, status: one.status, failure: firstFailure?.eventId ?? null, ...chain };
      }),
    ),
    problems: (await log.allProblems()).map(({ code }) => code),
  };
}

const sum = (counts: readonly number[]): number | null => counts.reduce((a, b) => a + b, 0) || null;

function failureView(failure: NonNullable<RunSummary['firstFailure']>): object {
  const { eventId, nodeId, code, isCoded, message, source, foundBy, endedWith } = failure;
  return { eventId, nodeId, code, isCoded, message, source, foundBy, endedWith: endedWith ?? null };
}

/** The chain of the last `run.failed` itself, links included, as the window draws it. */
async function chainOfEnd(log: RunLog): Promise<object | null> {
  for (let i = log.order.length - 1; i >= 0; i--) {
    const ordinal = log.order.ordinalAt(i);
    const row = await rowAt(log, ordinal);
    if (row?.type === 'run.failed') return chainView(log, ordinal);
  }
  return null;
}

async function chainView(log: RunLog, ordinal: number): Promise<object | null> {
  const chain = await log.chain({ ordinal }, { descendantLimit: 0, links: true });
  if (chain === null) return null;
  const { chainStart, cause } = chain;
  const eventIn = (node: typeof chainStart): string | null =>
    node?.kind === 'event' ? node.row.eventId : null;
  return {
    chainStartsAt: eventIn(chainStart),
    cause: cause === null ? null : { eventId: eventIn(cause.node), rule: cause.rule },
  };
}

async function idOf(log: RunLog, ordinal: number | null): Promise<string | null> {
  return (await rowAt(log, ordinal))?.eventId ?? null;
}

/** `eventId` is `e<place>`, `runId` r1, `sequence` the place, `timestamp` a second after the one before. */
function filledEvent(event: unknown, place: number): object {
  const timestamp = new Date(Date.UTC(2026, 4, 18, 10) + place * 1000).toISOString();
  return { eventId: `e${place}`, runId: 'r1', sequence: place, timestamp, payload: null, ...recordOr(event) };
}

/** Runs `r<n>` of the same events, each ended by `completed` and the last one by `last`; ids are `<n>.<place>`. */
function repeatedRuns({ times, events, completed, last }: Readonly<Record<string, unknown>>): object[] {
  const runs = Math.min(typeof times === 'number' ? times : 0, MAX_RUNS);
  return Array.from({ length: runs }, (_, run) => {
    const own = [...listOr(events), ...listOr(run === runs - 1 ? last : completed)];
    return own.map((event, place) => ({
      ...filledEvent(event, place),
      eventId: `${run}.${place}`,
      runId: `r${run}`,
    }));
  }).flat();
}

/** Opens the events as a log and compares the problems that its rules find, in the order of sequences. */
function runLogRules({ input, expect }: Vector): Promise<VectorAnswer> {
  const { events = [], document } = recordOr(input);
  const whole = isRecord(document) ? { ...document, events } : events;
  return answerOf([textSource('log.json', JSON.stringify(whole))], async (log) => {
    await log.runChecks();
    const problems = await log.allProblems();
    const rules = problems
      .filter(({ code }) => isLogRule(code))
      .map(({ code, sequence, message }) => ({ code, sequence, message }))
      .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
    const taint = judgedPlaces(await taintOfLog(log, { flows: MAX_FLOWS, reached: MAX_FLOWS }));
    return compareKeys({ rules, taint, problems: problems.map(({ code }) => code) }, expect);
  });
}
