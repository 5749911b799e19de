import { isRecord } from '@openwop-inspector/base';
import { filteringMode, looseCursor, strictLastEventId } from './readings.ts';
import { cut, differing, reference, shortPoll, snapshotWith, wholeEvent } from './reference.ts';

/** Sequences from 1, comments, a list of runs and one of interrupts, and a poll that skips an event. */
export const app = differing(reference, {
  name: 'app',
  firstSequence: 1,
  eventId: null,
  // The node of a failure is left out, and the output is singular (run-events.md sections 3.2 and 5.3).
  payloadOf: (type, payload) => {
    if (!isRecord(payload)) return payload;
    switch (type) {
      case 'run.started':
        return { workflowId: payload.workflowId };
      case 'node.started':
        return {};
      case 'node.failed':
        return { error: payload.error };
      case 'run.completed':
        return { output: payload.outputs };
      default:
        return payload;
    }
  },
  // That the node waits, and not for what.
  suspendedMoves: ({ nodeId, interruptId, kind }) => [
    { type: 'node.suspended', nodeId, payload: { interruptId, kind } },
  ],
  resolvedMoves: ({ nodeId, interruptId, kind }) => [
    { type: 'node.interrupt.resolved', nodeId, payload: { interruptId, kind } },
    { type: 'run.resumed', payload: { resumedAtNode: nodeId } },
  ],
  events: {
    // `sequence` comes last.
    stream: (event) => {
      const { sequence, ...rest } = wholeEvent(event);
      return { ...rest, sequence };
    },
  },
  snapshot: snapshotWith('completedAt', 'data', { variables: {} }),
  // No version, no host, no word about redaction.
  bundle: (run, maxEvents) => {
    const { runId, workflowId, status } = run;
    const { events, isCut } = cut(run, maxEvents);
    const why = `Bundle capped at maxEvents=${maxEvents} (configured via query param).`;
    return {
      runId,
      workflowId,
      status,
      events: events.map(wholeEvent),
      truncated: isCut,
      truncatedReason: isCut ? why : undefined,
      metrics: { eventCount: run.events.length },
    };
  },
  poll: {
    // The defect of section 7: `lastSequence=N` becomes N+1 and is compared with `>`. `fromSeq` is the older name of N+1.
    cursor: (query) => {
      const last = looseCursor('lastSequence')(query);
      if ('status' in last || last.value === null) return looseCursor('fromSeq')(query);
      return { value: last.value + 1 };
    },
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
  interrupts: {
    answers: 'anything',
    hasList: true,
    resolvedByNode: 404,
    // The status that the run had before the answer took effect (recorded).
    answered: ({ runId }, { nodeId }, _outcome, status) => ({ runId, nodeId, status }),
  },
  actions: {
    fork: 'replay-from-0',
    pause: 'not-provided',
    cancel: { status: 200, says: 'cancelled' },
    runList: true,
  },
  hostName: 'openwop-app',
});
