/** What followed from a divergence, what a host recorded of it, and what the nodes took. */
import { describe, expect, test } from 'vitest';
import { compareTexts, jsonl, type Step, steps } from './generated-runs.ts';

const run = steps(3, 3, 4, 'chain');

/** A run whose nodes each hang on the start of the run, in chains of their own. */
const branches = (changed: readonly number[] = []): readonly Step[] =>
  Array.from({ length: 13 }, (_, at) => ({
    type: at === 0 ? 'run.started' : 'log.appended',
    node: at === 0 ? null : `n${at % 3}`,
    payload: { text: changed.includes(at) ? 'changed' : `m${at}` },
    cause: at === 0 ? -1 : at <= 3 ? 0 : at - 3,
  }));

describe('the cone of consequences', () => {
  test('is what follows from the divergence, and no other branch', async () => {
    const { comparison, a } = await compareTexts(jsonl(branches(), 1), jsonl(branches([4, 7]), 2));
    const first = comparison.first;
    expect(first?.before).toBe(4);
    expect(first?.coneA).toMatchObject({ events: 2, different: 1 });
    expect(first?.coneA?.first.map((ordinal) => a.index.sequenceOf(ordinal))).toEqual([7, 10]);
    expect(first?.coneB).toMatchObject({ events: 2, different: 1 });
    expect(comparison.apart.total).toBe(0);
  });

  test('leaves out what differs without following from it, which is reported separately', async () => {
    const { comparison, sequences } = await compareTexts(jsonl(branches(), 1), jsonl(branches([4, 5, 8]), 2));
    expect(sequences(comparison.first?.difference)).toEqual([4, 4]);
    expect(comparison.apart.total).toBe(1);
    expect(sequences(comparison.apart.list[0])).toEqual([5, 5]);
  });

  test('of an event that is replaced has both sides', async () => {
    const other = run.map((step, at) => (at === 5 ? { ...step, type: 'envelope.truncated' } : step));
    const { comparison, sequences } = await compareTexts(jsonl(run, 1), jsonl(other, 2));
    expect(comparison.first?.difference.kind).toBe('replaced');
    expect(sequences(comparison.first?.difference)).toEqual([5, 5]);
    expect(comparison.first?.coneA?.events).toBe(run.length - 6);
    expect(comparison.first?.coneB?.events).toBe(run.length - 6);
  });
});

describe('a divergence that a host recorded', () => {
  const diverged = (payload: object): string =>
    `${JSON.stringify({ eventId: 'd', runId: RUN_B, sequence: 999, type: 'replay.diverged', payload })}\n`;
  const textA = jsonl(run, 1);
  const textB = jsonl(
    run.map((step, at) => (at === 6 || at === 9 ? { ...step, payload: { text: 'other' } } : step)),
    2,
  );
  const RUN_A: string = JSON.parse(textA.split('\n')[0] ?? '').runId;
  const RUN_B: string = JSON.parse(textB.split('\n')[0] ?? '').runId;
  const idOf = (sequence: number): string => JSON.parse(textA.split('\n')[sequence] ?? '').eventId;

  test.each<readonly [string, object, string]>([
    ['the first one, by sequence', { sourceRunId: RUN_A, atSequence: 6 }, 'agrees'],
    ['the first one, by id', { sourceRunId: RUN_A, atSequence: 0, originalEventId: idOf(6) }, 'agrees'],
    ['another difference', { sourceRunId: RUN_A, atSequence: 9 }, 'later'],
    ['what is the same', { sourceRunId: RUN_A, atSequence: 3 }, 'deviates'],
    ['what is not loaded', { sourceRunId: RUN_A, atSequence: 500 }, 'unknown'],
    ['another run', { sourceRunId: 'elsewhere', atSequence: 6 }, 'unknown'],
    ['nothing', {}, 'unknown'],
  ])('that names %s', async (_, payload, verdict) => {
    const { comparison } = await compareTexts(textA, textB + diverged(payload));
    expect(comparison.recorded.map((one) => [one.side, one.verdict])).toEqual([['b', verdict]]);
    // What is said of a replay is no part of it.
    expect(comparison.counts).toMatchObject({ onlyB: 0, changed: 2 });
  });

  test('of runs that are the same deviates', async () => {
    const same = diverged({ sourceRunId: RUN_A, atSequence: 6 });
    const { comparison } = await compareTexts(textA, jsonl(run, 2) + same);
    expect([comparison.isSame, comparison.recorded[0]?.verdict]).toEqual([true, 'deviates']);
  });
});

test('sums by node: events, time, tokens, cost, retries of both sides', async () => {
  const usage = (inputTokens: number, costEstimateUsd: number): Step => ({
    type: 'provider.usage',
    node: 'n0',
    payload: { provider: 'p', model: 'm', outputTokens: 0, totalTokens: inputTokens, costEstimateUsd },
    cause: 1,
  });
  const retried: Step = { type: 'envelope.retry.attempted', node: 'n0', payload: { attempt: 2 }, cause: 1 };
  const behind = (added: readonly Step[]): readonly Step[] => [...run, ...added];
  const { comparison } = await compareTexts(
    jsonl(behind([usage(100, 0.5)]), 1),
    jsonl(behind([usage(300, 0.25), retried, usage(50, 0.25)]), 2),
  );
  const [first] = comparison.figures.nodes;
  expect(comparison.figures.nodes.map(({ node }) => node)).toEqual(['n0', 'n1', 'n2']);
  expect(first?.a).toMatchObject({ events: 7, retries: 0, costUsd: 0.5 });
  expect(first?.b).toMatchObject({ events: 9, retries: 1, costUsd: 0.5 });
  expect((first?.b?.tokens ?? 0) > (first?.a?.tokens ?? 0)).toBe(true);
  expect(comparison.figures.all.b?.events).toBe(run.length + 3);
});
