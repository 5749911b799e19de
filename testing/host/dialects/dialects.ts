import {
  answeredByApp,
  answeredBySpec,
  answeredByTables,
  bundleOfApp,
  bundleOfExample,
  bundleWith,
  pythonPoll,
  shortPoll,
  snapshotWith,
  specPoll,
} from './answers.ts';
import type { Dialect, DialectName, Reading } from './dialect.ts';
import {
  APP_DISCOVERY,
  exampleDiscovery,
  MEMORY_FAMILIES,
  REFERENCE_DISCOVERY,
  TABLE_FAMILIES,
} from './discovery-documents.ts';
import {
  memoryEvent,
  memoryRawEvent,
  pythonEvent,
  tableEvent,
  tableStreamEvent,
  wholeEvent,
  wholeLiveEvent,
} from './event-shapes.ts';
import {
  payloadOfApp,
  payloadOfExamples,
  resolvedByApp,
  resolvedBySpec,
  resolvedByTables,
  suspendedByApp,
  suspendedBySpec,
  suspendedByTables,
} from './logged.ts';
import {
  anyMode,
  checkedCursor,
  checkedMode,
  filteringMode,
  looseCursor,
  looseLastEventId,
  strictLastEventId,
} from './readings.ts';
import {
  afterSequence,
  payloadOfV2,
  pollWaitMs,
  resolvedByV2,
  suspendedByV2,
  tenantId,
  V2_DISCOVERY,
  v2Event,
  v2EventId,
  v2Poll,
  v2Snapshot,
} from './v2.ts';

/** The spec to the letter. */
const reference: Dialect = {
  name: 'reference',
  major: 1,
  firstSequence: 0,
  runIdOf: (name) => name,
  eventId: (runId, sequence) => `evt-${runId}-${sequence}`,
  payloadOf: (_type, payload) => payload,
  suspendedMoves: suspendedBySpec,
  resolvedMoves: resolvedBySpec,
  discovery: REFERENCE_DISCOVERY,
  events: { json: wholeEvent, stream: wholeEvent },
  snapshot: snapshotWith('completedAt', 'data', { eventLogSchemaVersion: 2 }),
  bundle: bundleWith({
    bundleVersion: '1',
    host: { name: 'acme-test-host', version: '0.2.0', vendor: 'acme' },
    redactionMode: 'mask',
    takesMaxEvents: false,
    event: ({ payload, ...event }) => ({ ...event, nodeId: event.nodeId ?? null, data: payload }),
  }),
  poll: {
    cursor: checkedCursor('lastSequence', 'since'),
    limit: () => Number.POSITIVE_INFINITY,
    waitMs: () => 0,
    answer: specPoll(wholeEvent),
  },
  stream: {
    otherwise: 'json-when-requested',
    head: 'at-once',
    openComment: null,
    heartbeat: { comment: 'keepalive', everyMs: 30_000 },
    isWrittenInParts: false,
    hasDeltas: true,
    cursor: looseLastEventId,
    mode: checkedMode,
  },
  interrupts: {
    answers: 'list',
    hasTokenGet: true,
    hasList: false,
    resolvedByNode: 409,
    answered: answeredBySpec,
  },
  actions: {
    fork: 'full',
    pause: 'yes',
    cancel: { status: 202, says: 'cancelling' },
    conflict: { cancel: 'conflict', pause: 'conflict' },
    annotations: true,
    runList: false,
  },
  unauthenticated: 'unauthenticated',
  hostName: 'sample',
};

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
const inMemory = differing(example, {
  name: 'in-memory',
  eventId: (runId, sequence) => `${runId}-${sequence}`,
  payloadOf: payloadOfExamples(null),
  discovery: exampleDiscovery('acme-host-in-memory', MEMORY_FAMILIES),
  events: { json: memoryEvent, stream: memoryRawEvent },
  snapshot: snapshotWith('endedAt', 'payload', { inputs: {}, workspace: [] }),
  bundle: bundleOfExample('acme-host-in-memory', { holds: 'payloads' }),
  poll: { cursor: looseCursor('since'), answer: specPoll(memoryEvent) },
  stream: { mode: anyMode },
  interrupts: { resolvedByNode: 404 },
  actions: { cancel: { status: 200, says: 'cancelled' }, annotations: true },
});

/** The cause is dropped on the stream and present in JSON and bundle. */
const sqlite = differing(example, {
  name: 'sqlite',
  suspendedMoves: suspendedByTables,
  resolvedMoves: resolvedByTables,
  discovery: exampleDiscovery('acme-host-sqlite', TABLE_FAMILIES),
  events: { json: tableEvent, stream: tableStreamEvent },
  snapshot: snapshotWith('endedAt', 'payload', { inputs: {} }),
  bundle: bundleOfExample('acme-host-sqlite', { takesMaxEvents: true, holds: 'payloads and causes' }),
  poll: { answer: specPoll(tableEvent) },
  stream: { otherwise: 'always-json' },
  interrupts: { answers: 'object', answered: answeredByTables },
  actions: { pause: 'yes' },
});

