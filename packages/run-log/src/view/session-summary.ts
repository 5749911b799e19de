import { isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import { shown } from '@openwop-inspector/events';
import type { CausalSummary, SessionSummary } from '../answers.ts';
import { RULE } from '../graph/causal-graph.ts';
import { readEventDocument } from '../index/event-document.ts';
import type { LogLoad } from '../load/log-load.ts';
import { eventRows } from './event-rows.ts';
import { foldRuns } from './fold.ts';
import { explainEntries, exportItems } from './foreign-contents.ts';
import type { LoadedLog } from './loaded-log.ts';
import { verdictOf } from './verdict.ts';

/** A load with what answers know beside it. */
interface SummedLog extends LogLoad {
  /** The log as it stands now, while more is read. */
  standing(): LoadedLog;
  readonly checked: SessionSummary['checks'];
  countEnvelopes(): Promise<number | null>;
}

/** Everything known about an opened source as a whole. Reads a handful of events a run. */
export async function sessionSummary(log: SummedLog): Promise<SessionSummary> {
  const still = log.standing();
  const fold = await foldRuns(still);
  const { index } = log;
  const why = log.results.map((result) => result.explanation).find((text) => text !== null);
  const explained = why ?? explainEntries(index);
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

/** A summary that was made before the checks ran, with what they have found. */
export function checkedSummary(log: SummedLog, summary: SessionSummary): SessionSummary {
  return { ...summary, problemCounts: { ...log.index.problems.counts }, checks: log.checked };
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

async function causalSummary(log: LoadedLog): Promise<CausalSummary> {
  const { graph } = log;
  if (graph === null) return NO_CAUSES;
  const eventId = (graph.counts[RULE.eventId] ?? 0) + (graph.counts[RULE.otherRun] ?? 0);
  const correlationId = graph.counts[RULE.correlationId] ?? 0;
  const cycles: MaskedText[][] = [];
  for (const cycle of graph.cycles) cycles.push(await idsOf(log, cycle));
  return {
    roots: graph.roots,
    edges: eventId + correlationId,
    byRule: { eventId, correlationId },
    orphans: await idsOf(log, graph.orphans.slice(0, 1000)),
    cycles,
    ambiguous: await causesOf(log, graph.ambiguous.slice(0, 1000)),
    omitted: graph.withCause === 0 && log.order.length > 0,
  };
}

async function idsOf(log: LoadedLog, ordinals: readonly number[]): Promise<MaskedText[]> {
  const ids: MaskedText[] = [];
  for (const row of await eventRows(log, ordinals)) ids.push(row.eventId);
  return ids;
}

/** The `causationId` of each event, each value once. */
async function causesOf(log: LoadedLog, ordinals: readonly number[]): Promise<MaskedText[]> {
  const ids = new Set<MaskedText>();
  for (const ordinal of ordinals) {
    const id = readEventDocument(await log.read(ordinal))?.recorded.causationId;
    if (typeof id === 'string') ids.add(log.index.ids.of(id));
  }
  return [...ids];
}
