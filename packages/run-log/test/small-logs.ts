/** Small logs for the property tests: every format, made from the same events. */

export interface SmallEvent {
  readonly eventId: string;
  readonly runId: string;
  readonly type: string;
  readonly sequence: number;
  readonly timestamp: string;
  readonly nodeId?: string;
  readonly causationId?: string;
  readonly payload: unknown;
}

/** Events with everything that makes bytes awkward: escapes, quotes, braces in strings, characters of 2 to 4 bytes. */
export const EVENTS: readonly SmallEvent[] = [
  {
    eventId: 'e0',
    runId: 'r',
    type: 'run.started',
    sequence: 0,
    timestamp: '2026-05-18T10:00:00Z',
    payload: { workflowId: 'w' },
  },
  {
    eventId: 'e1',
    runId: 'r',
    type: 'agent.toolCalled',
    sequence: 1,
    timestamp: '2026-05-18T10:00:01.5+02:00',
    nodeId: 'plan',
    causationId: 'e0',
    payload: {
      agentId: 'agt',
      toolName: 'se"ar\\ch',
      callId: 'c}{',
      inputs: [[], {}, [1.5e-3, -0, true, null]],
    },
  },
  {
    eventId: 'e"2',
    runId: 'r',
    type: 'agent.toolReturned',
    sequence: 2,
    timestamp: '2026-05-18T10:00:02.000001Z',
    nodeId: 'plän',
    causationId: 'e1',
    payload: {
      agentId: 'agt',
      toolName: 'x',
      callId: 'c}{',
      outcome: 'grüße 火 🜂\u2028 \\n \n\t',
      contentTrust: 'untrusted',
    },
  },
  {
    eventId: 'e3',
    runId: 'r',
    type: 'run.completed',
    sequence: 3,
    timestamp: '2026-05-18T10:00:03Z',
    causationId: 'e"2',
    payload: {},
  },
];

const encoder = new TextEncoder();

/** The same events in every form a file can have. */
export const FORMS: readonly { readonly name: string; readonly bytes: Uint8Array }[] = [
  { name: 'ndjson', text: EVENTS.map((event) => `${JSON.stringify(event)}\n`).join('') },
  {
    name: 'ndjson with CRLF and blank lines',
    text: EVENTS.map((event) => `${JSON.stringify(event)}\r\n\r\n`).join(''),
  },
  { name: 'event-log', text: JSON.stringify(EVENTS) },
  { name: 'event-log with spaces', text: ` ${JSON.stringify(EVENTS, null, 2)}\n` },
  {
    name: 'debug-bundle',
    text: JSON.stringify({
      bundleVersion: '1',
      generatedAt: '2026-05-18T10:00:09Z',
      host: { name: 'h', version: '1' },
      run: { runId: 'r', workflowId: 'w', status: 'completed' },
      events: EVENTS,
      redactionApplied: true,
      redactionMode: 'mask',
    }),
  },
  { name: 'poll', text: JSON.stringify({ events: EVENTS, isComplete: true }) },
  {
    name: 'sse',
    text: EVENTS.map(
      (event) => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    ).join(''),
  },
  {
    name: 'sse in pieces',
    text: EVENTS.map(
      (event) => `: c\r\ndata: ${JSON.stringify(event, null, 1).replaceAll('\n', '\r\ndata: ')}\r\n\r\n`,
    ).join(''),
  },
].map(({ name, text }) => ({ name, bytes: encoder.encode(text) }));
