/** Events of an acceptance (acceptor 3.3, vectors FORMAT 2.5). */

import { isRecord, type JsonObject } from '@openwop-inspector/base';
import type { ProjectedEvent } from '../accept-parts.ts';
import { nodeOf, type Work } from '../pipeline/work.ts';
import { type EventNames, writeEvent } from './event-writer.ts';

/** Two events for a clarification, one for every other kind. Built from the masked envelope. */
export function acceptEvents(work: Work, names: EventNames): readonly ProjectedEvent[] {
  const payload = work.shown?.payload;
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
  const { questions: asked, contextType } = isRecord(payload) ? payload : NO_PAYLOAD;
  const questions = questionsOf(asked);
  const { clarificationRounds } = nodeOf(work);
  const requested = { nodeId, interruptId, questions };
  const interrupt = {
    kind: 'clarification',
    key: `${runId}:${nodeId ?? ''}:${clarificationRounds}`,
    data: typeof contextType === 'string' ? { questions, contextType } : { questions },
    runId,
    nodeId,
    interruptId,
    requestedAt: work.settings.now,
  };
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
