/** A selection in another order: every event is there once, and what has no figure comes last. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openRunLog, type RunLog } from '../../open-run-log.ts';
import { textSource } from '../../source/byte-source.ts';
import { type ListOrder, sortedRows } from '../lanes/span-use.ts';
import { rowFigures } from './event-rows.ts';

interface Given {
  readonly run?: string;
  readonly type?: string;
  readonly at?: number | null;
  readonly payload?: object;
}

async function logOf(events: readonly Given[]): Promise<RunLog> {
  const lines = events.map(({ run = 'r', type = 'log.appended', at = 0, payload = {} }, n) =>
    JSON.stringify({
      eventId: `e${n}`,
      runId: run,
      sequence: n,
      type,
      nodeId: 'n',
      payload,
      ...(at === null ? {} : { timestamp: new Date(1_767_225_600_000 + at).toISOString() }),
    }),
  );
  const log = openRunLog(textSource('log.ndjson', lines.join('\n')));
  await log.loaded;
  return log;
}

const never = () => false;

async function sequences(events: readonly Given[], order: ListOrder): Promise<(number | null)[]> {
  const log = await logOf(events);
  const rows = await sortedRows(log, null, order, never);
  return [...(rows ?? [])].map((row) => log.index.sequenceOf(row));
}

const RUNS: readonly Given[] = [
  { run: 'a', at: 0 },
  { run: 'a', at: 50 },
  { run: 'b', at: 20 },
  { run: 'b', at: null },
];
const USES: readonly Given[] = [
  { type: 'provider.usage', payload: { inputTokens: 5, outputTokens: 5, costEstimateUsd: 0.2 } },
  { type: 'node.started', at: 10 },
  { type: 'provider.usage', payload: { inputTokens: 50, outputTokens: 1, costEstimateUsd: 0.1 } },
  { type: 'node.completed', at: 40 },
];

describe('events in another order than the one of the log', () => {
  test.each<[string, readonly Given[], ListOrder, readonly number[]]>([
    ['by time across runs', RUNS, { by: 'time', isDescending: false }, [0, 2, 1, 3]],
    ['the newest first, those without a time last', RUNS, { by: 'time', isDescending: true }, [1, 2, 0, 3]],
    ['by what an event ends', USES, { by: 'duration', isDescending: true }, [3, 0, 1, 2]],
    ['by tokens', USES, { by: 'tokens', isDescending: true }, [2, 0, 1, 3]],
    ['by cost', USES, { by: 'cost', isDescending: true }, [0, 2, 1, 3]],
  ])('%s', async (_, events, order, expected) => expect(await sequences(events, order)).toEqual(expected));

  test('a selection keeps its events, each once', async () => {
    const event = fc.record({
      at: fc.oneof(fc.constant(null), fc.nat(1000)),
      run: fc.constantFrom('a', 'b'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 20 }), fc.boolean(), async (events, isDescending) => {
        const log = await logOf(events);
        const every = Int32Array.from({ length: log.order.length }, (_, at) => log.order.ordinalAt(at));
        const selection = every.filter((_, at) => at % 2 === 0);
        const rows = await sortedRows(log, selection, { by: 'time', isDescending }, never);
        expect([...(rows ?? [])].sort((a, b) => a - b)).toEqual([...selection].sort((a, b) => a - b));
      }),
      { numRuns: 40 },
    );
  });

  test('a question that was stopped has no answer', async () => {
    const log = await logOf(USES);
    expect(await sortedRows(log, null, { by: 'cost', isDescending: true }, () => true)).toBeNull();
  });
});

test('the figures of rows are those that they are sorted by', async () => {
  const log = await logOf(USES);
  const ordinals = USES.map((_, at) => log.order.ordinalAt(at));
  expect(await rowFigures(log, ordinals)).toEqual([
    { tookMs: null, tokens: 10, costUsd: 0.2 },
    { tookMs: null, tokens: null, costUsd: null },
    { tookMs: null, tokens: 51, costUsd: 0.1 },
    { tookMs: 30, tokens: null, costUsd: null },
  ]);
});
