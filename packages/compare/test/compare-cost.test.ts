/** The cost of comparing two runs grows with them: lists without a match, and trees as deep as the log. */
import { bytesSource, openRunLog, type RunLog } from '@openwop-inspector/run-log';
import { testCost } from '@openwop-inspector/testing/cost-growth';
import {
  event,
  longChain,
  many,
  members,
  ndjson,
  utf8,
  wideTree,
} from '@openwop-inspector/testing/hostile-shapes';
import { compareRuns, DEFAULT_RULES, eventDifference, textDifference } from '../src/index.ts';

async function opened(events: readonly object[]): Promise<RunLog> {
  const log = openRunLog(bytesSource('log.ndjson', utf8(ndjson(events))));
  await log.loaded;
  return log;
}

type Logs = readonly [RunLog, RunLog];
const bothOpened = async (a: readonly object[], b: readonly object[]): Promise<Logs> => [
  await opened(a),
  await opened(b),
];
const firstRun = (log: RunLog) => ({ log, run: log.index.columns.run[0] ?? 0 });

/** Events of one cause, as many kinds as `kinds`, in an order that `step` mixes. */
const mixed = (n: number, kinds: number, step: number): readonly object[] =>
  many(n, (at) =>
    event(at, {
      nodeId: 'n',
      causationId: at === 0 ? null : 'e0',
      payload: { kind: ((at * step) ^ (at >> 3)) % kinds },
    }),
  );

/** A log, and the same with other members in its events. */
const changed = (events: readonly object[], over: (at: number) => object): Promise<Logs> =>
  bothOpened(
    events,
    events.map((one, at) => ({ ...one, ...over(at) })),
  );

testCost('comparing runs', ([a, b]: Logs) => compareRuns(firstRun(a), firstRun(b)), {
  'a chain of which every event differs': [
    4000,
    (n) => changed(longChain(n), (at) => ({ payload: { other: at } })),
  ],
  'chains without a common node': [
    4000,
    (n) => changed(longChain(n), () => ({ nodeId: 'elsewhere', type: 'a.b' })),
  ],
  'siblings in the opposite order': [
    4000,
    (n) => changed(wideTree(n), (at) => ({ sequence: at === 0 ? 0 : n - at })),
  ],
  'siblings of few kinds, mixed': [4000, (n) => bothOpened(mixed(n, 3, 7), mixed(n, 3, 11))],
});

const everyOtherLine = (n: number, step: number): string =>
  many(n, (at) => (at % 2 === 0 ? 'the same' : `${at * step} of it`)).join('\n');
testCost('comparing texts', ({ a, b }: Record<'a' | 'b', string>) => textDifference(a, b), {
  'every other line is common': [4000, (n) => ({ a: everyOtherLine(n, 3), b: everyOtherLine(n, 5) })],
});

const oneEvent = (n: number, factor: number) => [
  event(0, { payload: members(n, (at) => ({ x: [at * factor] })) }),
];
const compareEvents = ([a, b]: Logs) =>
  eventDifference({ log: a, ordinal: 0 }, { log: b, ordinal: 0 }, DEFAULT_RULES);
testCost('comparing events', compareEvents, {
  'many values': [4000, (n) => bothOpened(oneEvent(n, 1), oneEvent(n, 2))],
});
