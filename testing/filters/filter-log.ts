/** A small log with something of everything that a filter asks about, and text that is hard to search. */

type Event = Readonly<Record<string, unknown>>;

const first = { runId: 'r1', contentTrust: undefined } as const;

function at(clock: string, day = 18): string {
  return `2026-05-${day}T${clock}Z`;
}

function inPlan(type: string, clock: string, payload: unknown, more: Event = {}): Event {
  return { type, nodeId: 'plan', ...more, timestamp: at(clock), payload };
}

const tool = { agentId: 'agt', toolName: 'docs.search', callId: 'c1' };
const hits = [
  { id: 'x1', score: 0.5 },
  { id: 'x2', score: 2 },
];
const prd = { envelopeType: 'vendor.acme.prd.create', envelopeId: 'env1' };
const lacking = { code: 'envelope_invalid', message: 'lacks (a) title', details: null };
const odd = {
  blob: 'x'.repeat(70_000),
  'a.b': { 'c.d': 1 },
  flags: [true, false, null],
  n: 42,
  s: '42',
  t: 'true',
  deep: [[{ n: -1.5 }], []],
};

/** Events of the first run by their sequence. */
const FIRST: readonly Event[] = [
  { type: 'run.started', timestamp: at('09:00:00.000'), payload: { workflowId: 'acme.flow' } },
  inPlan('node.started', '09:00:01.000', { nodeId: 'plan' }),
  inPlan('agent.toolCalled', '09:00:02.000', tool, { eventId: 'evt_12', causationId: 'e1' }),
  inPlan(
    'agent.toolReturned',
    '09:00:05.000',
    { ...tool, outcome: { hits, note: 'Two Markets' } },
    { causationId: 'evt_12', contentTrust: 'untrusted' },
  ),
  inPlan('output.chunk', '09:00:06.000', {
    chunk: 'Größe "STRASSE" straße',
    meta: { usage: { totalTokens: 1500 } },
  }),
  inPlan('agent.reasoning.delta', '09:00:07.500', {
    delta: 'In \u212aelvin, \u0130stanbul, ΟΔΟΣ and \ud83d\ude00',
  }),
  inPlan('provider.usage', '09:00:08.000', {
    provider: 'mock',
    model: 'm',
    inputTokens: 900,
    outputTokens: 300,
  }),
  inPlan(
    'log.appended',
    '09:00:09.000',
    { level: 'info', message: 'm', fields: prd },
    { causationId: 'corr_7' },
  ),
  inPlan(
    'artifact.created',
    '09:00:10.000',
    { artifactId: 'a1', artifactType: 'text' },
    { causationId: 'corr_7' },
  ),
  inPlan(
    'node.failed',
    '09:02:00.000',
    { nodeId: 'plan', error: lacking },
    { causationId: 'e1', contentTrust: 'trusted' },
  ),
  inPlan('node.started', '09:02:30.000', { nodeId: 'plan' }),
  inPlan('node.completed', '09:03:00.000', { nodeId: 'plan', outputs: {}, durationMs: 2500 }),
  { type: 'node.started', nodeId: 'draft one', timestamp: at('09:04:59.999'), payload: {} },
  {
    type: 'interrupt.requested',
    nodeId: 'draft one',
    timestamp: at('09:05:30.000'),
    payload: { kind: 'approval', interruptId: 'i1', data: {} },
  },
  { type: 'acme.custom', timestamp: at('09:06:00.000'), payload: odd },
  { type: 'log.appended', data: { level: 'info', message: 'api/v1 and /error/code' } },
];

const SECOND: readonly string[] = [
  `{"eventId":"s0","runId":"r2","sequence":100,"type":"run.started","timestamp":"${at('23:59:30.000')}","payload":{}}`,
  `{"eventId":"s1","runId":"r2","sequence":101,"type":"node.started","nodeId":"draft one","causationId":"s0","timestamp":"${at('23:59:59.000')}","payload":{}}`,
  // The code is written with an escape by number, and the message with all others.
  `{"eventId":"s2","runId":"r2","sequence":102,"type":"node.failed","nodeId":"draft one","causationId":"corr_7","timestamp":"${at('00:00:10.000', 19)}","payload":{"nodeId":"draft one","\\u0065rror":{"code":"envelope\\u005finvalid","message":"two \\"words\\" \\u00e9 back\\\\slash \\/ \\ud83d\\ude00"}}}`,
  `{"eventId":"s3","runId":"r2","sequence":103,"type":"log.appended","causationId":"corr_7","timestamp":"${at('00:00:20.000', 19)}","payload":{"level":"warn","message":"or and not","fields":{"refusedType":"vendor.other.x"}}}`,
  `{"eventId":"s4","runId":"r2","sequence":104,"type":"run.failed","causationId":"s2","timestamp":"${at('00:00:30.000', 19)}","payload":{"error":{"code":"x"},"durationMs":40000}}`,
];

/** The log as lines. Event `n` of the first run has the sequence `n` and, unless it says otherwise, the id `e<n>`. */
export function filterLog(): string {
  const lines = FIRST.map((event, sequence) =>
    JSON.stringify({ eventId: `e${sequence}`, ...first, sequence, ...event }),
  );
  return `${[...lines, ...SECOND].join('\n')}\n`;
}
