import { readdirSync } from 'node:fs';
import { addDecimals, isRecord } from '@openwop-inspector/base';
import { sample } from '@openwop-inspector/testing/files';
import { filterLog } from '@openwop-inspector/testing/filters';
import { describe, expect, test } from 'vitest';
import { parentOf } from '../src/graph/child-index.ts';
import {
  isFilterError,
  logStatistics,
  type NamedFigures,
  parseFilter,
  type RunLog,
  runFilter,
} from '../src/index.ts';
import { openPath, openString } from './opened-logs.ts';
import { type PlainEvent, plainLog, tokens, tookMs } from './plain-filter.ts';

const go = (): boolean => false;

/** The sums of some events by a name, event after event. */
async function plainSums(log: RunLog, nameOf: (event: PlainEvent) => string, spans: RegExp) {
  const plain = await plainLog(log);
  const sums = new Map<string, Record<string, number>>();
  for (const event of plain.events) {
    const name = nameOf(event);
    const payload = isRecord(event.payload) ? event.payload : {};
    const isUse = event.type === 'provider.usage';
    const took = spans.test(event.type) ? tookMs(plain, event) : Number.NaN;
    const sum = sums.get(name) ?? { events: 0, bytes: 0, failures: 0, durationMs: 0, tokens: 0, costUsd: 0 };
    sum.events = (sum.events ?? 0) + 1;
    sum.bytes = (sum.bytes ?? 0) + event.bytes;
    sum.failures = (sum.failures ?? 0) + (FAILED.test(event.type) ? 1 : 0);
    sum.durationMs = (sum.durationMs ?? 0) + (took >= 0 ? took : 0);
    sum.tokens = (sum.tokens ?? 0) + (isUse ? tokens(payload) : 0);
    const cost = isUse && typeof payload.costEstimateUsd === 'number' ? payload.costEstimateUsd : 0;
    sum.costUsd = addDecimals(sum.costUsd ?? 0, cost);
    sums.set(name, sum);
  }
  return sums;
}

const byName = (figures: readonly NamedFigures[]) =>
  new Map(figures.map(({ name, ...sums }) => [String(name), sums]));

const FAILED = /^((node|run)\.failed|envelope\.retry\.exhausted|connector\.auth_expired|cap\.breached)$/;
// Of messages, type and interaction are not in the bytes.
const FILES = readdirSync(sample('')).filter((name) => !/^agh-|index\.json$|README/.test(name));
const ENDS = /^(node\.(completed|failed|cancelled)|run\.(completed|failed|cancelled)|agent\.toolReturned)$/;

describe('the sums are those of a plain reading', () => {
  test.each(['the log of the filters', ...FILES])('%s', async (file) => {
    const log = await (FILES.includes(file) ? openPath(sample(file)) : openString(filterLog()));
    const { types, nodes, all } = (await logStatistics(log, null, go)) ?? {};
    expect(byName(types ?? [])).toEqual(await plainSums(log, ({ type }) => type, ENDS));
    const ofNodes = await plainSums(log, ({ node }) => node, /^node\.(completed|failed|cancelled)$/);
    ofNodes.delete('');
    expect(byName(nodes ?? [])).toEqual(ofNodes);
    expect(all?.events).toBe(log.order.length);
  });
});

test('the sums of what a filter selects, the most frequent first', async () => {
  const log = await openString(filterLog());
  const filter = await parseFilter('type:node.* run:r1', log);
  if (isFilterError(filter)) throw new Error(filter.message);
  const statistics = await logStatistics(log, await runFilter(filter, log, { isCancelled: go }), go);
  expect(statistics?.all).toMatchObject({ events: 5, failures: 1, durationMs: 121_500 });
  expect(statistics?.types.map(({ name, events }) => [name, events])).toEqual([
    ['node.started', 3],
    ['node.failed', 1],
    ['node.completed', 1],
  ]);
});

const usage = (sequence: number, more: object) =>
  JSON.stringify({
    eventId: `e${sequence}`,
    runId: 'r',
    sequence,
    type: 'provider.usage',
    payload: { provider: 'p', model: 'm', inputTokens: 1, outputTokens: 2, costEstimateUsd: 0.5, ...more },
  });

test('a cost in another currency is not added', async () => {
  const log = await openString(
    [usage(0, {}), usage(1, { currency: 'EUR' }), usage(2, { currency: 'USD' })].join('\n'),
  );
  expect((await logStatistics(log, null, go))?.all).toMatchObject({ tokens: 9, costUsd: 1 });
});

test('costs are added as decimals, and a number beyond a double is not a cost', async () => {
  const costs = [usage(0, { costEstimateUsd: 0.1 }), usage(1, { costEstimateUsd: 0.2 }), usage(2, {})];
  const log = await openString(costs.join('\n').replace('0.5', '1e400'));
  expect((await logStatistics(log, null, go))?.all).toMatchObject({ tokens: 9, costUsd: 0.3 });
});

/** What an event led to, envelopes between them, one after the other. */
function effectsOf(log: RunLog, node: number): readonly number[] {
  const { graph } = log;
  if (graph === null) return [];
  const nodes = Array.from({ length: graph.base + graph.envelopes.length }, (_, other) => other);
  return nodes.filter((other) => parentOf(graph, other) === node);
}

function below(log: RunLog, node: number): readonly number[] {
  return effectsOf(log, node).flatMap((effect) => [effect, ...below(log, effect)]);
}

/** The events next below, through envelopes. */
function nextEvents(log: RunLog, node: number): readonly number[] {
  return effectsOf(log, node).flatMap((effect) =>
    effect < (log.graph?.base ?? 0) ? [effect] : nextEvents(log, effect),
  );
}

describe('the heaviest causes are those of a walk over everything below each event', () => {
  test.each(['the log of the filters', ...FILES])('%s', async (file) => {
    const log = await (FILES.includes(file) ? openPath(sample(file)) : openString(filterLog()));
    const own = new Map<number, number>();
    for (const { row, type, payload } of (await plainLog(log)).events)
      if (type === 'provider.usage') own.set(row, tokens(payload));
    const weightOf = (row: number): number =>
      [row, ...below(log, row)].reduce((sum, one) => sum + (own.get(one) ?? 0), 0);
    const rows = Array.from({ length: log.order.length }, (_, place) => log.order.ordinalAt(place));
    const weights = rows.map((ordinal) => ({ ordinal, weight: weightOf(ordinal) }));
    const wanted = weights.filter(
      ({ ordinal, weight }) => weight > Math.max(0, ...nextEvents(log, ordinal).map(weightOf)),
    );
    const { heaviest, longestChain } = (await logStatistics(log, null, go)) ?? {};
    expect(heaviest?.tokens).toEqual(wanted.sort((a, b) => b.weight - a.weight).slice(0, 10));
    expect(longestChain?.steps ?? 0).toBe(log.longestChain());
  });
});
