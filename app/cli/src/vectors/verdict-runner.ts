/** Vectors with `verdict`: what is said of a run, where it lands, and what led to it (vectors FORMAT 10). */
import { compareKeys, type Vector, type VectorAnswer } from '@openwop-inspector/acceptor-core';
import {
  openRunLog,
  type RunLog,
  type RunSummary,
  type SessionSummary,
  sessionSummary,
  textSource,
} from '@openwop-inspector/run-log';
import { verdictDocuments } from './verdict-documents.ts';

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
    const [row] = await log.rows([ordinal]);
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
  if (ordinal === null) return null;
  const [row] = await log.rows([ordinal]);
  return row?.eventId ?? null;
}
