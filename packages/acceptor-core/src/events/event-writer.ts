/** Events as a host would record them (acceptor 3.3). Ids and names in them are masked. */
import type { ProjectedEvent } from '../accept-parts.ts';
import type { Work } from '../pipeline/work.ts';

/** The names an event or an outcome repeats, masked; undefined when not known. */
export interface EventNames {
  readonly runId: string;
  readonly nodeId: string | undefined;
  readonly correlationId: string | undefined;
  readonly envelopeId: string | undefined;
  readonly type: string;
}

/** Masks the names of the work. */
export function eventNames({ settings, nodeId, correlationId, envelopeId, type }: Work): EventNames {
  const { redactor, runId } = settings;
  if (!redactor.isActive) {
    return {
      runId,
      nodeId: nodeId ?? undefined,
      correlationId: correlationId ?? undefined,
      envelopeId: envelopeId ?? undefined,
      type,
    };
  }
  const mask = (name: string | null) => (name === null ? undefined : redactor.text(name));
  return {
    runId: redactor.text(runId),
    nodeId: mask(nodeId),
    correlationId: mask(correlationId),
    envelopeId: mask(envelopeId),
    type: redactor.text(type),
  };
}

/** One event with the next sequence and a new id. */
export function writeEvent(
  work: Work,
  names: EventNames,
  type: string,
  contentTrust: 'trusted' | 'untrusted' | null,
  payload: unknown,
): ProjectedEvent {
  return {
    eventId: `evt-local-${work.nextId()}`,
    sequence: work.memory.nextSequence++,
    type,
    runId: names.runId,
    nodeId: names.nodeId,
    causationId: names.correlationId,
    contentTrust: contentTrust ?? undefined,
    timestamp: work.settings.now,
    payload,
  };
}
