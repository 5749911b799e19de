/** The cost of an answer over a log grows with the log, whatever its shape. */
import { testCost } from '@openwop-inspector/testing/cost-growth';
import {
  childRuns,
  event,
  holes,
  longChain,
  many,
  members,
  ndjson,
  nested,
  times,
  utf8,
  wideTree,
} from '@openwop-inspector/testing/hostile-shapes';
import { afterAll } from 'vitest';
import {
  bytesSource,
  criticalPath,
  histogram,
  isFilterError,
  JsonTree,
  liveFacts,
  logicalEnvelopes,
  logStatistics,
  nodeLanes,
  openRunLog,
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
} from '../src/index.ts';

type LogShape = (n: number) => readonly object[];
type Ask = (log: RunLog) => unknown;

const CHAIN_OPTIONS = { descendantLimit: 1_000_000, ancestorLimit: 1_000_000, links: true };
const FIRST_PAGE = { offset: 0, limit: 50 };
const notCancelled = () => false;

/** `n` events: half a chain of causes without nodes, then nodes that each start and end with the end of it as cause. */
const fruitlessCauses: LogShape = (n) =>
  many(n, (at) => {
    const half = n >> 1;
    if (at < half) return event(at, { type: 'log.appended', nodeId: null, causationId: `e${at - 1}` });
    const type = at % 2 === 0 ? 'node.started' : 'node.completed';
    return event(at, { type, nodeId: `n${at >> 1}`, causationId: `e${half - 1}` });
  });

/** `n` events: one node that starts and completes around every call of a model. */
const modelCalls: LogShape = (n) =>
  many(n, (at) => {
    const type = ['node.started', 'provider.usage', 'node.completed'][at % 3];
    return event(at, { nodeId: 'n', type, payload: { provider: 'p', model: 'm', inputTokens: at } });
  });

/** `n` events: a surface that asks at once, surfaces that replace it, and the answer at the end. */
const lateAnswer: LogShape = (n) =>
  many(n, (at) => {
    if (at === 1)
      return event(at, { type: 'interrupt.requested', nodeId: 'n', payload: { kind: 'approval' } });
    const surface = { catalogVersion: '0.9.1', surface: {} };
    if (at < n - 1) return event(at, { type: 'ui.a2ui-surface', nodeId: 'n', payload: surface });
    const resumeValue = members(n, (field) => [field]);
    return event(at, { type: 'interrupt.resolved', nodeId: 'n', payload: { resumeValue } });
  });

/** `n` calls and returns of tools without a causation id. */
const toolCalls: LogShape = (n) =>
  many(n, (at) => {
    const type = at % 2 === 0 ? 'agent.toolCalled' : 'agent.toolReturned';
    return event(at, { nodeId: 'n', type, payload: { callId: `c${at >> 1}`, toolName: 't' } });
  });

/** `n` runs of two events, each of which dispatches the next, and the last the first. */
const dispatches: LogShape = (n) =>
  many(2 * n, (at) => {
    const run = at >> 1;
    const ids = { runId: `r${run}`, eventId: `e${at}` };
    if (at % 2 === 0) return event(0, { ...ids, type: 'run.started', payload: {} });
    return event(1, { ...ids, type: 'node.dispatched', payload: { childRunId: `r${(run + 1) % n}` } });
  });

const oneLongText: LogShape = (n) => [event(1, { payload: { text: 'a'.repeat(n) } })];
const manyMembers: LogShape = (n) => [event(1, { payload: many(n, (at) => ({ a: `a${at}` })) })];

async function opened(events: readonly object[]): Promise<RunLog> {
  const log = openRunLog(bytesSource('log.ndjson', utf8(ndjson(events))));
  await log.loaded;
  return log;
}

async function filtered(log: RunLog, text: string): Promise<void> {
  const filter = await parseFilter(text, log.standing());
  if (isFilterError(filter)) throw new Error(filter.message);
  await runFilter(filter, log.standing(), { isCancelled: notCancelled });
}

async function searched(log: RunLog, text: string): Promise<void> {
  const finder = await payloadFinder(text);
  if ('column' in finder) throw new Error(finder.message);
  const options = { finder, scope: null, isCancelled: notCancelled, onBatch: () => undefined };
  await searchPayloads(log.standing(), options);
}

/**
 * Opened logs. An answer is measured in logs that have not computed it yet, since they cache answers; answers of one
 * shape share them, since opening costs more.
 */
const logs = new Map<string, Promise<RunLog>>();
afterAll(async () => {
  for (const log of logs.values()) await (await log).close();
});

function testAnswers(shape: LogShape, n: number, answers: Readonly<Record<string, Ask>>): void {
  for (const [name, ask] of Object.entries(answers)) {
    const uses = new Map<number, number>();
    const unaskedLog = (size: number): Promise<RunLog> => {
      const use = (uses.get(size) ?? 0) + 1;
      uses.set(size, use);
      const key = `${shape.name} ${size} ${use}`;
      const log = logs.get(key) ?? opened(shape(size));
      logs.set(key, log);
      return log;
    };
    testCost(name, ask, { [shape.name]: [n, unaskedLog] }, { isFresh: true });
  }
}

