/** Logs that nobody would write on purpose, and some that somebody would. */
import { describe, expect, test } from 'vitest';
import { commonOrder } from '../src/align/align-runs.ts';
import { compareRuns } from '../src/index.ts';
import { compareTexts, firstRun, jsonl, opened, pick, steps } from './generated-runs.ts';

const event = (sequence: number, fields: object = {}): string =>
  JSON.stringify({
    eventId: `e${sequence}`,
    runId: 'r1',
    sequence,
    type: 'log.appended',
    nodeId: 'n',
    payload: { text: `m${sequence}` },
    ...fields,
  });

const log = (count: number, fields: (at: number) => object = () => ({})): string =>
  Array.from({ length: count }, (_, at) => event(at, fields(at))).join('\n');

const run = steps(5, 4, 6, 'node');

describe('logs out of the ordinary', () => {
  test('an event alone is the same as itself, and differs from another', async () => {
    expect((await compareTexts(log(1), log(1))).comparison).toMatchObject({ isSame: true, first: null });
    const { comparison, sequences } = await compareTexts(log(1), event(0, { payload: { text: 'other' } }));
    expect(comparison.first?.difference).toMatchObject({ kind: 'changed', parts: ['content'] });
    expect(sequences(comparison.first?.difference)).toEqual([0, 0]);
  });

  test('of an empty log everything is on the other side alone, which is said', async () => {
    const { comparison, sequences } = await compareTexts('[]', log(3));
    expect(comparison.counts).toMatchObject({ pairs: 0, onlyA: 0, onlyB: 3 });
    expect(sequences(comparison.first?.difference)).toEqual([null, 0]);
    expect(comparison.notes).toContainEqual(expect.objectContaining({ code: 'empty', side: 'a' }));
    expect((await compareTexts('[]', '[]')).comparison.isSame).toBe(true);
  });

  test('no event names a cause: order decides, and it is said that nothing else does', async () => {
    const bare = steps(5, 4, 6, 'none');
    const { comparison, sequences } = await compareTexts(jsonl(bare, 1), jsonl(bare.toSpliced(4, 1), 2));
    expect(sequences(comparison.first?.difference)).toEqual([4, null]);
    expect(comparison.first).toMatchObject({ coneA: null, coneB: null });
    expect(comparison.notes.filter(({ code }) => code === 'no-causes').map(({ side }) => side)).toEqual([
      'a',
      'b',
    ]);
  });

  test('ids that are there twice are dropped as the log drops them', async () => {
    const twice = `${log(5)}\n${event(2)}\n${event(2, { payload: { text: 'another' } })}`;
    expect((await compareTexts(log(5), twice)).comparison.isSame).toBe(true);
  });

  test('of runs that alternate in a file one is compared', async () => {
    const [one, other] = [jsonl(run, 1), jsonl(steps(8, 3, 3, 'chain'), 2)].map((text) =>
      text.trimEnd().split('\n'),
    );
    const mixed = (one ?? []).flatMap((line, i) => [line, other?.[i] ?? '']).join('\n');
    expect((await compareTexts(mixed, jsonl(run, 3))).comparison).toMatchObject({
      isSame: true,
      events: { a: run.length, b: run.length },
    });
  });

  test('lines in disorder are taken by sequence', async () => {
    const lines = jsonl(run, 1).trimEnd().split('\n');
    const shuffled = lines.toSorted((a, b) => pick(7, a.length, 97) - pick(7, b.length, 97)).toReversed();
    expect((await compareTexts(jsonl(run, 4), shuffled.join('\n'))).comparison.isSame).toBe(true);
  });

  test('a fork whose copied events name causes of the run that it copies (run-events 4.2, case E)', async () => {
    const source = jsonl(run, 1);
    const ids = source.match(/(?<="eventId":")[^"]+/g) ?? [];
    const own = jsonl(run, 2).match(/(?<="eventId":")[^"]+/g) ?? [];
    const fork = own.reduce(
      (text, id, at) => text.replaceAll(`"causationId":"${id}"`, `"causationId":"${ids[at]}"`),
      jsonl(run, 2),
    );
    expect((await compareTexts(source, fork)).comparison).toMatchObject({
      isSame: true,
      counts: { pairs: run.length },
    });
  });

  test('causes that one host records and the other does not are no difference', async () => {
    const bare = jsonl(run, 2).replaceAll(/,"causationId":"[^"]+"/g, '');
    const { comparison } = await compareTexts(jsonl(run, 1), bare);
    expect(comparison).toMatchObject({ isSame: true, counts: { pairs: run.length } });
    expect(comparison.notes).toMatchObject([{ code: 'no-causes', side: 'b' }]);
  });

  test('a cause that is another one is a difference, and so is one that is gone', async () => {
    const chain = (cause: (at: number) => object) =>
      log(6, (at) => ({ ...(at === 0 ? {} : { causationId: `e${at - 1}` }), ...cause(at) }));
    for (const other of [{ causationId: 'e1' }, { causationId: null }]) {
      const { comparison, sequences } = await compareTexts(
        chain(() => ({})),
        chain((at) => (at === 4 ? other : {})),
      );
      expect(comparison.first?.difference).toMatchObject({ kind: 'changed', parts: ['cause'] });
      expect(sequences(comparison.first?.difference)).toEqual([4, 4]);
    }
  });

  test('an effect that comes before its cause in one run is moved', async () => {
    const of = (first: number, second: number) =>
      [event(0), event(first, { eventId: 'x' }), event(second, { eventId: 'y', causationId: 'x' })].join(
        '\n',
      );
    const { comparison } = await compareTexts(
      of(1, 2).replaceAll(/"m\d"/g, '"m"'),
      of(2, 1).replaceAll(/"m\d"/g, '"m"'),
    );
    expect(comparison.first?.difference).toMatchObject({ kind: 'moved', parts: ['order'] });
  });

  test.each([
    ['that cause themselves', (at: number) => ({ causationId: `e${at}` })],
    ['in a circle of causes', (at: number) => ({ causationId: `e${(at + 1) % 50}` })],
    ['caused by what is not there', () => ({ causationId: 'gone' })],
  ])('events %s', async (_, fields) => {
    expect((await compareTexts(log(50, fields), log(50, fields))).comparison.isSame).toBe(true);
    const changed = log(50, (at) => ({ ...fields(at), ...(at === 30 ? { payload: 1 } : {}) }));
    const { comparison, sequences } = await compareTexts(log(50, fields), changed);
    expect(sequences(comparison.first?.difference)).toEqual([30, 30]);
    expect(comparison.counts.changed).toBe(1);
  });

  test('names of prototypes are names', async () => {
    const named = event(0, { payload: { constructor: 1, toString: 2 } }).replace('toString', '__proto__');
    const { comparison } = await compareTexts(named, named.replace('__proto__":2', '__proto__":3'));
    expect(comparison.counts.changed).toBe(1);
    expect((await compareTexts(named, named)).comparison.isSame).toBe(true);
  });

  test('payloads that nest without end are compared as far as they can be', async () => {
    const deep = event(0, { payload: 'X' }).replace('"X"', '['.repeat(20_000) + ']'.repeat(20_000));
    const { comparison } = await compareTexts(deep, deep);
    expect(comparison).toMatchObject({ isSame: false, counts: { pairs: 1, same: 1 } });
    expect(comparison.notes).toContainEqual(expect.objectContaining({ code: 'not-read', side: 'a' }));
  });

  test('runs that share no node are compared, and it is said', async () => {
    const { comparison } = await compareTexts(
      log(5),
      log(5, () => ({ nodeId: 'x', type: 'a.b' })),
    );
    expect(comparison.counts).toMatchObject({ pairs: 0, onlyA: 5, onlyB: 5 });
    expect(comparison.notes).toContainEqual(expect.objectContaining({ code: 'no-common-node' }));
  });
});

