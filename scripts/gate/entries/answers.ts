import {
  criticalPath,
  histogram,
  isFilterError,
  JsonTree,
  liveFacts,
  logicalEnvelopes,
  logStatistics,
  nodeLanes,
  parseFilter,
  payloadFinder,
  type RunLog,
  reasoningAt,
  runFilter,
  searchPayloads,
  sequenceGaps,
  sessionSummary,
  sortedRows,
  spanUse,
  surfaceAnswer,
  wildcard,
} from '@openwop-inspector/run-log';
import { entry, freshEntry, type GateEntry, many, utf8 } from '../entry.ts';
import {
  childRuns,
  dispatches,
  event,
  fruitlessCauses,
  holes,
  lateAnswer,
  longChain,
  modelCalls,
  opened,
  toolCalls,
  wideTree,
} from '../logs.ts';

/** A row about a log that has been read, anew each time: a log keeps its answers. */
function ofLog(
  name: string,
  n: number,
  shape: (n: number) => readonly object[],
  work: (log: RunLog) => unknown,
): GateEntry {
  return freshEntry(name, n, async (size) => {
    const log = await opened(shape(size));
    return () => work(log);
  });
}

async function filtered(log: RunLog, text: string): Promise<void> {
  const filter = parseFilter(text, log.standing());
  if (isFilterError(filter)) throw new Error(filter.message);
  await runFilter(filter, log.standing(), { isCancelled: () => false });
}

async function searched(log: RunLog, text: string): Promise<void> {
  const finder = payloadFinder(text);
  if ('column' in finder) throw new Error(finder.message);
  const nobody = { isCancelled: () => false, onBatch: () => undefined };
  await searchPayloads(log.standing(), { finder, scope: null, ...nobody });
}

const CHAIN_OPTIONS = { descendantLimit: 1_000_000, ancestorLimit: 1_000_000, links: true };