/** As sqlite; polls say little, and the bundle has no causes. */
const postgres = differing(sqlite, {
  name: 'postgres',
  discovery: exampleDiscovery('acme-host-postgres', TABLE_FAMILIES),
  bundle: bundleOfExample('acme-host-postgres', { takesMaxEvents: true, holds: 'payloads' }),
  poll: { cursor: looseCursor('lastSequence'), answer: shortPoll(tableEvent) },
});

const ENDS: readonly string[] = ['run.completed', 'run.failed', 'run.cancelled'];
const isMessage = (type: string) => type.startsWith('agent.') || type.startsWith('message.');
const isValue = (type: string) =>
  ENDS.includes(type) || type === 'interrupt.requested' || type === 'interrupt.resolved';

/** Random ids, microseconds, a bundle without payloads, modes that filter in their own way. */
const python = differing(example, {
  name: 'python',
  eventId: null,
  discovery: exampleDiscovery('acme-host-python', {}),
  events: { json: pythonEvent, stream: pythonEvent },
  bundle: bundleOfExample('acme-host-python', { bundleVersion: '1.0', holds: 'neither' }),
  poll: { answer: pythonPoll(pythonEvent) },
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

/** Sequences from 1, comments, a list of runs and one of interrupts, and a poll that skips an event. */
const app = differing(reference, {
  name: 'app',
  firstSequence: 1,
  eventId: null,
  payloadOf: payloadOfApp,
  suspendedMoves: suspendedByApp,
  resolvedMoves: resolvedByApp,
  discovery: APP_DISCOVERY,
  events: { stream: wholeLiveEvent },
  snapshot: snapshotWith('completedAt', 'data', { variables: {} }),
  bundle: bundleOfApp,
  poll: {
    cursor: skippingCursor,
    limit: (query) => Math.min(1000, Math.max(1, Number(query.get('limit')) || 100)),
    answer: shortPoll(wholeEvent),
  },
  stream: {
    openComment: 'open',
    heartbeat: { comment: 'heartbeat', everyMs: 15_000 },
    isWrittenInParts: true,
    cursor: strictLastEventId,
    mode: filteringMode(['streamMode', 'mode'], {
      values: (type) => type === 'node.completed' || type === 'run.completed',
      messages: (type) => type.includes('.message'),
    }),
  },
  interrupts: { answers: 'anything', hasList: true, resolvedByNode: 404, answered: answeredByApp },
  actions: {
    fork: 'replay-from-0',
    pause: 'not-provided',
    cancel: { status: 200, says: 'cancelled' },
    runList: true,
  },
  hostName: 'openwop-app',
});

/** OpenWOP v2: bare paths, ids with a tenant, its own names of events, polls that wait, no bundle and no deltas. */
const v2 = differing(reference, {
  name: 'v2',
  major: 2,
  runIdOf: tenantId,
  eventId: v2EventId,
  payloadOf: payloadOfV2,
  suspendedMoves: suspendedByV2,
  resolvedMoves: resolvedByV2,
  discovery: V2_DISCOVERY,
  events: { json: v2Event, stream: v2Event },
  snapshot: v2Snapshot,
  bundle: null,
  poll: { cursor: afterSequence, waitMs: pollWaitMs, answer: v2Poll },
  stream: { hasDeltas: false, cursor: strictLastEventId },
  actions: {
    cancel: { status: 200, says: 'cancelling' },
    conflict: { cancel: 'run_terminal', pause: 'run_state_conflict' },
    runList: true,
  },
});

/** Every dialect by its name, each as its differences from the spec or from a dialect that it resembles. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  reference,
  'in-memory': inMemory,
  sqlite,
  postgres,
  python,
  app,
  v2,
};

type Group = 'events' | 'poll' | 'stream' | 'interrupts' | 'actions';

/** What a dialect does differently. */
type Differences = Partial<Omit<Dialect, Group>> & { readonly [K in Group]?: Partial<Dialect[K]> };

function differing(from: Dialect, differences: Differences): Dialect {
  const { events, poll, stream, interrupts, actions, ...others } = differences;
  return {
    ...from,
    ...others,
    events: { ...from.events, ...events },
    poll: { ...from.poll, ...poll },
    stream: { ...from.stream, ...stream },
    interrupts: { ...from.interrupts, ...interrupts },
    actions: { ...from.actions, ...actions },
  };
}

/** The defect of section 7: `lastSequence=N` becomes N+1 and is compared with `>`. `fromSeq` is the older name of N+1. */
function skippingCursor(query: URLSearchParams): Reading<number | null> {
  const last = looseCursor('lastSequence')(query);
  if (!last.ok || last.value === null) return looseCursor('fromSeq')(query);
  return { ok: true, value: last.value + 1 };
}
