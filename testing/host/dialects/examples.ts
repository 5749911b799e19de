/** The example hosts: in-memory, sqlite, postgres and python. */
import { isRecord, ownString } from '@openwop-inspector/base';
import type { StoredEvent } from '../runs/script.ts';
import type { HostJson } from './dialect.ts';
import { anyMode, filteringMode, looseCursor } from './readings.ts';
import {
  type BundleForm,
  bundleWith,
  differing,
  reference,
  shortPoll,
  snapshotWith,
  specPoll,
} from './reference.ts';

/** What the example hosts have in common. */
const example = differing(reference, {
  payloadOf: payloadOfExamples({}),
  snapshot: snapshotWith('endedAt', 'payload', {}),
  stream: { head: 'with-first-byte', heartbeat: null, hasDeltas: false },
  interrupts: { answers: 'anything', hasTokenGet: false },
  actions: { fork: 'none', pause: 'unknown-path', annotations: false },
  unauthenticated: 'invalid_credential',
});

/** SSE is raw: `seq` and `data`, no ids. Polls know `since` alone. */
export const inMemory = differing(example, {
  name: 'in-memory',
  eventId: (runId, sequence) => `${runId}-${sequence}`,
  payloadOf: payloadOfExamples(null),
  events: {
    json: memoryEvent,
    // Without id, with `seq` and `data`.
    stream: ({ sequence: seq, runId, type, nodeId, payload, timestamp }) => ({
      seq,
      runId,
      type,
      nodeId,
      data: payload ?? undefined,
      timestamp,
    }),
  },
  snapshot: snapshotWith('endedAt', 'payload', { inputs: {}, workspace: [] }),
  bundle: bundleOfExample('acme-host-in-memory', { holds: 'payloads' }),
  poll: { cursor: looseCursor('since'), answer: specPoll(memoryEvent) },
  stream: { mode: anyMode },
  interrupts: { resolvedByNode: 404 },
  actions: { cancel: { status: 200, says: 'cancelled' }, annotations: true },
});

/** The cause is dropped on the stream and present in JSON and bundle. */
export const sqlite = differing(example, {
  name: 'sqlite',
  // The node's settings.
  suspendedMoves: ({ kind, nodeId, data }) => [
    { type: 'node.suspended', nodeId, payload: { kind, nodeId, config: data } },
  ],
  resolvedMoves: ({ nodeId }, { resumeValue }) => [
    { type: 'node.resumed', nodeId, payload: { action: ownString(resumeValue, 'action') ?? 'resume' } },
    { type: 'run.resumed', payload: { resumedBy: 'principal:tester' } },
  ],
  events: { json: tableEvent, stream: tableStreamEvent },
  snapshot: snapshotWith('endedAt', 'payload', { inputs: {} }),
  bundle: bundleOfExample('acme-host-sqlite', { takesMaxEvents: true, holds: 'payloads and causes' }),
  poll: { answer: specPoll(tableEvent) },
  stream: { otherwise: 'always-json' },
  interrupts: {
    answers: 'object',
    answered: ({ runId, status }, { kind, nodeId, accepts, requiredApprovals }, outcome) => {
      const votes = requiredApprovals === undefined ? undefined : accepts;
      return { runId, status, interrupt: { kind, nodeId, outcome: outcome ?? undefined, votes } };
    },
  },
  actions: { pause: 'yes' },
});

/** As sqlite; polls say little, and the bundle has no causes. */
export const postgres = differing(sqlite, {
  name: 'postgres',
  bundle: bundleOfExample('acme-host-postgres', { takesMaxEvents: true, holds: 'payloads' }),
  poll: { cursor: looseCursor('lastSequence'), answer: shortPoll(tableEvent) },
});

const ENDS: readonly string[] = ['run.completed', 'run.failed', 'run.cancelled'];
const isMessage = (type: string) => type.startsWith('agent.') || type.startsWith('message.');
const isValue = (type: string) =>
  ENDS.includes(type) || type === 'interrupt.requested' || type === 'interrupt.resolved';

/** Random ids, microseconds, a bundle without payloads, modes that filter in their own way. */
export const python = differing(example, {
  name: 'python',
  eventId: null,
  events: { json: pythonEvent, stream: pythonEvent },
  bundle: bundleOfExample('acme-host-python', { bundleVersion: '1.0', holds: 'neither' }),
  poll: {
    // `isComplete` is true only for an empty page of a run that has ended.
    answer: (page) => ({
      ...specPoll(pythonEvent)(page),
      isComplete: page.saysTerminal && page.events.length === 0,
    }),
  },
  stream: {
    head: 'at-once',
    mode: filteringMode(['streamMode'], {
      values: isValue,
      messages: isMessage,
      updates: (type) => !isMessage(type),
    }),
  },
  unauthenticated: 'unauthenticated',
});

/** in-memory by JSON: no cause. */
function memoryEvent(event: StoredEvent): HostJson {
  const { eventId, runId, type, sequence, payload, timestamp, nodeId } = event;
  return { eventId, runId, type, sequence, payload, timestamp, nodeId };
}

/** sqlite and postgres by JSON: both names of everything. */
function tableEvent(event: StoredEvent): HostJson {
  return { ...tableStreamEvent(event), causationId: event.causationId };
}

/** sqlite and postgres on the stream: the cause is left out. */
function tableStreamEvent(event: StoredEvent): HostJson {
  const { eventId, runId, sequence, type, nodeId = null, payload, timestamp } = event;
  return { eventId, runId, seq: sequence, sequence, type, nodeId, data: payload, payload, timestamp };
}

/** python by JSON and on the stream: microseconds, no cause. */
function pythonEvent(event: StoredEvent): HostJson {
  const { eventId, runId, type, payload, sequence, nodeId } = event;
  return { eventId, runId, type, payload, timestamp: microseconds(event), sequence, nodeId };
}

function microseconds({ timestamp, sequence }: StoredEvent): string {
  return timestamp.replace('Z', `${String(sequence % 1000).padStart(3, '0')}Z`);
}

/** Bundle of an example host; `holds` says what it keeps of an event besides its frame. */
function bundleOfExample(
  name: string,
  {
    bundleVersion = '1',
    takesMaxEvents = false,
    holds,
  }: Partial<BundleForm> & { readonly holds: 'payloads' | 'payloads and causes' | 'neither' },
) {
  const host = { name, version: '1.1.7' };
  const event = (one: StoredEvent): HostJson => {
    const { sequence, type, timestamp, nodeId = null, payload: data, causationId } = one;
    if (holds === 'neither') return { sequence, type, timestamp: microseconds(one), nodeId };
    const cause = holds === 'payloads and causes' ? causationId : undefined;
    return { sequence, type, timestamp, nodeId, data, causationId: cause };
  };
  return bundleWith({ bundleVersion, host, redactionMode: 'omit', takesMaxEvents, event });
}

/** The examples say nothing at a start, and tell an error twice: as an object and at the root. `empty` is what they say instead. */
function payloadOfExamples(empty: null | Record<string, never>) {
  return (type: string, payload: unknown): unknown => {
    if (type === 'run.started' || type === 'node.started' || type === 'run.completed') return empty;
    if ((type !== 'node.failed' && type !== 'run.failed') || !isRecord(payload)) return payload;
    const { error, nodeId } = payload;
    if (!isRecord(error)) return payload;
    const node = type === 'node.failed' ? { nodeId } : {};
    return { code: error.code, message: error.message, ...node, error };
  };
}
