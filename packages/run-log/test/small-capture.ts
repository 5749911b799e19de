/** A small capture with everything that one can hold: restated, late, repeated and conflicting events, control lines. */

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const at = (second: number): string => new Date(Date.UTC(2026, 4, 18, 10, 0, second)).toISOString();

/** An event as a stream sends it. */
function event(sequence: number, type: string, more: Readonly<Record<string, unknown>> = {}): unknown {
  return { eventId: `e${sequence}`, runId: 'r', sequence, type, timestamp: at(sequence), ...more };
}

const via = (channel: string): unknown => ({ capture: 'via', channel, at: at(0) });

export const HEAD = {
  capture: 'openwop-inspector/1',
  baseUrl: 'http://127.0.0.1:1',
  hostName: 'test host',
  runId: 'r',
  startedAt: at(0),
  discovery: {
    protocolVersion: '1.0',
    supportedEnvelopes: ['clarification.request'],
    schemaVersions: {},
    limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
    implementation: { name: 'test host', version: '1.2' },
  },
};

const QUESTION = {
  kind: 'clarification',
  key: 'k',
  interruptId: 'i1',
  data: { questions: [{ id: 'q', question: 'Which “grüße”? 🜂' }] },
  resumeSchema: { type: 'object', properties: { token: { type: 'string' } } },
};

/** Lines of the capture, in order. */
export const CAPTURE_LINES: readonly unknown[] = [
  HEAD,
  { capture: 'state', state: 'connecting', words: 'Connecting', at: at(0) },
  via('sse'),
  event(0, 'run.started', { payload: { workflowId: 'w' } }),
  event(1, 'node.started', { nodeId: 'plan' }),
  { ...(event(2, 'agent.toolCalled', { nodeId: 'plan' }) as object), payload: { toolName: 'search' } },
  // Comes late, as the second of two that name it.
  event(6, 'agent.toolReturned', {
    nodeId: 'plan',
    causationId: 'e4',
    payload: { toolName: 'search', contentTrust: 'untrusted' },
  }),
  event(7, 'clarification.requested', { nodeId: 'plan', causationId: 'env-1', payload: { questions: [] } }),
  { capture: 'bad-frame', text: 'not json', at: at(7) },
  {
    capture: 'snapshot',
    at: at(7),
    status: 'waiting-input',
    snapshot: { runId: 'r', workflowId: 'w', status: 'waiting-input' },
  },
  via('poll'),
  // The same again, with what the stream left out.
  event(2, 'agent.toolCalled', { nodeId: 'plan', causationId: 'e1', payload: { toolName: 'search' } }),
  event(3, 'envelope.retry.attempted', { nodeId: 'plan', causationId: 'env-1', payload: { attempt: 2 } }),
  event(4, 'agent.toolCalled', { nodeId: 'plan', causationId: 'e1', payload: { toolName: 'other' } }),
  event(1, 'node.started', { nodeId: 'plan' }),
  // Without an id on one channel, with one on the other.
  {
    runId: 'r',
    sequence: 8,
    type: 'log.appended',
    timestamp: at(8),
    payload: { level: 'info', message: 'x' },
  },
  event(8, 'log.appended', { payload: { level: 'info', message: 'x' } }),
  // Without an id on both.
  { runId: 'r', sequence: 9, type: 'log.appended', timestamp: at(9) },
  {
    runId: 'r',
    sequence: 9,
    type: 'log.appended',
    timestamp: at(9),
    payload: { level: 'info', message: 'y' },
  },
  { capture: 'delta', id: 11 },
  { surfaceRef: 'e7', patch: [] },
  event(12, 'interrupt.requested', { nodeId: 'plan', causationId: 'env-1', payload: QUESTION }),
  // The same id with other content.
  event(4, 'agent.toolCalled', { nodeId: 'plan', causationId: 'e1', payload: { toolName: 'changed' } }),
  event(13, 'log.appended', { causationId: 'evt-r-9' }),
  { capture: 'action', at: at(13), action: { kind: 'cancel', reason: null } },
  event(15, 'log.appended', { causationId: 'nothing', payload: { level: 'info' } }),
  via('bundle'),
  event(16, 'run.failed', { causationId: 'e13', payload: { error: { code: 'x', message: 'm' } } }),
  { capture: 'end', at: at(16), end: 'run-ended', ledger: {} },
];

export const CAPTURE_TEXT = CAPTURE_LINES.map(line).join('');
