/** The events under one correlationId, told apart by the emission they belong to. */
import { isRecord } from '@openwop-inspector/base';
import type { EvidenceEvent } from '../../evidence-answers.ts';
import { beginsAnother, type EmissionPart, emissionPart } from './emission-parts.ts';

/** One emission of an envelope with what the host recorded for it. */
export interface Emission {
  readonly events: readonly EvidenceEvent[];
}

/**
 * True when a `log.appended` records that an envelope was taken: it names the kind and is no warning. Refusals under
 * `discard-and-warn` name the kind too, at level `warn` (acceptor S8).
 */
export function isAcceptedLog(payload: unknown): boolean {
  if (!isRecord(payload) || payload.level === 'warn') return false;
  return isRecord(payload.fields) && typeof payload.fields.envelopeType === 'string';
}

function partOf(event: EvidenceEvent): EmissionPart {
  if (event.type !== 'log.appended') return emissionPart(event.type);
  const { payload } = event;
  if (isAcceptedLog(payload)) return 'accepted';
  return isRecord(payload) && payload.level === 'warn' ? 'refused' : 'after';
}

/** Splits events that share a correlationId, in display order, into emissions: see `beginsAnother`. */
export function splitEmissions(events: readonly EvidenceEvent[]): Emission[] {
  const emissions: EvidenceEvent[][] = [];
  let last: EmissionPart | null = null;
  for (const event of events) {
    const part = partOf(event);
    const current = emissions.at(-1);
    if (current === undefined || beginsAnother(part, last)) emissions.push([event]);
    else current.push(event);
    if (part !== 'after' || last === null) last = part;
  }
  return emissions.map((list) => ({ events: list }));
}
