/** Events as a host would record them (acceptor 3.3). Ids and names in them are masked. */

import { isRecord, type JsonObject } from '@openwop-inspector/base';
import type { ProjectedEvent } from '../accept-parts.ts';
import type { Refused } from '../pipeline/ending.ts';
import { nodeOf, type Work } from '../pipeline/work.ts';

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
  const mask = (name: string | null) => (name === null ? undefined : redactor.text(name));
  return {
    runId: redactor.text(runId),
    nodeId: mask(nodeId),
    correlationId: mask(correlationId),
    envelopeId: mask(envelopeId),
    type: redactor.text(type),
  };
}

/** One event with the next sequence and a new id. Events of v2 have no trust tag (acceptor 3.4). */
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
    contentTrust: work.settings.isV2 ? undefined : (contentTrust ?? undefined),
    timestamp: work.settings.now,
    payload,
  };
}

// Events of an acceptance (acceptor 3.3, vectors FORMAT 2.5).

/** Two events for a clarification, one for every other kind. Built from the masked envelope. */
export function acceptEvents(work: Work, names: EventNames): readonly ProjectedEvent[] {
  const payload = work.redacted?.payload;
  if (work.type === 'clarification.request') return clarificationEvents(work, names, payload);
  return [writeEvent(work, names, 'log.appended', work.contentTrust, logPayload(work.type, names, payload))];
}

function logPayload(type: string, names: EventNames, payload: unknown): JsonObject {
  const { envelopeId, nodeId } = names;
  const message = `Envelope accepted: ${names.type}`;
  const envelopeType = names.type;
  if (type !== 'error') {
    const level = type === 'schema.request' || type === 'schema.response' ? 'debug' : 'info';
    return { level, message, nodeId, fields: { envelopeId, envelopeType } };
  }
  const code = isRecord(payload) ? payload.code : undefined;
  return { level: 'error', message, nodeId, fields: { envelopeId, envelopeType, code } };
}

function clarificationEvents(work: Work, names: EventNames, payload: unknown): readonly ProjectedEvent[] {
  const { runId, nodeId } = names;
  const interruptId = `int-local-${work.nextId()}`;
  const { questions: raw, contextType } = isRecord(payload) ? payload : NO_PAYLOAD;
  const questions = questionsOf(raw);
  const { clarificationRounds } = nodeOf(work);
  const { isV2, now } = work.settings;
  const waitedFor = {
    kind: 'clarification',
    key: `${runId}:${nodeId ?? ''}:${clarificationRounds}`,
    data: typeof contextType === 'string' ? { questions, contextType } : { questions },
  };
  // In v2 both have the closed payload of an interrupt.
  const requested = isV2 ? waitedFor : { nodeId, interruptId, questions };
  const interrupt = isV2 ? waitedFor : { ...waitedFor, runId, nodeId, interruptId, requestedAt: now };
  return [
    writeEvent(work, names, 'clarification.requested', work.contentTrust, requested),
    writeEvent(work, names, 'interrupt.requested', work.contentTrust, interrupt),
  ];
}

const NO_PAYLOAD: JsonObject = Object.freeze({});

/** Questions in their order, without their context (envelope 4). */
function questionsOf(questions: unknown): readonly JsonObject[] {
  if (!Array.isArray(questions)) return [];
  return questions.filter(isRecord).map(({ id, question, schema }) => {
    return isRecord(schema) ? { id, question, schema } : { id, question };
  });
}

// Events of a refusal (acceptor 2, 2.0, 3.3).

/** `node.failed` with the code of the refusal, or with the one code a host uses for all. */
export function nodeFailed(
  work: Work,
  names: EventNames,
  ending: Refused,
  code: string = ending.code,
): ProjectedEvent {
  const details = failureDetails(ending);
  return refusalEvent(work, names, 'node.failed', {
    nodeId: names.nodeId,
    error:
      details === undefined ? { code, message: ending.reason } : { code, message: ending.reason, details },
  });
}

function failureDetails({ status, details, gate, capKind }: Refused): JsonObject | undefined {
  if (status === 'breached') return { capKind };
  if (gate) return { refusedType: gate.refusedType, acceptedTypes: gate.acceptedTypes };
  return details.length === 0 ? undefined : { violations: details };
}

/** `run.failed`, which follows the failure of the node. */
export function runFailed(work: Work, names: EventNames, { code, reason }: Refused): ProjectedEvent {
  return refusalEvent(work, names, 'run.failed', { error: { code, message: reason } });
}

/** A refusal that fails nothing. It names no `envelopeType`, by which a log shows an acceptance. */
export function warningLogged(work: Work, names: EventNames, { code, reason }: Refused): ProjectedEvent {
  return refusalEvent(work, names, 'log.appended', {
    level: 'warn',
    message: reason,
    nodeId: names.nodeId,
    fields: { envelopeId: names.envelopeId, refusedType: names.type, code },
  });
}

/** `cap.breached`. `nodeId` belongs to the limits of a node, not to the one of the turn. */
export function capBreached(
  work: Work,
  names: EventNames,
  payload: {
    readonly kind: string;
    readonly limit: number;
    readonly observed: number;
    readonly nodeId?: string | undefined;
  },
): ProjectedEvent {
  return refusalEvent(work, names, 'cap.breached', payload);
}

function refusalEvent(work: Work, names: EventNames, type: string, payload: unknown): ProjectedEvent {
  return writeEvent(work, names, type, work.isUntrusted ? 'untrusted' : null, payload);
}
