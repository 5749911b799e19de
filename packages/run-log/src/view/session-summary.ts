import { isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import type { CausalSummary, SessionSummary } from '../answers.ts';
import { RULE } from '../graph/causal-graph.ts';
import { readEventDocument } from '../index/event-document.ts';
import type { RunLog } from '../open-run-log.ts';
import { foldRuns } from './fold.ts';
import { explainEntries, exportItems } from './foreign-contents.ts';
import { shown } from './summaries/fields.ts';
import { verdictOf } from './verdict.ts';

/** Everything known about an opened source as a whole. Reads a handful of events a run. */
export async function sessionSummary(log: RunLog): Promise<SessionSummary> {
  const still = log.standing();
  const fold = await foldRuns(still);
  const { index } = log;
  const told = log.results.map((result) => result.explanation).find((text) => text !== null);
  const explained = told ?? explainEntries(index);
  const explanation = explained === null ? null : masker.text(explained);
  const host = log.header.get('host');
  return {
    name: masker.text(log.name),
    format: log.format,
    gzip: log.gzip,
    sizeBytes: log.sizeBytes,
    complete: log.graph !== null && !log.cancelled && !log.endsEarly,
    cancelled: log.cancelled,
    ...(explanation === null ? {} : index.events > 0 ? { error: explanation } : { explanation }),
    hostName: isRecord(host) && typeof host.name === 'string' ? shown(host.name, 128) : null,
    entries: index.entries,
    events: index.events,
    duplicates: index.dropped,
    unreadable: index.unreadable,
    envelopes: index.envelopes.length,
    logicalEnvelopes: await log.countEnvelopes(),
    ...(index.aghMessages === 0 ? {} : { aghMessages: index.aghMessages }),
    items: log.results.reduce((sum, result) => sum + result.items, 0),
    ...(log.format === 'export-bundle' ? { exportItems: exportItems(log.header) } : {}),
    runs: fold.runs,
    verdict: await verdictOf(log, fold),
    causal: await causalSummary(log),
    problemCounts: { ...index.problems.counts },
    checks: log.checked,
    nodes: fold.nodes.length,
    startMs: fold.startMs,
    endMs: fold.endMs,
    loadMs: log.loadMs,
  };
}

const NO_CAUSES: CausalSummary = {
  roots: 0,
  edges: 0,
  byRule: { eventId: 0, correlationId: 0 },
  orphans: [],
  cycles: [],
  ambiguous: [],
  omitted: false,
};

async function causalSummary(log: RunLog): Promise<CausalSummary> {
  const { graph } = log;
  if (graph === null) return NO_CAUSES;
  const eventId = (graph.counts[RULE.eventId] ?? 0) + (graph.counts[RULE.otherRun] ?? 0);
  const correlationId = graph.counts[RULE.correlationId] ?? 0;
  const cycles: MaskedText[][] = [];
  for (const cycle of graph.cycles) cycles.push(await idsOf(log, cycle));
  return {
    roots: log.rootCount(),
    edges: eventId + correlationId,
    byRule: { eventId, correlationId },
    orphans: await idsOf(log, graph.orphans.slice(0, 1000)),
    cycles,
    ambiguous: await causesOf(log, graph.ambiguous.slice(0, 1000)),
    omitted: graph.withCause === 0 && log.order.length > 0,
  };
}

async function idsOf(log: RunLog, ordinals: readonly number[]): Promise<MaskedText[]> {
  const ids: MaskedText[] = [];
  for (const row of await log.rows(ordinals)) ids.push(row.eventId);
  return ids;
}

/** The `causationId` of each event, each value once. */
async function causesOf(log: RunLog, ordinals: readonly number[]): Promise<MaskedText[]> {
  const ids = new Set<MaskedText>();
  for (const ordinal of ordinals) {
    const id = readEventDocument(await log.read(ordinal))?.recorded.causationId;
    if (typeof id === 'string') ids.add(log.index.ids.of(id));
  }
  return [...ids];
}
