/** Envelopes that stand in the source next to the events, gathered by their correlationId. */
import { groupedBy, isRecord, member, textAt } from '@openwop-inspector/base';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { EnvelopeRecord, LogIndex } from '../../index/log-index.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { readable } from '../payload/read-payload.ts';
import { isSurface, parsedAsWritten } from './written-values.ts';

/**
 * Groups are envelopes of the graph by number, and behind them records without a correlationId, each by itself.
 * O(records). `storyOf` is the first story of events of each envelope of the graph, -1 for none; null for one run of a
 * log, to which an envelope without events does not belong.
 */
export function recordsByEnvelope(index: LogIndex, graph: CausalGraph, storyOf: Int32Array | null) {
  const { envelopes } = index;
  const base = graph.envelopes.length;
  const groupOf = (record: number): number => {
    const envelope = graph.envelopeOfRecord[record] ?? -1;
    return envelope < 0 ? base + record : envelope;
  };
  const records = Int32Array.from(envelopes.keys());
  const { start, list } = groupedBy(records, base + envelopes.length, groupOf);
  const isAlone = (group: number): boolean => storyOf !== null && (storyOf[group] ?? -1) < 0;
  const alone = [...new Set(records.map(groupOf))].filter(isAlone);
  const recordsOf = (group: number): Int32Array => list.subarray(start[group], start[group + 1]);
  return {
    /** Groups without any event, in the order of the source. */
    alone: Int32Array.from(alone),
    groupOf,
    recordsOf,
    /** Emissions in a group: whole envelopes one each, all chunks of one together (envelope 2.3). */
    emissionsOf: (group: number): number => {
      const records = recordsOf(group);
      return records.length === 1 ? 1 : emissions(index, records).length;
    },
  };
}

/** Records of each emission: whole envelopes alone, chunks together where the last of them is. */
export function emissions(index: LogIndex, records: Int32Array): number[][] {
  const chunks = [...records].filter((record) => index.envelopes[record]?.partial === true);
  const last = chunks.at(-1);
  return [...records].flatMap((record) => {
    return index.envelopes[record]?.partial !== true ? [[record]] : record === last ? [chunks] : [];
  });
}

/** An envelope of the source, parsed; null when it is larger than `limit`, no JSON, or its source is gone. */
export async function recordValue(log: LoadedLog, record: EnvelopeRecord, limit: number) {
  const text = record.length > limit ? null : await recordText(log, record, limit);
  const value = text && parsedAsWritten(text);
  return isRecord(value) ? value : null;
}

/** The first `limit` bytes of an envelope of the source as text, not masked; null when its source is gone. */
export async function recordText(log: LoadedLog, { source, offset, length }: EnvelopeRecord, limit: number) {
  const bytes = await readable(log.readAt(source, offset, Math.min(length, limit)));
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** A surface next to the events, as parsed; not masked. */
export type StoredSurface = NonNullable<ReturnType<typeof surfaceOf>>;

/** Interrupts that are inspected. */
const MAX_INTERRUPTS = 200;

/** The surfaces that members next to the events hold. Empty when the log itself has the interrupt of the same node. */
export const snapshotSurfaces = (log: LoadedLog): StoredSurface[] =>
  [Object.fromEntries(log.header), log.header.get('snapshot'), log.header.get('run')]
    .filter(isRecord)
    .flatMap((holder) => {
      const list = member(holder, 'interrupts');
      const listed = Array.isArray(list) ? list.slice(0, MAX_INTERRUPTS) : [];
      const interrupts = [member(holder, 'interrupt'), ...listed].filter(isRecord);
      return interrupts.flatMap((interrupt) => surfaceOf(interrupt, holder) ?? []);
    })
    .filter((surface) => !isInEvents(log, surface));

function surfaceOf(interrupt: Record<string, unknown>, holder: Record<string, unknown>) {
  const data = [member(interrupt, 'data'), member(interrupt, 'payload')].find((value) => isSurface(value));
  if (!isRecord(data)) return null;
  return {
    runId: textAt(interrupt, 'runId') ?? textAt(holder, 'runId'),
    nodeId: textAt(interrupt, 'nodeId') ?? textAt(holder, 'currentNodeId'),
    kind: textAt(interrupt, 'kind'),
    resumeSchema: member(interrupt, 'resumeSchema') ?? null,
    payload: data,
  };
}

/** True when an event about a surface is at the same node: the snapshot only repeats it. */
function isInEvents(log: LoadedLog, surface: StoredSurface): boolean {
  const { nodes, columns, types } = log.index;
  const node = surface.nodeId === null ? -1 : nodes.find(surface.nodeId);
  const requested = [types.find('interrupt.requested'), types.find('node.suspended')];
  if (node <= 0) return false;
  for (let row = 0; row < columns.length; row++) {
    const isOfNode = columns.node[row] === node && requested.includes(columns.type[row] as number);
    if (isOfNode && columns.has(row, FLAG.aboutEnvelope)) return true;
  }
  return false;
}
