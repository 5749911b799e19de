import { bundleWith } from './bundles.ts';
import type { Dialect } from './dialect.ts';
import { exampleDiscovery, MEMORY_FAMILIES, TABLE_FAMILIES } from './discovery-documents.ts';
import {
  bundledEvent,
  memoryEvent,
  memoryRawEvent,
  pythonEvent,
  tableEvent,
  tableStreamEvent,
} from './event-shapes.ts';
import { answeredBySpec, answeredByTables } from './interrupt-answers.ts';
import { resolvedBySpec, resolvedByTables, suspendedBySpec, suspendedByTables } from './interrupt-events.ts';
import { payloadOfExamples } from './logged-payloads.ts';
import { pythonPoll, shortPoll, specPoll } from './poll-answers.ts';
import {
  anyMode,
  bufferBetween,
  checkedCursor,
  checkedMode,
  filteringMode,
  looseCursor,
  looseLastEventId,
  noBuffer,
} from './readings.ts';
import { snapshotWith } from './snapshots.ts';

const PLAIN_STREAM = {
  head: 'with-first-byte',
  openComment: null,
  heartbeat: null,
  isWrittenInParts: false,
  hasDeltas: false,
  cursor: looseLastEventId,
} as const;

const PLAIN_ACTIONS = {
  fork: 'none',
  pause: 'unknown-path',
  cancel: { status: 202, says: 'cancelling' },
  annotations: false,
  runList: false,
  streamToken: false,
} as const;

/** SSE is raw: `seq` and `data`, no ids. Polls know `since` alone. */
export const inMemory: Dialect = {
  name: 'in-memory',
  firstSequence: 0,
  eventId: (runId, sequence) => `${runId}-${sequence}`,
  payloadOf: payloadOfExamples(null),
  suspendedMoves: suspendedBySpec,
  resolvedMoves: resolvedBySpec,
  discovery: exampleDiscovery('acme-host-in-memory', MEMORY_FAMILIES),
  events: { json: memoryEvent, stream: memoryRawEvent },
  snapshot: snapshotWith({
    endedAs: 'endedAt',
    interruptDataAs: 'payload',
    extras: { inputs: {}, workspace: [] },
  }),
  bundle: bundleWith({
    bundleVersion: '1',
    host: { name: 'acme-host-in-memory', version: '1.1.7' },
    redactionMode: 'omit',
    takesMaxEvents: false,
    event: (event) => bundledEvent(event, { payload: true, cause: false }),
  }),
  poll: {
    cursor: looseCursor('since'),
    limit: () => Number.POSITIVE_INFINITY,
    answer: specPoll(memoryEvent),
  },
  stream: { ...PLAIN_STREAM, otherwise: 'json-when-asked', bufferMs: noBuffer, mode: anyMode },
  interrupts: {
    answers: 'anything',
    hasTokenGet: false,
    hasList: false,
    resolvedByNode: 404,
    answered: answeredBySpec,
  },
  actions: { ...PLAIN_ACTIONS, cancel: { status: 200, says: 'cancelled' }, annotations: true },
  unauthenticated: 'invalid_credential',
  hostName: 'sample',
};

/** The cause is dropped on the stream and kept in JSON and bundle. */
export const sqlite: Dialect = {
  name: 'sqlite',
  firstSequence: 0,
  eventId: (runId, sequence) => `evt-${runId}-${sequence}`,
  payloadOf: payloadOfExamples({}),
  suspendedMoves: suspendedByTables,
  resolvedMoves: resolvedByTables,
  discovery: exampleDiscovery('acme-host-sqlite', TABLE_FAMILIES),
  events: { json: tableEvent, stream: tableStreamEvent },
  snapshot: snapshotWith({ endedAs: 'endedAt', interruptDataAs: 'payload', extras: { inputs: {} } }),
  bundle: bundleWith({
    bundleVersion: '1',
    host: { name: 'acme-host-sqlite', version: '1.1.7' },
    redactionMode: 'omit',
    takesMaxEvents: true,
    event: (event) => bundledEvent(event, { payload: true, cause: true }),
  }),
  poll: {
    cursor: checkedCursor('lastSequence', 'since'),
    limit: () => Number.POSITIVE_INFINITY,
    answer: specPoll(tableEvent),
  },
  stream: { ...PLAIN_STREAM, otherwise: 'always-json', bufferMs: bufferBetween(0), mode: checkedMode },
  interrupts: {
    answers: 'object',
    hasTokenGet: false,
    hasList: false,
    resolvedByNode: 409,
    answered: answeredByTables,
  },
  actions: { ...PLAIN_ACTIONS, pause: 'yes' },
  unauthenticated: 'invalid_credential',
  hostName: 'sample',
};

/** As sqlite; polls say little, and the bundle has no causes. */
export const postgres: Dialect = {
  ...sqlite,
  name: 'postgres',
  discovery: exampleDiscovery('acme-host-postgres', TABLE_FAMILIES),
  bundle: bundleWith({
    bundleVersion: '1',
    host: { name: 'acme-host-postgres', version: '1.1.7' },
    redactionMode: 'omit',
    takesMaxEvents: true,
    event: (event) => bundledEvent(event, { payload: true, cause: false }),
  }),
  poll: {
    cursor: looseCursor('lastSequence'),
    limit: () => Number.POSITIVE_INFINITY,
    answer: shortPoll(tableEvent),
  },
};

const ENDS: readonly string[] = ['run.completed', 'run.failed', 'run.cancelled'];
const isMessage = (type: string) => type.startsWith('agent.') || type.startsWith('message.');
const isValue = (type: string) =>
  ENDS.includes(type) || type === 'interrupt.requested' || type === 'interrupt.resolved';

/** Random ids, microseconds, a bundle without payloads, modes that filter in their own way. */
export const python: Dialect = {
  name: 'python',
  firstSequence: 0,
  eventId: null,
  payloadOf: payloadOfExamples({}),
  suspendedMoves: suspendedBySpec,
  resolvedMoves: resolvedBySpec,
  discovery: exampleDiscovery('acme-host-python', {}),
  events: { json: pythonEvent, stream: pythonEvent },
  snapshot: snapshotWith({ endedAs: 'endedAt', interruptDataAs: 'payload', extras: {} }),
  bundle: bundleWith({
    bundleVersion: '1.0',
    host: { name: 'acme-host-python', version: '1.1.7' },
    redactionMode: 'omit',
    takesMaxEvents: false,
    event: (event) => bundledEvent(event, { payload: false, cause: false }),
  }),
  poll: {
    cursor: checkedCursor('lastSequence', 'since'),
    limit: () => Number.POSITIVE_INFINITY,
    answer: pythonPoll(pythonEvent),
  },
  stream: {
    ...PLAIN_STREAM,
    otherwise: 'json-when-asked',
    head: 'at-once',
    bufferMs: bufferBetween(0),
    mode: filteringMode(['streamMode'], {
      values: isValue,
      messages: isMessage,
      updates: (type) => !isMessage(type),
    }),
  },
  interrupts: {
    answers: 'anything',
    hasTokenGet: false,
    hasList: false,
    resolvedByNode: 409,
    answered: answeredBySpec,
  },
  actions: PLAIN_ACTIONS,
  unauthenticated: 'unauthenticated',
  hostName: 'sample',
};
