/** Two runs, compared: lists in which nothing fits, and trees that are as deep as the log. */
import { compareRuns, DEFAULT_RULES, eventDifference, textDifference } from '@openwop-inspector/compare';
import { entry, many } from '../entry.ts';
import { event, longChain, opened, wideTree } from '../logs.ts';

/** Work that compares two logs of one run each. */
async function comparing(a: readonly object[], b: readonly object[]): Promise<() => Promise<unknown>> {
  const [one, other] = [await opened(a), await opened(b)];
  const run = (log: typeof one): number => log.index.columns.run[0] ?? 0;
  return () => compareRuns({ log: one, run: run(one) }, { log: other, run: run(other) });
}

/** Events of one cause, as many kinds as `kinds`, in an order that `step` mixes. */
const mixed = (n: number, kinds: number, step: number): readonly object[] =>
  many(n, (at) =>
    event(at, {
      nodeId: 'n',
      causationId: at === 0 ? null : 'e0',
      payload: { kind: ((at * step) ^ (at >> 3)) % kinds },
    }),
  );

/** What two logs are compared by. */
export const COMPARE_ENTRIES = [
  entry('compare: a chain of which every event differs', 4000, (n) =>
    comparing(
      longChain(n),
      longChain(n).map((one, at) => ({ ...one, payload: { other: at } })),
    ),
  ),
  entry('compare: chains that share no node', 4000, (n) =>
    comparing(
      longChain(n),
      longChain(n).map((one) => ({ ...one, nodeId: 'elsewhere', type: 'a.b' })),
    ),
  ),
  entry('compare: siblings in the opposite order', 4000, (n) =>
    comparing(
      wideTree(n),
      wideTree(n).map((one, at) => ({ ...one, sequence: at === 0 ? 0 : n - at })),
    ),
  ),
  entry('compare: siblings of few kinds, mixed', 4000, (n) => comparing(mixed(n, 3, 7), mixed(n, 3, 11))),
  entry('compare: two texts that share every other line', 4000, async (n) => {
    const text = (step: number) =>
      many(n, (at) => (at % 2 === 0 ? 'the same' : `${at * step} of it`)).join('\n');
    const [a, b] = [text(3), text(5)];
    return () => textDifference(a, b);
  }),
  entry('compare: two events of many values', 4000, async (n) => {
    const holding = (factor: number) =>
      opened([event(0, { payload: Object.fromEntries(many(n, (at) => [`k${at}`, { x: [at * factor] }])) })]);
    const [a, b] = [await holding(1), await holding(2)];
    return () => eventDifference({ log: a, ordinal: 0 }, { log: b, ordinal: 0 }, DEFAULT_RULES);
  }),
];
