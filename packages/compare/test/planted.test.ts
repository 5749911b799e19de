/** One divergence is planted in a run: it is found where it was planted, and nothing but new ids and times is none. */
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyRun, compareTexts, jsonl, pick, type Step, steps } from './generated-runs.ts';

/** A run with a divergence, and where the first one is: a sequence of A or of B, or both. */
interface Planted {
  readonly run: readonly Step[];
  readonly a: number | null;
  readonly b: number | null;
}

type Plant = (run: readonly Step[], at: number) => Planted | null;

/** Places behind an insert move on, and so do the causes that name them. */
function inserted(run: readonly Step[], at: number, added: readonly Step[]): readonly Step[] {
  const moved = (cause: number): number => (cause >= at ? cause + added.length : cause);
  const all = run.map((step) => ({ ...step, cause: moved(step.cause) }));
  return [...all.slice(0, at), ...added, ...all.slice(at)];
}

const rename: Plant = (run, at) => {
  const node = run[1 + (at % (run.length - 2))]?.node ?? null;
  if (node === null) return null;
  const first = run.findIndex((step) => step.node === node);
  return {
    run: run.map((step) => (step.node === node ? { ...step, node: `${node}-renamed` } : step)),
    a: first,
    b: first,
  };
};

const insert: Plant = (run, at) => {
  const place = 1 + (at % (run.length - 1));
  const before = run[place - 1] as Step;
  // A host that names no causes names none of this either.
  const cause = run.every((step) => step.cause < 0) ? -1 : place - 1;
  const added = { type: 'log.appended', node: before.node, payload: { text: 'not there before' }, cause };
  return { run: inserted(run, place, [added]), a: null, b: place };
};

const remove: Plant = (run, at) => {
  const place = 1 + (at % (run.length - 1));
  const [gone, before, after] = [run[place], run[place - 1], run[place + 1]];
  // Of two that say the same side by side nobody can tell which one is gone.
  const isAlike = (one: Step | undefined): boolean =>
    JSON.stringify(one?.payload) === JSON.stringify(gone?.payload);
  if (gone === undefined || (gone.type === 'output.chunk' && (isAlike(before) || isAlike(after))))
    return null;
  if (gone.type === 'output.chunk') return null;
  const moved = (cause: number): number => (cause === place ? gone.cause : cause > place ? cause - 1 : cause);
  const left = run.filter((_, i) => i !== place).map((step) => ({ ...step, cause: moved(step.cause) }));
  return { run: left, a: place, b: null };
};

/** Two neighbours under one cause, or of none, that differ. */
const reorder: Plant = (run, at) => {
  for (let i = 0; i < run.length - 2; i++) {
    const place = 1 + ((at + i) % (run.length - 2));
    const [one, other] = [run[place] as Step, run[place + 1] as Step];
    if (one.cause !== other.cause) continue;
    if (JSON.stringify([one.type, one.payload]) === JSON.stringify([other.type, other.payload])) continue;
    const moved = (cause: number): number =>
      cause === place ? place + 1 : cause === place + 1 ? place : cause;
    const swapped = run.map((step) => ({ ...step, cause: moved(step.cause) }));
    [swapped[place], swapped[place + 1]] = [swapped[place + 1] as Step, swapped[place] as Step];
    return { run: swapped, a: place, b: place };
  }
  return null;
};

const changePayload: Plant = (run, at) => {
  const place = at % run.length;
  const changed = run.map((step, i) =>
    i === place ? { ...step, payload: { ...step.payload, extra: at } } : step,
  );
  return { run: changed, a: place, b: place };
};

/** A further attempt: what the node did last is done once more, behind the event that says so. */
const retry: Plant = (run, at) => {
  const ends = run.flatMap((step, i) => (step.type === 'node.completed' ? [i] : []));
  const end = ends[at % ends.length] as number;
  const node = run[end]?.node ?? null;
  const isOmitted = run.every((step) => step.cause < 0);
  const cause = (place: number): number => (isOmitted ? -1 : place);
  const added: readonly Step[] = [
    {
      type: 'envelope.retry.attempted',
      node,
      payload: { attempt: 2, reason: 'truncation' },
      cause: cause(end - 1),
    },
    { ...(run[end - 1] as Step), cause: cause(end) },
  ];
  const all = inserted(run, end, added);
  // What the node led to follows from its last attempt.
  const goesOn = all.map((step, i) => (i === end + 2 && !isOmitted ? { ...step, cause: end + 1 } : step));
  return { run: goesOn, a: null, b: end };
};

const plants: readonly (readonly [string, Plant])[] = [
  ['a node that is renamed', rename],
  ['an event that is inserted', insert],
  ['an event that is missing', remove],
  ['two siblings in another order', reorder],
  ['a payload that is changed', changePayload],
  ['a retry that is added', retry],
];

/** Number of pairs of runs in each test below. */
const PAIRS = runsOf(500);

describe('a divergence is found where it was planted', () => {
  test.each(plants)('%s', async (_, plant) => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(anyRun, async ({ seed, nodes, inner, style, at }) => {
        const run = steps(seed, nodes, inner, style);
        const planted = plant(run, at);
        if (planted === null) return;
        found++;
        const texts = [jsonl(run, seed), jsonl(planted.run, seed + 1)] as const;
        const { comparison, sequences } = await compareTexts(...texts);
        expect(comparison.isSame).toBe(false);
        const [a, b] = sequences(comparison.first?.difference);
        if (plant === rename)
          expect(comparison.first?.difference).toMatchObject({ kind: 'changed', parts: ['node'] });
        if (plant === reorder) expect([planted.a, Number(planted.a) + 1]).toContain(a);
        else if (planted.a !== null) expect(a).toBe(planted.a);
        if (plant === reorder) expect([planted.b, Number(planted.b) + 1]).toContain(b);
        else if (planted.b !== null) expect(b).toBe(planted.b);
      }),
      { numRuns: PAIRS },
    );
    expect(found).toBeGreaterThan(PAIRS / 4);
  });
});

test('runs that differ in ids, times, durations, tokens and the order of members alone are the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, fc.nat(1_000_000), async ({ seed, nodes, inner, style }, other) => {
      const run = steps(seed, nodes, inner, style);
      const { comparison } = await compareTexts(jsonl(run, seed), jsonl(run, other));
      expect(comparison.differences.list).toEqual([]);
      expect(comparison).toMatchObject({ isSame: true, first: null, counts: { pairs: run.length } });
      expect(comparison.masked.names).toBeGreaterThan(run.length);
    }),
    { numRuns: PAIRS },
  );
});

test('swapped, the same divergence is found', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ seed, nodes, inner, style, at }) => {
      const run = steps(seed, nodes, inner, style);
      const planted = insert(run, at);
      if (planted === null) return;
      const { comparison, sequences } = await compareTexts(
        jsonl(planted.run, seed),
        jsonl(run, pick(seed, 1, 9999)),
      );
      expect([comparison.first?.difference.kind, sequences(comparison.first?.difference)]).toEqual([
        'onlyA',
        [planted.b, null],
      ]);
    }),
    { numRuns: runsOf(100, 30) },
  );
});
