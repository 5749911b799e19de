import { isRecord, ownString } from '@openwop-inspector/base';
import { v2EventName } from '@openwop-inspector/protocol/event-types';
import type { StoredEvent } from '../runs/script.ts';
import type { Answer, HostJson } from './dialect.ts';
import { readCursor, strictLastEventId } from './readings.ts';
import { differing, errorOf, reference } from './reference.ts';

// What a host of OpenWOP v2 does otherwise than one of v1 (bundles 12). Its log is stored under the names of v1.

const TENANT = 'acme';
const ENGINE_VERSION = 7;
const SUBJECT = {
  issuer: 'https://id.acme.example',
  subjectId: 'tester',
  tenant: TENANT,
  lane: 'user',
  kind: 'human',
};
const OWNER = { tenant: TENANT, subject: SUBJECT };

/** Ids of runs and interrupts name their tenant; behind it are at least 16 characters. */
const tenantId = (name: string): string => (name.includes('/') ? name : `${TENANT}/${name.padEnd(16, '0')}`);

export const isOfOtherTenant = (runId: string): boolean =>
  runId.includes('/') && !runId.startsWith(`${TENANT}/`);

/** Types whose payload is closed, so that it cannot bear a mark of its trust. */
const CLOSED = /^(?:envelope|authorization)\./;

/** The closed document: no `contentTrust`, which is in the payload, and an integer `engineVersion`. */
function v2Event(event: StoredEvent): HostJson {
  const { eventId, runId, sequence, type, nodeId, payload, timestamp, causationId, contentTrust } = event;
  const isMarked = contentTrust !== undefined && isRecord(payload) && !CLOSED.test(type);
  return {
    eventId,
    runId,
    sequence,
    type: v2EventName(type),
    nodeId,
    payload: isMarked ? { ...payload, contentTrust } : payload,
    timestamp,
    causationId,
    schemaVersion: 1,
    engineVersion: ENGINE_VERSION,
  };
}

/** Bare paths, ids with a tenant, its own names of events, polls that wait, no bundle and no deltas. */
export const v2 = differing(reference, {
  name: 'v2',
  major: 2,
  runIdOf: tenantId,
  eventId: (runId, sequence) => `evt-${runId.slice(runId.indexOf('/') + 1)}-${sequence}`,
  payloadOf: (type, payload) => {
    if (!isRecord(payload)) return payload;
    const { kind, key, data, resumeSchema, nodeId, childRunId } = payload;
    switch (type) {
      case 'run.started':
        return { ...payload, engineVersion: ENGINE_VERSION, owner: OWNER };
      case 'run.completed':
        return { ...payload, outputs: payload.outputs ?? {} };
      case 'interrupt.requested':
        return { kind, key, data, resumeSchema };
      case 'approval.requested':
      case 'clarification.requested':
        return { kind: type.slice(0, type.indexOf('.')), key: `${nodeId}:1`, data: payload };
      default:
        return typeof childRunId === 'string' ? { ...payload, childRunId: tenantId(childRunId) } : payload;
    }
  },
  suspendedMoves: (interrupt) => {
    const { kind, nodeId, key, data, resumeSchema, cause, trust, interruptId: as } = interrupt;
    const interruptId = tenantId(as);
    return [
      { type: 'interrupt.requested', nodeId, payload: { kind, key, data, resumeSchema }, cause, trust, as },
      { type: 'node.suspended', nodeId, payload: { nodeId, interruptId, kind, key }, cause: as },
    ];
  },
  resolvedMoves: (interrupt, resolution) => {
    const { kind, nodeId } = interrupt;
    const { resumeValue, outcome } = resolution;
    const interruptId = tenantId(interrupt.interruptId);
    const as = `${interrupt.interruptId}-resolved`;
    const action = kind === 'approval' ? (ownString(resumeValue, 'action') ?? undefined) : undefined;
    const decision = outcome === 'accepted' ? 'granted' : 'rejected';
    const payload = {
      nodeId,
      interruptId,
      kind,
      resumeValue,
      resolvedBy: SUBJECT,
      action,
      decision: kind === 'approval' ? decision : undefined,
    };
    return [
      { type: 'interrupt.resolved', nodeId, payload, as },
      { type: 'node.resumed', nodeId, payload: { nodeId, interruptId, resumeValue }, cause: as },
      { type: 'run.resumed', payload: { resumedAtNode: nodeId }, cause: as },
    ];
  },
  events: { json: v2Event, stream: v2Event },
  // Closed, without times and without the open interrupt, which only the log has.
  snapshot: (run) => {
    const { runId, workflowId, status, currentNodeId } = run;
    return {
      runId,
      workflowId,
      status,
      owner: OWNER,
      eventLogSchemaVersion: 3,
      engineVersion: ENGINE_VERSION,
      currentNodeId: currentNodeId ?? undefined,
      error: errorOf(run) ?? undefined,
    };
  },
  bundle: null,
  poll: {
    // Exclusive, from 0. The names of v1 are no parameters: they are ignored.
    cursor: (query) =>
      readCursor(query.get('afterSequence'), /^\d+$/, 'afterSequence must be an integer of at least 0'),
    // A poll waits for news: 30 s unless `timeout` says otherwise.
    waitMs: (query) => Math.min(60, Math.max(1, Number(query.get('timeout') ?? 30))) * 1000,
    answer: ({ run, events, saysTerminal }) => ({
      runId: run.runId,
      events: events.map(v2Event),
      lastSequence: run.events.at(-1)?.sequence ?? -1,
      status: run.status,
      isTerminal: saysTerminal,
    }),
  },
  stream: { hasDeltas: false, cursor: strictLastEventId },
  actions: {
    cancel: { status: 200, says: 'cancelling' },
    conflict: { cancel: 'run_terminal', pause: 'run_state_conflict' },
    runList: true,
  },
});

/** Codes that v2 has under another name or status. */
const CODES: Readonly<Record<string, readonly [status: number, code: string]>> = {
  run_not_found: [404, 'not_found'],
  interrupt_not_found: [404, 'not_found'],
  capability_not_provided: [404, 'not_found'],
  interrupt_gone: [410, 'interrupt_cancelled'],
  fork_invalid_seq: [422, 'fork_point_invalid'],
};

/** The same answer as v2 words it. */
export function v2Answer(answer: Answer): Answer {
  const code = CODES[ownString(answer.body, 'error') ?? ''];
  if (code === undefined || !isRecord(answer.body)) return answer;
  return { ...answer, status: code[0], body: { ...answer.body, error: code[1] } };
}

/** A part of a path: `~HH` and, from clients of the overlap, `%HH`. */
export const v2Decoded = (part: string): string =>
  decodeURIComponent(part.replaceAll(/~(?=[0-9A-F]{2})/g, '%'));
