/** Logs with adverse shapes, for the rows that read them. */
import { createMessageJudge } from '@openwop-inspector/acceptor-core';
import { bytesSource, openRunLog, type RunLog } from '@openwop-inspector/run-log';
import { many, utf8 } from './entry.ts';

const START_MS = Date.UTC(2026, 4, 18, 10);

/** One event; `over` replaces members. */
export function event(sequence: number, over: object = {}): object {
  return {
    eventId: `e${sequence}`,
    runId: 'r',
    type: 'node.completed',
    sequence,
    timestamp: new Date(START_MS + sequence * 1000).toISOString(),
    nodeId: `n${sequence}`,
    payload: { outputs: { index: sequence } },
    ...over,
  };
}

/** `n` events, each caused by the one before, every one of a node, a type and a correlation of its own. */
export function longChain(n: number): readonly object[] {
  return many(n, (at) =>
    event(at, {
      type: `vendor.kind${at}`,
      correlationId: `c${at}`,
      causationId: at === 0 ? null : `e${at - 1}`,
    }),
  );
}

/** `n` events that all name the first as their cause. */
export function wideTree(n: number): readonly object[] {
  return many(n, (at) => event(at, { causationId: at === 0 ? null : 'e0' }));
}

/** `n` events of one node, in attempts that never end, told in the wrong order, each with a hole behind it. */
export function holes(n: number): readonly object[] {
  const types = ['node.started', 'node.failed', 'node.retried', 'envelope.rejected'] as const;
  return many(n, (at) =>
    event(2 * (n - at), { nodeId: 'n', type: types[at % types.length], payload: { attempt: at } }),
  );
}

/** `n` events: a chain of causes that no node is named in, and as many nodes that each begin and end at the end of it. */
export function fruitlessCauses(n: number): readonly object[] {
  const half = n >> 1;
  return many(n, (at) => {
    if (at < half) return event(at, { type: 'log.appended', nodeId: null, causationId: `e${at - 1}` });
    const type = at % 2 === 0 ? 'node.started' : 'node.completed';
    return event(at, { type, nodeId: `n${at >> 1}`, causationId: `e${half - 1}` });
  });
}

/** `n` calls of a model in one node that begins and ends round each of them. */
export function modelCalls(n: number): readonly object[] {
  const types = ['node.started', 'provider.usage', 'node.completed'] as const;
  return many(n, (at) =>
    event(at, { nodeId: 'n', type: types[at % 3], payload: { provider: 'p', model: 'm', inputTokens: at } }),
  );
}

/** `n` events: a surface that asks at once, others that take its place, and the answer at the end. */
export function lateAnswer(n: number): readonly object[] {
  const surface = { type: 'ui.a2ui-surface', nodeId: 'n', payload: { catalogVersion: '0.9.1', surface: {} } };
  return many(n, (at) => {
    if (at === 1)
      return event(at, { type: 'interrupt.requested', nodeId: 'n', payload: { kind: 'approval' } });
    if (at < n - 1) return event(at, surface);
    const resumeValue = Object.fromEntries(many(n, (field) => [`f${field}`, [field]]));
    return event(at, { type: 'interrupt.resolved', nodeId: 'n', payload: { resumeValue } });
  });
}

/** `n` runs of one event each, every one the child of the run before. */
export function childRuns(n: number): readonly object[] {
  return many(n, (at) =>
    event(at, {
      runId: `r${at}`,
      type: 'run.started',
      payload: { workflowId: 'w', parentRunId: `r${at - 1}` },
    }),
  );
}

/** `n` calls and returns of tools, none of which names a cause. */
export function toolCalls(n: number): readonly object[] {
  const types = ['agent.toolCalled', 'agent.toolReturned'] as const;
  return many(n, (at) =>
    event(at, { nodeId: 'n', type: types[at % 2], payload: { callId: `c${at >> 1}`, toolName: 't' } }),
  );
}

/** `n` runs of two events, each of which dispatches the next, and the last the first. */
export function dispatches(n: number): readonly object[] {
  return many(2 * n, (at) => {
    const run = at >> 1;
    const own = { runId: `r${run}`, eventId: `e${at}` };
    if (at % 2 === 0) return event(0, { ...own, type: 'run.started', payload: {} });
    return event(1, { ...own, type: 'node.dispatched', payload: { childRunId: `r${(run + 1) % n}` } });
  });
}

export function ndjson(events: readonly object[]): string {
  return events.map((each) => `${JSON.stringify(each)}\n`).join('');
}

/** `n` messages of one id, each from another sender, each an answer to that id, in an interaction of its own. */
export function oneIdOfAll(n: number): readonly object[] {
  const said = { protocol: 'agh-network/v0', id: 'm', kind: 'say', channel: 'c', ts: 1, body: { text: 'x' } };
  return many(n, (at) => ({ ...said, from: `p${at}`, reply_to: 'm', causation_id: 'm', work_id: `w${at}` }));
}

/** A log that has been read. */
export async function opened(events: readonly object[]): Promise<RunLog> {
  const log = openRunLog(bytesSource('log.ndjson', utf8(ndjson(events))));
  await log.loaded;
  return log;
}

/** Work that opens a source whole, checks included. */
export function opening(text: string | Uint8Array<ArrayBuffer>): () => Promise<void> {
  const bytes = typeof text === 'string' ? utf8(text) : text;
  return async () => {
    const log = openRunLog(bytesSource('log', bytes), { startJudge: async () => createMessageJudge() });
    await log.loaded;
    await log.runChecks();
    await log.close();
  };
}
