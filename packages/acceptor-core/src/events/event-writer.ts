/** Events as a host would record them (acceptor 3.3). Ids and names in them are masked. */
import { isRecord, type JsonObject } from '@openwop-inspector/base';
import type { ProjectedEvent } from '../accept-result.ts';
import type { Refused } from '../pipeline/ending.ts';
import { namesOf, nodeOf, type Work } from '../pipeline/work.ts';
import type { RecordRefusal } from '../steps/step.ts';

/** One event with the next sequence and a new id. Events of v2 have no trust tag (acceptor 3.4). */
export function writeEvent(
  work: Work,
  type: string,
  contentTrust: 'trusted' | 'untrusted' | null,
  payload: unknown,
): ProjectedEvent {
  const { runId, nodeId, correlationId } = namesOf(work);
  return {
    eventId: `evt-local-${work.nextId()}`,
    sequence: work.memory.nextSequence++,
    type,
    runId,
    nodeId,
    causationId: correlationId,
    contentTrust: work.settings.isV2 ? undefined : (contentTrust ?? undefined),
    timestamp: work.settings.now,
    payload,
  };
}

// Events of an acceptance (acceptor 3.3, vectors FORMAT 2.5).

/** Two events for a clarification, one for every other kind. Built from the masked envelope. */
export function acceptEvents(work: Work): readonly ProjectedEvent[] {
  const payload = work.redacted?.payload;
  if (work.type === 'clarification.request') return clarificationEvents(work, payload);
  return [writeEvent(work, 'log.appended', work.contentTrust, logPayload(work, payload))];
}

function logPayload(work: Work, payload: unknown): JsonObject {
  const { type } = work;
  const { envelopeId, nodeId, type: envelopeType } = namesOf(work);
  const message = `Envelope accepted: ${envelopeType}`;
  if (type !== 'error') {
    const level = type === 'schema.request' || type === 'schema.response' ? 'debug' : 'info';
    return { level, message, nodeId, fields: { envelopeId, envelopeType } };
  }
  const code = isRecord(payload) ? payload.code : undefined;
  return { level: 'error', message, nodeId, fields: { envelopeId, envelopeType, code } };
}

function clarificationEvents(work: Work, payload: unknown): readonly ProjectedEvent[] {
  const { runId, nodeId } = namesOf(work);
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
    writeEvent(work, 'clarification.requested', work.contentTrust, requested),
    writeEvent(work, 'interrupt.requested', work.contentTrust, interrupt),
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
export function nodeFailed(work: Work, ending: Refused, code: string = ending.code): ProjectedEvent {
  const details = failureDetails(ending);
  return refusalEvent(work, 'node.failed', {
    nodeId: namesOf(work).nodeId,
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
export function runFailed(work: Work, { code, reason }: Refused): ProjectedEvent {
  return refusalEvent(work, 'run.failed', { error: { code, message: reason } });
}

/** A refusal that fails nothing. It names no `envelopeType`, by which a log shows an acceptance. */
export function warningLogged(work: Work, { code, reason }: Refused): ProjectedEvent {
  const { envelopeId, nodeId, type } = namesOf(work);
  return refusalEvent(work, 'log.appended', {
    level: 'warn',
    message: reason,
    nodeId,
    fields: { envelopeId, refusedType: type, code },
  });
}

/** `cap.breached`. `nodeId` belongs to the limits of a node, not to the one of the turn. */
export function capBreached(work: Work, payload: CapBreach): ProjectedEvent {
  return refusalEvent(work, 'cap.breached', payload);
}

type CapBreach = Readonly<{ kind: string; limit: number; observed: number; nodeId?: string | undefined }>;

function refusalEvent(work: Work, type: string, payload: unknown): ProjectedEvent {
  return writeEvent(work, type, work.isUntrusted ? 'untrusted' : null, payload);
}

// What refusals of several steps record and count (acceptor 2.0).

/** With budget left the model may retry and nothing is recorded; without, the node fails. */
export const failsWithoutBudget: RecordRefusal = (work, ending) =>
  hasBudget(work) ? [] : [nodeFailed(work, ending)];

/** With budget left the model may correct itself and nothing is recorded; without, the limit is breached. */
export const usesSchemaRound: RecordRefusal = (work, ending) => {
  const node = nodeOf(work);
  if (hasBudget(work)) {
    node.schemaRounds++;
    return [];
  }
  const limit = work.settings.caps.schemaRounds;
  const breach = { kind: 'schema', limit, observed: node.schemaRounds + 1, nodeId: namesOf(work).nodeId };
  return [capBreached(work, breach), nodeFailed(work, ending)];
};

function hasBudget(work: Work): boolean {
  return nodeOf(work).schemaRounds < work.settings.caps.schemaRounds;
}
