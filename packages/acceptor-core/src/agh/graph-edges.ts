import { addTo, isRecord, type JsonObject, ownValue, textAt } from '@openwop-inspector/base';
import { pairKey } from './agh-settings.ts';

/** Which field says what led to a message (agh 6). The last two lead to the opener of the interaction. */
export type AghEdgeField = 'causation_id' | 'reply_to' | 'for_id' | 'interaction_id' | 'work_id';

/** What is odd about an edge. An edge that is `self` or `cycle` is not followed by the chain view. */
export type AghEdgeMark = 'stub' | 'self' | 'cycle' | 'forward' | 'ambiguous';

/** One reference from a message to another. */
export interface AghEdge {
  readonly field: AghEdgeField;
  /** The id that is named. */
  readonly id: string;
  /** Index of the message it names; null for one outside the file. */
  readonly to: number | null;
  readonly marks: readonly AghEdgeMark[];
}

/** Where ids and interactions are found. Repeats of a message are not in it: the first one counts for them. */
export interface GraphIndex {
  /** Sender and id to the first message of that pair. */
  readonly bySender: ReadonlyMap<string, number>;
  /** Id to the first message of each sender that used it. */
  readonly byId: ReadonlyMap<string, readonly number[]>;
  /** Channel and interaction to the message that opened it. */
  readonly openers: ReadonlyMap<string, number>;
}

export function graphIndex(records: readonly JsonObject[]): GraphIndex {
  const bySender = new Map<string, number>();
  const byId = new Map<string, number[]>();
  const openers = new Map<string, number>();
  for (const [at, record] of records.entries()) {
    const id = textAt(record, 'id');
    const key = id === null ? null : pairKey(textAt(record, 'from') ?? '', id);
    if (id !== null && key !== null && !bySender.has(key)) {
      bySender.set(key, at);
      addTo(byId, id, at);
    }
    const lane = laneOf(record);
    if (lane !== null && isOpener(record) && !openers.has(lane.key)) openers.set(lane.key, at);
  }
  return { bySender, byId, openers };
}

/** The lane of a message in its channel: its interaction, or the `work_id` of the later dialect (agh 9). */
function laneOf(record: JsonObject) {
  const channel = textAt(record, 'channel');
  const id = textAt(record, 'interaction_id') ?? textAt(record, 'work_id');
  return channel === null || id === null ? null : { id, key: pairKey(channel, id) };
}

function isOpener(record: JsonObject): boolean {
  const kind = ownValue(record, 'kind');
  if (textAt(record, 'work_id') !== null) return kind === 'say' || kind === 'capability';
  return (kind === 'direct' || kind === 'capability') && textAt(record, 'to') !== null;
}

/** The references of one message, and the edge to the opener of its interaction. */
export function edgesOf(
  record: JsonObject,
  at: number,
  index: GraphIndex,
): { readonly references: readonly AghEdge[]; readonly opener: AghEdge | null } {
  const body = ownValue(record, 'body');
  const named: readonly (readonly [AghEdgeField, string | null])[] = [
    ['causation_id', textAt(record, 'causation_id')],
    ['reply_to', textAt(record, 'reply_to')],
    ['for_id', isRecord(body) ? textAt(body, 'for_id') : null],
  ];
  const references = named.flatMap(([field, id]) =>
    id === null ? [] : [edgeTo(field, id, record, at, index)],
  );
  return { references, opener: openerEdge(record, at, index) };
}

function openerEdge(record: JsonObject, at: number, { openers }: GraphIndex): AghEdge | null {
  const lane = laneOf(record);
  const to = lane === null ? undefined : openers.get(lane.key);
  if (lane === null || to === undefined || to === at) return null;
  const field = textAt(record, 'interaction_id') === null ? 'work_id' : 'interaction_id';
  return { field, id: lane.id, to, marks: to > at ? ['forward'] : [] };
}

function edgeTo(field: AghEdgeField, id: string, record: JsonObject, at: number, index: GraphIndex): AghEdge {
  const candidates = index.byId.get(id) ?? [];
  const exact = exactTarget(field, id, record, index);
  const to = exact ?? candidates[0];
  if (to === undefined) return { field, id, to: null, marks: ['stub'] };
  const marks: AghEdgeMark[] = exact === undefined && candidates.length > 1 ? ['ambiguous'] : [];
  const own = index.bySender.get(pairKey(textAt(record, 'from') ?? '', textAt(record, 'id') ?? ''));
  if (to === own) marks.push('self');
  else if (to > at) marks.push('forward');
  return { field, id, to, marks };
}

/** An answer goes to the sender of its request, which distinguishes equal ids. A cause has no such hint. */
function exactTarget(
  field: AghEdgeField,
  id: string,
  record: JsonObject,
  { bySender }: GraphIndex,
): number | undefined {
  const address = textAt(record, 'to');
  return field === 'causation_id' || address === null ? undefined : bySender.get(pairKey(address, id));
}
