import { bundleWith } from './bundles.ts';
import type { Dialect } from './dialect.ts';
import { REFERENCE_DISCOVERY } from './discovery-documents.ts';
import { wholeEvent } from './event-shapes.ts';
import { answeredBySpec } from './interrupt-answers.ts';
import { resolvedBySpec, suspendedBySpec } from './interrupt-events.ts';
import { payloadOfSpec } from './logged-payloads.ts';
import { specPoll } from './poll-answers.ts';
import { checkedCursor, checkedMode, clampedBuffer, looseLastEventId } from './readings.ts';
import { snapshotWith } from './snapshots.ts';

/** The spec to the letter. */
export const reference: Dialect = {
  name: 'reference',
  firstSequence: 0,
  eventId: (runId, sequence) => `evt-${runId}-${sequence}`,
  payloadOf: payloadOfSpec,
  suspendedMoves: suspendedBySpec,
  resolvedMoves: resolvedBySpec,
  discovery: REFERENCE_DISCOVERY,
  events: { json: wholeEvent, stream: wholeEvent },
  snapshot: snapshotWith({
    endedAs: 'completedAt',
    interruptDataAs: 'data',
    extras: { eventLogSchemaVersion: 2 },
  }),
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
    answer: specPoll(wholeEvent),
  },
  stream: {
    otherwise: 'json-when-asked',
    head: 'at-once',
    openComment: null,
    heartbeat: { comment: 'keepalive', everyMs: 30_000 },
    isWrittenInParts: false,
    hasDeltas: true,
    cursor: looseLastEventId,
    bufferMs: clampedBuffer,
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
    annotations: true,
    runList: false,
    streamToken: false,
  },
  unauthenticated: 'unauthenticated',
  hostName: 'sample',
};
