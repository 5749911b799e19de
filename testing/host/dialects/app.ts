import { bundleOfApp } from './bundles.ts';
import type { Dialect, Reading } from './dialect.ts';
import { APP_DISCOVERY } from './discovery-documents.ts';
import { wholeEvent, wholeLiveEvent } from './event-shapes.ts';
import { answeredByApp } from './interrupt-answers.ts';
import { resolvedByApp, suspendedByApp } from './interrupt-events.ts';
import { payloadOfApp } from './logged-payloads.ts';
import { shortPoll } from './poll-answers.ts';
import { bufferBetween, filteringMode, looseCursor, strictLastEventId } from './readings.ts';
import { snapshotWith } from './snapshots.ts';

/** Sequences from 1, comments, a list of runs and one of interrupts, and a poll that skips an event. */
export const app: Dialect = {
  name: 'app',
  firstSequence: 1,
  eventId: null,
  payloadOf: payloadOfApp,
  suspendedMoves: suspendedByApp,
  resolvedMoves: resolvedByApp,
  discovery: APP_DISCOVERY,
  events: { json: wholeEvent, stream: wholeLiveEvent },
  snapshot: snapshotWith({ endedAs: 'completedAt', interruptDataAs: 'data', extras: { variables: {} } }),
  bundle: bundleOfApp,
  poll: {
    cursor: skippingCursor,
    limit: (query) => Math.min(1000, Math.max(1, Number(query.get('limit')) || 100)),
    answer: shortPoll(wholeEvent),
  },
  stream: {
    otherwise: 'json-when-asked',
    head: 'at-once',
    openComment: 'open',
    heartbeat: { comment: 'heartbeat', everyMs: 15_000 },
    isWrittenInParts: true,
    hasDeltas: true,
    cursor: strictLastEventId,
    bufferMs: bufferBetween(1),
    mode: filteringMode(['streamMode', 'mode'], {
      values: (type) => type === 'node.completed' || type === 'run.completed',
      messages: (type) => type.includes('.message'),
    }),
  },
  interrupts: {
    answers: 'anything',
    hasTokenGet: true,
    hasList: true,
    resolvedByNode: 404,
    answered: answeredByApp,
  },
  actions: {
    fork: 'replay-from-0',
    pause: 'not-provided',
    cancel: { status: 200, says: 'cancelled' },
    annotations: true,
    runList: true,
    streamToken: true,
  },
  unauthenticated: 'unauthenticated',
  hostName: 'openwop-app',
};

/** The defect of section 7: `lastSequence=N` becomes N+1 and is compared with `>`. `fromSeq` is the older name of N+1. */
function skippingCursor(query: URLSearchParams): Reading<number | null> {
  const last = looseCursor('lastSequence')(query);
  if (!last.ok || last.value === null) return looseCursor('fromSeq')(query);
  return { ok: true, value: last.value + 1 };
}
