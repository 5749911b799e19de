/** Vectors with `verdict`: what is said of a run, where it lands, and what led to it (vectors FORMAT 10). */
import { compareKeys, type Vector, type VectorAnswer } from '@openwop-inspector/acceptor-core';
import { isRecord, recordOr } from '@openwop-inspector/base';
import { isLogRule } from '@openwop-inspector/protocol';
import {
  judgedPlaces,
  openRunLog,
  type RunLog,
  type RunSummary,
  type SessionSummary,
  sessionSummary,
  taintOfLog,
  textSource,
} from '@openwop-inspector/run-log';
import { rowOf } from '../refer/find-event.ts';

const MAX_FLOWS = 1_000;

/** A vector that asks for more runs would not end. */
const MAX_RUNS = 10_000;

/** Opens the events of a vector as one log, checks it, and compares what is said of it. */
export async function runVerdict(vector: Vector): Promise<VectorAnswer> {
  const texts = verdictDocuments(vector.input);
  const log = openRunLog(texts.map((text, i) => textSource(`part-${i}`, text)));
  try {
    await log.loaded;
    const summary = await sessionSummary(log);
    await log.runChecks();
    return compareKeys({ ...(await saidOf(log, summary)) }, vector.expect);
  } finally {
    await log.close();
  }
}

/** What is said, under the keys of the vectors; events by their eventId. */
async function saidOf(log: RunLog, summary: SessionSummary): Promise<object> {
  const { verdict, runs } = summary;
  const told = runs.find(({ firstFailure }) => firstFailure?.ordinal === verdict.landOn);
  const run = told ?? runs.find(({ prevented }) => prevented !== undefined) ?? runs[0];
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
    cause: await causeView(log, verdict.cause),
    causes: verdict.causes,
    chainOfEnd: await chainOfEnd(log),
    runs: await Promise.all(runs.slice(0, 10).map((one) => runView(log, one))),
    problems: (await log.allProblems()).map(({ code }) => code),
  };
}

const sum = (counts: readonly number[]): number | null => counts.reduce((a, b) => a + b, 0) || null;

function failureView(failure: NonNullable<RunSummary['firstFailure']>): object {
  const { eventId, nodeId, code, isCoded, message, source, foundBy, endedWith } = failure;
  return { eventId, nodeId, code, isCoded, message, source, foundBy, endedWith: endedWith ?? null };
}

async function causeView(log: RunLog, cause: SessionSummary['verdict']['cause']): Promise<object | null> {
  return cause === null ? null : { eventId: await idOf(log, cause.ordinal), rule: cause.rule };
}

async function runView(log: RunLog, { runId, status, firstFailure }: RunSummary): Promise<object> {
  const chain = firstFailure === undefined ? null : await chainView(log, firstFailure.ordinal);
  return { runId, status, failure: firstFailure?.eventId ?? null, ...chain };
}

/** The chain of the last `run.failed` itself, links included, as the window draws it. */
async function chainOfEnd(log: RunLog): Promise<object | null> {
  for (let i = log.order.length - 1; i >= 0; i--) {
    const ordinal = log.order.ordinalAt(i);
    const row = await rowOf(log, ordinal);
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
  return (await rowOf(log, ordinal))?.eventId ?? null;
}

/** The texts to open as one log: the events, bare or in their document, and a snapshot beside them. */
function verdictDocuments(input: unknown): readonly string[] {
  const { events, document, snapshot, repeat } = recordOr(input);
  const filled = repeat === undefined ? listOf(events).map(filledEvent) : repeatedRuns(recordOr(repeat));
  const first = isRecord(document) ? { ...document, events: filled } : { runId: 'r1', events: filled };
  const texts = [JSON.stringify(repeat === undefined ? first : filled)];
  return snapshot === undefined ? texts : [...texts, JSON.stringify(snapshot)];
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
    const own = [...listOf(events), ...listOf(run === runs - 1 ? last : completed)];
    return own.map((event, place) => ({
      ...filledEvent(event, place),
      eventId: `${run}.${place}`,
      runId: `r${run}`,
    }));
  }).flat();
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Opens the events as a log and compares the problems that its rules find, in the order of sequences. */
export async function runLogRules(vector: Vector): Promise<VectorAnswer> {
  const { events = [], document } = isRecord(vector.input) ? vector.input : {};
  const whole = isRecord(document) ? { ...document, events } : events;
  const log = openRunLog(textSource('log.json', JSON.stringify(whole)));
  try {
    await log.loaded;
    await log.runChecks();
    const problems = await log.allProblems();
    const rules = problems
      .filter(({ code }) => isLogRule(code))
      .map(({ code, sequence, message }) => ({ code, sequence, message }))
      .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
    const taint = judgedPlaces(await taintOfLog(log, { flows: MAX_FLOWS, reached: MAX_FLOWS }));
    return compareKeys({ rules, taint, problems: problems.map(({ code }) => code) }, vector.expect);
  } finally {
    await log.close();
  }
}