describe('many siblings', () => {
  const MANY = 20_000;
  const siblings = (text: (at: number) => string): string =>
    log(MANY, (at) => ({ ...(at === 0 ? {} : { causationId: 'e0' }), payload: { text: text(at) } }));

  test('a sibling among 20,000 that is gone is found', async () => {
    const gone = siblings(String)
      .split('\n')
      .filter((_, at) => at !== 12_345);
    const { comparison, sequences } = await compareTexts(siblings(String), gone.join('\n'));
    expect(sequences(comparison.first?.difference)).toEqual([12_345, null]);
    expect(comparison.counts).toMatchObject({ pairs: MANY - 1, same: MANY - 1, onlyA: 1 });
  });

  test('20,000 of two kinds in another order are paired, all of them', async () => {
    const of = (seed: number) => siblings((at) => `kind ${pick(seed, at, 2)}`);
    const { comparison } = await compareTexts(of(1), of(2));
    expect(comparison.counts.pairs).toBe(MANY);
  });

  test('differences are counted, whatever is listed', async () => {
    const { comparison } = await compareTexts(
      siblings(String),
      siblings((at) => `other ${at}`),
      { limit: 10 },
    );
    expect(comparison.differences.list).toHaveLength(10);
    expect(comparison.differences.total).toBe(MANY);
  });
});