/** Answers over a log: what screens and command line ask for. */
export const ANSWER_ENTRIES: readonly GateEntry[] = [
  ofLog('summary: holes and attempts', 1500, holes, (log) => sessionSummary(log)),
  ofLog('summary: as many runs as events', 600, childRuns, (log) => sessionSummary(log)),
  ofLog('chain: as long as the log', 1500, longChain, (log) =>
    log.chain({ ordinal: log.order.length - 1 }, CHAIN_OPTIONS),
  ),
  ofLog('chain: one cause of everything', 1500, wideTree, (log) => log.chain({ ordinal: 0 }, CHAIN_OPTIONS)),
  ofLog('statistics: a chain as long as the log', 1500, longChain, (log) =>
    logStatistics(log.standing(), null, () => false),
  ),
  ofLog('statistics: one cause of everything', 1500, wideTree, (log) =>
    logStatistics(log.standing(), null, () => false),
  ),
  ofLog('inferred parents: attempts of one node', 3000, holes, (log) =>
    log.chain({ ordinal: 0 }, CHAIN_OPTIONS),
  ),
  ofLog('inferred parents: calls of tools, read in part', 3000, toolCalls, (log) =>
    log.causes({ expanded: [], withEffectsOnly: true, offset: 0, limit: 100 }),
  ),
  ofLog('inferred parents: runs that dispatch one another', 1000, dispatches, (log) => log.causePath(0)),
  ofLog('longest chain', 1500, longChain, (log) => log.longestChain()),
  ofLog('lanes: a node an event', 1500, longChain, (log) => nodeLanes(log.standing(), 1000)),
  ofLog('lanes: attempts of one node', 4000, holes, (log) => nodeLanes(log.standing(), null)),
  ofLog('lanes: child runs', 1000, childRuns, (log) => nodeLanes(log.standing(), null)),
  ofLog('critical path: a node an event', 3000, wideTree, (log) => criticalPath(log, null, 200)),
  ofLog('critical path: attempts of one node', 4000, holes, (log) => criticalPath(log, null, 200)),
  ofLog('critical path: nodes whose causes lead past every event', 12_000, fruitlessCauses, (log) =>
    criticalPath(log, null, 200),
  ),
  ofLog('surface with its answer, behind every other event', 4000, lateAnswer, (log) =>
    surfaceAnswer(log, 0),
  ),
  ofLog('use of spans: a call of a model an event', 4000, modelCalls, async (log) => {
    const uses = await spanUse(log, () => false);
    for (const { spans } of (await nodeLanes(log, null)).lanes) for (const span of spans) uses?.of(span);
  }),
  ofLog('a list by tokens: a call of a model an event', 8000, modelCalls, (log) =>
    sortedRows(log, null, { by: 'tokens', isDescending: true }, () => false),
  ),
  ofLog('histogram: every pause folded', 5000, wideTree, (log) =>
    histogram(log.standing(), { buckets: 10_000, foldIdleMs: 1, matching: null }),
  ),
  ofLog('logical envelopes: a correlation an event', 1500, longChain, (log) =>
    logicalEnvelopes(log.standing(), { offset: 0, limit: 50 }),
  ),
  ofLog('logical envelopes: rejected ones of one node', 1500, holes, (log) =>
    logicalEnvelopes(log.standing(), { offset: 0, limit: 50 }),
  ),
  ofLog('sequence gaps', 5000, holes, (log) => sequenceGaps(log.standing(), null)),
  ofLog('live facts', 6000, holes, (log) => liveFacts(log.standing())),
  ofLog('reasoning at the last event', 1500, holes, (log) =>
    reasoningAt(log.standing(), log.order.ordinalAt(log.order.length - 1)),
  ),
  ofLog('filter: a wildcard over types', 3000, longChain, (log) => filtered(log, 'type:*a*b*c*d* -node:*9*')),
  ofLog('filter: words in every event', 4000, longChain, (log) => filtered(log, 'outputs "not there"')),
  ofLog('filter: effects at any depth', 3000, longChain, (log) => filtered(log, 'under:#0 or cause:#1')),
  ofLog('filter: groups of columns, payloads and spans', 3000, longChain, (log) =>
    filtered(
      log,
      '(payload.outputs:* or -payload.nodeId:*9*) (dur:>1s or tokens:<1k or kind:a*) not is:recovered',
    ),
  ),
  ofLog('filter: a pattern that would backtrack', 3000, longChain, (log) =>
    filtered(log, '/(o+u*)+tputs!|(.*)*x!/i'),
  ),
  ofLog(
    'filter: a pattern over one long text',
    400_000,
    (n) => [event(1, { payload: { text: 'a'.repeat(n) } })],
    (log) => filtered(log, '/(a+)+!|(a|aa)+!/'),
  ),
  ofLog('payload search: a hit in every event', 3000, longChain, (log) => searched(log, 'outputs')),
  ofLog(
    'payload search: every member of one event',
    20_000,
    (n) => [event(1, { payload: Array.from({ length: n }, (_, at) => ({ a: `a${at}` })) })],
    (log) => searched(log, 'a'),
  ),
  ofLog(
    'payload search: a pattern over one long text',
    400_000,
    (n) => [event(1, { payload: { text: 'a'.repeat(n) } })],
    (log) => searched(log, '/(a+)+!|(a|aa)+/'),
  ),
  entry('filter: a wildcard over one long text', 20_000, (n) => {
    const matches = wildcard('*a*a*a*a*a*b');
    const text = 'a'.repeat(n);
    return () => matches(text);
  }),
  entry('filter: many terms', 500, async (n) => {
    const log = await opened(longChain(10));
    const text = many(n, (at) => `-type:x${at} "a\\"b" not seq:${at}`).join(' ');
    return () => parseFilter(text, log.standing());
  }),
  entry('filter: groups that never end', 50_000, async (n) => {
    const log = await opened(longChain(10));
    const text = `${'(a or not ('.repeat(n / 11)}`;
    return () => parseFilter(text, log.standing());
  }),
  entry('filter: a quote that never ends', 100_000, async (n) => {
    const log = await opened(longChain(10));
    const text = `"${'\\a'.repeat(n)}`;
    return () => parseFilter(text, log.standing());
  }),
  entry('tree of a payload: the last of many members', 5000, (n) => {
    const bytes = utf8(JSON.stringify(event(1, { payload: many(n, (at) => ({ at })) })));
    return () => new JsonTree(bytes).children('/payload', n - 50, 50, 0);
  }),
  entry('tree of a payload: search', 5000, (n) => {
    const bytes = utf8(JSON.stringify(many(n, (at) => ({ [`k${at}`]: `needl ${at}` }))));
    return () => new JsonTree(bytes).search('needle');
  }),
];
