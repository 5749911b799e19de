/** What a run holds around a place that bears on an envelope there. No payload is read. */

import { isRecord, type MaskedText, masker, storedIn } from '@openwop-inspector/base';
import type { LoadedLog } from '../loaded-log.ts';
import type { RunRows } from '../rows/rows.ts';
import type { EvidenceEvent, EvidenceReader } from '../stories/evidence-reader.ts';
import {
  firstIn,
  isAcceptedLog,
  type Latest,
  latestIn,
  type RowKind,
  type TellingRows,
} from './telling-rows.ts';

/** Where the context is rebuilt. */
export interface SweepPlace {
  /** Display index; rows before it count as history. */
  readonly position: number;
  /** Node of the envelope by number; 0 when unknown. */
  readonly node: number;
  /** Rows the host recorded for the envelope itself, which are no history of it. */
  readonly own: ReadonlySet<number>;
}

/** The latest few of many rows, by ordinal in display order, and how many there were. */
export interface LatestRows {
  readonly total: number;
  readonly rows: readonly number[];
  readonly leftOut: number;
}

/** Ordinals by what they may tell, each list in display order. */
export type Sweep = ReturnType<typeof sweepRun>;

/** Gathers the rows of a run around a place. O(log n + what is found), at most a few hundred ordinals. */
export function sweepRun(log: LoadedLog, telling: TellingRows, run: RunRows, place: SweepPlace) {
  const { order } = log;
  const { node } = place;
  const position = Math.max(run.from, Math.min(place.position, run.to));
  // The envelope's own rows that are before it; as a rule there are none.
  const ownPlaces = [...place.own].map((row) => order.indexOf(row));
  const own = new Set(ownPlaces.filter((at) => at >= 0 && at < place.position));
  const rows = ({ total, places }: Latest, limit: number): LatestRows => ({
    total,
    rows: places.map((at) => order.ordinalAt(at)),
    leftOut: Math.max(0, total - limit),
  });
  const here = (kind: RowKind, after: number, limit: number): LatestRows =>
    rows(latestIn(telling.of(node, kind), [after + 1, position], own, limit), limit);
  const latest = (...kinds: readonly RowKind[]): number => {
    const last = (kind: RowKind) => latestIn(telling.of(node, kind), [run.from, position], own, 1).places[0];
    return Math.max(...kinds.map((kind) => last(kind) ?? -1));
  };
  const before = run.from - 1;
  const nodeStart = latest('start');
  // What is before the start of the node, or of the turn, is no part of it.
  const inNode = Math.max(before, nodeStart);
  const turnStart = latest('start', 'turn', 'retry');
  const over = Math.max(before, latest('start', 'reset', 'failure'));
  return {
    /** Latest `node.started` of the node, -1 for none. */
    nodeStart: order.ordinalAt(nodeStart),
    /** What began the model's turn, -1 for none. */
    turnStart: order.ordinalAt(turnStart),
    // Several events report one wait; the first says the most (its kind and data).
    openInterrupt: order.ordinalAt(firstIn(telling.of(node, 'wait'), [over + 1, position], own)),
    /** What the run waits with that may be bound to the envelope, since one of the two names no node. */
    openUnplaced: telling.waits.openAt(run.from, position, own).unplaced(node),
    retries: here('retry', inNode, 64),
    /** May be projections of accepted envelopes. */
    acceptedHere: here('accepted', before, 256),
    acceptedElsewhere: rows(telling.acceptedElsewhere(node, [run.from, position], own, 128), 128),
    caps: rows(latestIn(telling.caps, [run.from, run.to], NONE, 32), 32),
    /** May be refusals at this node: failures of it. */
    failures: rows(latestIn(telling.of(node, 'failure'), [run.from, run.to], NONE, 16), 16),
    /** What agents said in the turn. */
    said: here('said', Math.max(before, turnStart), 8),
    trusted: here('trusted', inNode, 0).total,
    untrusted: here('untrusted', inNode, 8),
  };
}

const NONE: ReadonlySet<number> = new Set();

/** An event that says: an envelope of this kind was accepted (acceptor 8). */
type AcceptedProjection = NonNullable<ReturnType<typeof acceptanceOf>>;

/** Reads the candidates that a sweep found: at most 384 events. */
export async function acceptedIn(reader: EvidenceReader, sweep: Sweep) {
  const here = await reader.events(sweep.acceptedHere.rows);
  const elsewhere = await reader.events(sweep.acceptedElsewhere.rows);
  return {
    /** In display order. */
    projections: [...here, ...elsewhere]
      .map((event) => storedIn(known, event, () => acceptanceOf(event)))
      .filter((one) => one !== null)
      .sort((left, right) => left.index - right.index),
    /** Warnings at this node by which an envelope was turned away, the latest 16. */
    refusals: here
      .filter(({ type, payload }) => type === 'log.appended' && isRecord(payload) && payload.level === 'warn')
      .slice(-16),
  };
}

/** Neighbouring envelopes have nearly the same acceptances before them. */
const known = new WeakMap<EvidenceEvent, AcceptedProjection | null>();

/** The acceptance that an event records; null when it records none. */
function acceptanceOf(event: EvidenceEvent) {
  const envelopeType = acceptedKind(event);
  if (envelopeType === null || event.causationId === null) return null;
  const { ordinal, index, sequence, eventId, type, nodeId, causationId } = event;
  return {
    ordinal,
    index,
    sequence,
    eventId,
    type,
    nodeId,
    correlationId: causationId,
    envelopeType: masker.identity(envelopeType),
    envelopeId: envelopeIdIn(event.payload),
  };
}

function acceptedKind({ type, payload }: EvidenceEvent): string | null {
  if (type === 'clarification.requested') return 'clarification.request';
  if (type === 'ui.a2ui-surface') return 'ui.a2ui-surface';
  if (!isRecord(payload)) return null;
  if (type === 'interrupt.requested')
    return payload.kind === 'clarification' ? 'clarification.request' : null;
  if (!isAcceptedLog(payload) || !isRecord(payload.fields)) return null;
  return typeof payload.fields.envelopeType === 'string' ? payload.fields.envelopeType : null;
}

function envelopeIdIn(payload: unknown): MaskedText | null {
  if (!isRecord(payload)) return null;
  const id = isRecord(payload.fields) ? payload.fields.envelopeId : payload.envelopeId;
  return typeof id === 'string' ? masker.identity(id) : null;
}