test('it stops when it is aborted', async () => {
  const [a, b] = [await opened(jsonl(run, 1)), await opened(jsonl(run, 2))];
  const sides = [
    { log: a, run: firstRun(a) },
    { log: b, run: firstRun(b) },
  ] as const;
  const phases: string[] = [];
  await compareRuns(...sides, {
    onProgress: ({ phase }) => {
      phases.push(phase);
      return false;
    },
  });
  expect(await compareRuns(...sides, { onProgress: ({ phase }) => phase === 'aligning' })).toBeNull();
  expect(phases).toContain('aligning');
});

describe('the order that two lists have in common', () => {
  const pairsOf = (a: readonly number[], b: readonly number[]) => {
    const pairs: [number, number][] = [];
    commonOrder(Int32Array.from(a), Int32Array.from(b), (x, y) => pairs.push([x, y]));
    return pairs;
  };
  /** Longest common subsequence, the plain way. */
  const longest = (a: readonly number[], b: readonly number[]): number => {
    const best: number[] = Array.from({ length: b.length + 1 }, () => 0);
    for (const item of a) {
      let diagonal = 0;
      b.forEach((other, j) => {
        const above = best[j + 1] ?? 0;
        best[j + 1] = item === other ? diagonal + 1 : Math.max(best[j] ?? 0, above);
        diagonal = above;
      });
    }
    return best[b.length] ?? 0;
  };
  const lists = Array.from({ length: 300 }, (_, seed) =>
    [0, 1].map((side) =>
      Array.from({ length: pick(seed, side, 30) }, (__, at) => pick(seed * 2 + side, at + 9, 1 + (seed % 6))),
    ),
  );

  test('is as long as can be where little differs, and rises in both', () => {
    for (const [a = [], b = []] of lists) {
      const pairs = pairsOf(a, b);
      expect(pairs).toHaveLength(longest(a, b));
      pairs.forEach(([x, y], i) => {
        expect(a[x]).toBe(b[y]);
        if (i > 0) expect(x > (pairs[i - 1]?.[0] ?? 0) && y > (pairs[i - 1]?.[1] ?? 0)).toBe(true);
      });
    }
  });

  test('is found between anchors where much differs', () => {
    const a = Array.from({ length: 2000 }, (_, i) => i);
    const b = a.map((i) => (i % 3 === 0 ? -i - 1 : i));
    expect(pairsOf(a, b)).toHaveLength(a.filter((i) => i % 3 !== 0).length);
  });

  test('is some of it where nothing is there once, and ends', () => {
    const of = (seed: number) => Array.from({ length: 20_000 }, (_, i) => pick(seed, i, 3));
    expect(pairsOf(of(1), of(2)).length).toBeGreaterThan(1000);
  });
});
