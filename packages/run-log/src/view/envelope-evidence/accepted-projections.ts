/** Events by which hosts record that an envelope was accepted (acceptor 3.3 and 8). */
import { isRecord, type MaskedText, masker } from '@openwop-inspector/base';
import type { EvidenceEvent, EvidenceReader } from '../stories/evidence-reader.ts';
import type { Sweep } from './sweep.ts';

/** An event that says: an envelope of this kind was accepted (acceptor 8). */
export interface AcceptedProjection {
  readonly ordinal: number;
  readonly index: number;
  readonly sequence: number | null;
  readonly eventId: MaskedText;
  readonly type: MaskedText;
  readonly nodeId: MaskedText | null;
  readonly correlationId: MaskedText;
  readonly envelopeType: MaskedText;
  readonly envelopeId: MaskedText | null;
}

/** What was read of the candidates. */
export interface AcceptedAnswer {
  /** In display order. */
  readonly projections: readonly AcceptedProjection[];
  /** Warnings at this node by which an envelope was turned away, the latest 16. */
  readonly refusals: readonly EvidenceEvent[];
}

/** Reads the candidates that a sweep found: at most 384 events. */
export async function acceptedIn(reader: EvidenceReader, sweep: Sweep): Promise<AcceptedAnswer> {
  const here = await reader.events(sweep.acceptedHere.rows);
  const elsewhere = await reader.events(sweep.acceptedElsewhere.rows);
  return {
    projections: [...here, ...elsewhere]
      .map(acceptedBy)
      .filter((one) => one !== null)
      .sort((left, right) => left.index - right.index),
    refusals: here.filter(isWarning).slice(-16),
  };
}

function isWarning(event: EvidenceEvent): boolean {
  return event.type === 'log.appended' && isRecord(event.payload) && event.payload.level === 'warn';
}

/** Neighbouring envelopes have nearly the same acceptances before them. */
const known = new WeakMap<EvidenceEvent, AcceptedProjection | null>();

/** The acceptance that an event records; null when it records none. */
function acceptedBy(event: EvidenceEvent): AcceptedProjection | null {
  let accepted = known.get(event);
  if (accepted === undefined) {
    accepted = acceptanceOf(event);
    known.set(event, accepted);
  }
  return accepted;
}

function acceptanceOf(event: EvidenceEvent): AcceptedProjection | null {
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

/**
 * True when a `log.appended` records that an envelope was taken: it names the kind and is no warning. Refusals under
 * `discard-and-warn` name the kind too, at level `warn` (acceptor S8).
 */
export function isAcceptedLog(payload: unknown): boolean {
  if (!isRecord(payload) || payload.level === 'warn') return false;
  return isRecord(payload.fields) && typeof payload.fields.envelopeType === 'string';
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
  const held = isRecord(payload.fields) ? payload.fields.envelopeId : payload.envelopeId;
  return typeof held === 'string' ? masker.identity(held) : null;
}
