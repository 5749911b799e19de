/** The events under one correlationId, told apart by the emission they belong to. */
import type { EvidenceEvent } from '../../evidence-answers.ts';
import { isRecord } from '../../index/log-index.ts';

/** One emission of an envelope with what the host recorded for it. */
export interface Emission {
  readonly events: readonly EvidenceEvent[];
}

/** What an event says about its emission. */
type Part =
  /** The envelope was taken. */
  | 'accepted'
  /** It was not, and more may be said of that. */
  | 'refusing'
  /** It was not, and nothing but a report of the run follows. */
  | 'refused'
  /** Something before the verdict. */
  | 'before'
  /** Something that came of it. */
  | 'after';

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['clarification.requested', 'accepted'],
  ['interrupt.requested', 'accepted'],
  ['ui.a2ui-surface', 'accepted'],
  ['artifact.created', 'accepted'],
  ['cap.breached', 'refusing'],
  ['envelope.retry.exhausted', 'refusing'],
  ['envelope.truncated', 'refusing'],
  ['envelope.refusal', 'refusing'],
  ['envelope.retry.attempted', 'refused'],
  ['node.failed', 'refused'],
  ['envelope.recovery.applied', 'before'],
]);

/**
 * True when a `log.appended` records that an envelope was taken: it names the kind and is no warning. Refusals under
 * `discard-and-warn` name the kind too, at level `warn` (acceptor S8).
 */
export function isAcceptedLog(payload: unknown): boolean {
  if (!isRecord(payload) || payload.level === 'warn') return false;
  return isRecord(payload.fields) && typeof payload.fields.envelopeType === 'string';
}

function partOf(event: EvidenceEvent): Part {
  if (event.type !== 'log.appended') return PARTS.get(event.type) ?? 'after';
  const { payload } = event;
  if (isAcceptedLog(payload)) return 'accepted';
  return isRecord(payload) && payload.level === 'warn' ? 'refused' : 'after';
}

/**
 * Splits events that share a correlationId, in display order, into emissions. A retry, a failure of the node and a
 * warning end one; a refusal behind an acceptance begins another, since a replay of what was accepted records nothing
 * (acceptor 8). Every event belongs to exactly one emission.
 */
export function splitEmissions(events: readonly EvidenceEvent[]): Emission[] {
  const emissions: EvidenceEvent[][] = [];
  let last: Part | null = null;
  for (const event of events) {
    const part = partOf(event);
    const current = emissions.at(-1);
    if (current === undefined || beginsAnother(part, last)) emissions.push([event]);
    else current.push(event);
    if (part !== 'after' || last === null) last = part;
  }
  return emissions.map((list) => ({ events: list }));
}

function beginsAnother(part: Part, last: Part | null): boolean {
  if (part === 'after') return false;
  if (last === 'refused') return true;
  return last === 'accepted' && part !== 'accepted';
}
