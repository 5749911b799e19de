/** Consecutive pieces of one stream stand as one row; nothing is lost by it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRunLog, type RunLog } from '../../open-run-log.ts';
import { textSource } from '../../source/byte-source.ts';
import { foldStreams, rowOfPlace, streamFold } from './stream-folds.ts';

interface Given {
  readonly type?: string;
  readonly run?: string;
  readonly node?: string;
  readonly chunk?: string;
  readonly trust?: string;
}

async function logOf(events: readonly Given[]): Promise<RunLog> {
  const next = new Map<string, number>();
  const lines = events.map(({ type = 'output.chunk', run = 'r', node = 'n', chunk = 'x', trust }, at) => {
    const sequence = next.get(run) ?? 0;
    next.set(run, sequence + 1);
    const timestamp = new Date(1_767_225_600_000 + at * 100).toISOString();
    const payload = { chunk, channel: 'text', isLast: false };
    return JSON.stringify({
      eventId: `e${at}`,
      runId: run,
      sequence,
      type,
      nodeId: node,
      timestamp,
      payload,
      ...(trust === undefined ? {} : { contentTrust: trust }),
    });
  });
  const log = openRunLog(textSource('log.ndjson', lines.join('\n')));
  await log.loaded;
  return log;
}

const CHUNK: Given = {};
const OTHER: Given = { type: 'node.started' };
const NONE: ReadonlySet<number> = new Set();

async function folded(
  events: readonly Given[],
  open: ReadonlySet<number> | 'all' = NONE,
  selection: Int32Array | null = null,
): Promise<readonly number[][]> {
  const log = await logOf(events);
  const { rows, starts } = foldStreams(log, selection, open);
  await log.close();
  const places = selection ?? Int32Array.from(events.keys());
  return [...rows].map((_, at) => [...places.slice(starts[at], starts[at + 1])]);
}

test.each<[string, readonly Given[], readonly number[][]]>([
  ['pieces side by side are one row', [OTHER, CHUNK, CHUNK, CHUNK, OTHER], [[0], [1, 2, 3], [4]]],
  ['a piece alone is a row', [CHUNK, OTHER, CHUNK], [[0], [1], [2]]],
  ['other events never fold', [OTHER, OTHER], [[0], [1]]],
  [
    'pieces of two nodes are two streams',
    [CHUNK, CHUNK, { node: 'm' }, { node: 'm' }],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ['pieces of two types are two streams', [CHUNK, CHUNK, { type: 'agent.reasoning.delta' }], [[0, 1], [2]]],
  ['where the trust changes a stream is parted', [CHUNK, CHUNK, { trust: 'untrusted' }], [[0, 1], [2]]],
])('%s', async (_, events, rows) => expect(await folded(events)).toEqual(rows));

test('a stream of which one piece is requested stays unfolded, others fold', async () => {
  const events = [CHUNK, CHUNK, OTHER, CHUNK, CHUNK];
  expect(await folded(events, new Set([1]))).toEqual([[0], [1], [2], [3, 4]]);
  expect(await folded(events, 'all')).toEqual([[0], [1], [2], [3], [4]]);
});

test('of a selection those fold that stand side by side in it, unless their node did something in between', async () => {
  const elsewhere: Given = { type: 'node.started', node: 'm' };
  expect(await folded([CHUNK, elsewhere, CHUNK, OTHER], NONE, Int32Array.of(0, 2, 3))).toEqual([[0, 2], [3]]);
  expect(await folded([CHUNK, OTHER, CHUNK, OTHER], NONE, Int32Array.of(0, 2, 3))).toEqual([[0], [2], [3]]);
});

test('every event of any log is in one row, in its order, and is found there', async () => {
  const event = fc.record({
    type: fc.constantFrom('output.chunk', 'agent.reasoning.delta', 'node.started'),
    node: fc.constantFrom('n', 'm'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 30 }), async (events) => {
      const log = await logOf(events);
      const fold = foldStreams(log, null, NONE);
      expect(fold.starts[0]).toBe(0);
      expect(fold.starts.at(-1)).toBe(events.length);
      for (let place = 0; place < events.length; place++) {
        const row = rowOfPlace(fold, place);
        expect(fold.starts[row]).toBeLessThanOrEqual(place);
        expect(fold.starts[row + 1]).toBeGreaterThan(place);
      }
      expect([...fold.rows]).toEqual(
        [...fold.starts.slice(0, -1)].map((start) => log.order.ordinalAt(start)),
      );
      await log.close();
    }),
    { numRuns: 40 },
  );
});

test('a fold says how much it holds and how its text begins', async () => {
  const log = await logOf(['One ', 'two ', 'three'].map((chunk) => ({ chunk })));
  const fold = await streamFold(log, [0, 1, 2]);
  expect(fold).toMatchObject({ pieces: 3, durationMs: 200, lastSequence: 2, text: 'One two three' });
  expect(fold.bytes).toBeGreaterThan(300);
  await log.close();
});

test('a secret that comes in pieces is masked in the joined text', async () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const pieces = [`use ${secret.slice(0, 9)}`, secret.slice(9, 22), secret.slice(22)];
  const log = await logOf(pieces.map((chunk) => ({ chunk })));
  const { text } = await streamFold(log, [0, 1, 2]);
  expect(text).not.toContain(secret.slice(4));
  expect(text).toContain('use ');
  await log.close();
});