const filter =
  (text: string): Ask =>
  (log) =>
    filtered(log, text);
const search =
  (text: string): Ask =>
  (log) =>
    searched(log, text);
const summary: Ask = (log) => sessionSummary(log);
const lanes: Ask = (log) => nodeLanes(log.standing(), null);
const path: Ask = (log) => criticalPath(log, null, 200);
const statistics: Ask = (log) => logStatistics(log.standing(), null, notCancelled);
const envelopes: Ask = (log) => logicalEnvelopes(log.standing(), FIRST_PAGE);
const chain: Ask = (log) => log.chain({ ordinal: 0 }, CHAIN_OPTIONS);

testAnswers(longChain, 4000, {
  'chain that is the whole log': (log) => log.chain({ ordinal: log.order.length - 1 }, CHAIN_OPTIONS),
  statistics,
  'longest chain': (log) => log.longestChain(),
  lanes: (log) => nodeLanes(log.standing(), 1000),
  'logical envelopes': envelopes,
  'filter by wildcards': filter('type:*a*b*c*d* -node:*9*'),
  'filter by words': filter('outputs "not there"'),
  'filter by effects at any depth': filter('under:#0 or cause:#1'),
  'filter by groups of columns, payloads and spans': filter(
    '(payload.outputs:* or -payload.nodeId:*9*) (dur:>1s or tokens:<1k or kind:a*) not is:recovered',
  ),
  'filter by a pattern that would backtrack': filter('/(o+u*)+tputs!|(.*)*x!/i'),
  'search with a hit in every event': search('outputs'),
});
testAnswers(wideTree, 5000, {
  chain,
  statistics,
  'critical path': path,
  'histogram with every pause folded': (log) =>
    histogram(log.standing(), { buckets: 10_000, foldIdleMs: 1, matching: null }),
});
testAnswers(holes, 6000, {
  summary,
  'chain by inferred parents': chain,
  lanes,
  'critical path': path,
  'logical envelopes': envelopes,
  'sequence gaps': (log) => sequenceGaps(log.standing(), null),
  'live facts': (log) => liveFacts(log.standing()),
  'reasoning at the last event': (log) =>
    reasoningAt(log.standing(), log.order.ordinalAt(log.order.length - 1)),
});
testAnswers(childRuns, 1000, { summary, lanes });
testAnswers(fruitlessCauses, 12_000, { 'critical path': path });
testAnswers(lateAnswer, 4000, { 'surface with its answer': (log) => surfaceAnswer(log, 0) });
testAnswers(modelCalls, 8000, {
  'use of spans': async (log) => {
    const uses = await spanUse(log, notCancelled);
    for (const { spans } of (await nodeLanes(log, null)).lanes) for (const span of spans) uses?.of(span);
  },
  'rows sorted by tokens': (log) => sortedRows(log, null, { by: 'tokens', isDescending: true }, notCancelled),
});
testAnswers(toolCalls, 3000, {
  'inferred parents on the first page': (log) =>
    log.causes({ expanded: [], withEffectsOnly: true, offset: 0, limit: 100 }),
});
testAnswers(dispatches, 1000, { 'inferred parents of runs': (log) => log.causePath(0) });
testAnswers(oneLongText, 400_000, {
  'filter by a pattern': filter('/(a+)+!|(a|aa)+!/'),
  'search by a pattern': search('/(a+)+!|(a|aa)+/'),
});
testAnswers(manyMembers, 20_000, { 'search in every member': search('a') });

const smallLog = await opened(longChain(10));
testCost('parsing a filter', (text: string) => parseFilter(text, smallLog.standing()), {
  'many terms': [500, (n) => many(n, (at) => `-type:x${at} "a\\"b" not seq:${at}`).join(' ')],
  'groups that never end': times(5000, '(a or not ('),
  'a quote that never ends': nested(100_000, '\\a', '', '"'),
});
testCost('matching a wildcard', wildcard('*a*a*a*a*a*b'), { 'one long text': times(20_000, 'a') });
const payloadOf = (n: number) => ({ bytes: utf8(JSON.stringify(event(1, { payload: many(n, String) }))), n });
const lastMembers = ({ bytes, n }: ReturnType<typeof payloadOf>) =>
  new JsonTree(bytes).children('/payload', n - 50, 50, 0);
testCost('the last members of a payload', lastMembers, { 'a long list': [5000, payloadOf] });
const searchTree = (bytes: Uint8Array) => new JsonTree(bytes).search('needle');
testCost('a search in a payload', searchTree, {
  'many texts that begin like it': [5000, (n) => utf8(JSON.stringify(members(n, (at) => `needl ${at}`)))],
});
