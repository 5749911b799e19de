import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RULE } from '../src/graph/causal-graph.ts';
import {
  attemptEvents,
  deltaChain,
  envelopePosition,
  foundEnvelopes,
  type LogicalEnvelope,
  logicalEnvelopes,
  openRunLog,
  type RunLog,
  reasoningAt,
  textSource,
  trustOf,
} from '../src/index.ts';
import { openFile } from '../src/node/index.ts';

/** What holds of the answers about content for every log. */

const recordings = join(import.meta.dirname, '../../../testing/recordings');

async function rowsOf(log: RunLog, pageSize: number): Promise<LogicalEnvelope[]> {
  const rows: LogicalEnvelope[] = [];
  for (;;) {
    const page = await logicalEnvelopes(log, { offset: rows.length, limit: pageSize });
    rows.push(...page.rows);
    if (page.rows.length === 0) return rows;
  }
}

/** Pages one behind another are the whole list, each event under a correlationId is in one row, and rows are in order. */
async function checkRows(log: RunLog): Promise<void> {
  const whole = await logicalEnvelopes(log, { offset: 0, limit: 200 });
  const rows = await rowsOf(log, 3);
  expect(rows).toHaveLength(whole.total);
  expect(rows.slice(0, 200)).toEqual(whole.rows);
  expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
  expect(whole.attempts).toBe(rows.reduce((sum, row) => sum + row.attempts.length + row.attemptsLeftOut, 0));
  await checkAttempts(log, rows);
  for (let i = 0; i < log.order.length; i++) {
    const ordinal = log.order.ordinalAt(i);
    const position = await envelopePosition(log, ordinal);
    if (log.graph?.rule[ordinal] === RULE.correlationId) expect(position).toBeGreaterThanOrEqual(0);
    expect(position).toBeLessThan(rows.length);
  }
  for (const [i, row] of rows.entries()) {
    if (row.ordinal >= 0) expect(await envelopePosition(log, row.ordinal)).toBe(i);
    expect(row.state).toBe(row.attempts.at(-1)?.state);
    expect(row.ordinal).toBe(row.attempts.at(-1)?.ordinal);
  }
}

/** The events of attempts alone are those that the rows name. */
async function checkAttempts(log: RunLog, rows: readonly LogicalEnvelope[]): Promise<void> {
  const ordinals: number[] = [];
  for (let offset = 0; ; offset += 3) {
    const page = await attemptEvents(log, { offset, limit: 3 });
    ordinals.push(...page.ordinals);
    if (!page.isEnd) continue;
    expect(page.total).toBe(rows.reduce((sum, row) => sum + row.attempts.length + row.attemptsLeftOut, 0));
    break;
  }
  const named = rows.flatMap((row) => row.attempts.map(({ ordinal }) => ordinal));
  expect(ordinals).toEqual(named.filter((ordinal) => ordinal >= 0));
}

/** Every answer about an event is plain data that crosses a worker boundary. */
async function checkAnswers(log: RunLog, ordinal: number): Promise<void> {
  const answers = [
    await foundEnvelopes(log, ordinal),
    await trustOf(log, ordinal),
    await reasoningAt(log, ordinal),
    await deltaChain(log, ordinal),
    await log.rows([ordinal]),
  ];
  expect(() => structuredClone(answers)).not.toThrow();
}

const ENVELOPE = '{"type":"vendor.a.b","correlationId":"c1","payload":{"reasoning":"r"},"meta":{}}';
const SURFACE = { catalogVersion: '0.9.1', surface: { components: [{ component: '__proto__' }] } };

const payloads = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    SURFACE,
    { kind: 'approval', data: SURFACE },
    { kind: 'clarification', config: SURFACE },
  ),
  fc.record({ chunk: fc.constantFrom('a', ENVELOPE, '{', `\`\`\`json\n${ENVELOPE}`), isLast: fc.boolean() }),
  fc.record({
    level: fc.constantFrom('info', 'warn', '__proto__'),
    fields: fc.record(
      {
        envelopeType: fc.constantFrom('error', 'media.image', '__proto__'),
        payload: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ error: fc.record({ code: fc.constantFrom('envelope_invalid', 'x', 'constructor') }) }),
  fc.record({
    reason: fc.constantFrom('truncation', 'schema-violation', 'toString'),
    outputTokenCount: fc.integer(),
  }),
  fc.record({ delta: fc.string(), sequence: fc.nat(2), agentId: fc.constantFrom('agt', 'other') }),
  fc.record({ systemPrompt: fc.string(), tokenCounts: fc.dictionary(fc.string(), fc.integer()) }),
);

const event = fc.record(
  {
    type: fc.constantFrom(
      'run.started',
      'node.started',
      'node.completed',
      'node.suspended',
      'node.failed',
      'run.failed',
      'output.chunk',
      'log.appended',
      'cap.breached',
      'envelope.retry.attempted',
      'envelope.truncated',
      'envelope.retry.exhausted',
      'envelope.recovery.applied',
      'interrupt.requested',
      'clarification.requested',
      'ui.a2ui-surface',
      'prompt.composed',
      'agent.reasoned',
      'agent.reasoning.delta',
      'agent.toolReturned',
      '__proto__',
    ),
    nodeId: fc.constantFrom('n', 'm', '__proto__'),
    runId: fc.constantFrom('r', 'r', 'q'),
    causationId: fc.constantFrom('c1', 'c2', 'e1', 'e3', 'constructor'),
    contentTrust: fc.constantFrom('trusted', 'untrusted', 'maybe'),
    payload: payloads,
  },
  { requiredKeys: ['type'] },
);

test('every event under a correlationId is in exactly one logical envelope, whatever the log', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 16 }),
      fc.boolean(),
      async (parts, hasFile) => {
        const docs = parts.map((part, sequence) => ({
          runId: 'r',
          ...part,
          eventId: `e${sequence}`,
          sequence,
        }));
        const lines = docs.map((doc) => JSON.stringify(doc));
        const text = [...(hasFile ? [ENVELOPE, ENVELOPE.replace('c1', 'c9')] : []), ...lines].join('\n');
        const log = openRunLog(textSource('log.ndjson', `${text}\n`));
        await log.loaded;
        await checkRows(log);
        for (let ordinal = 0; ordinal < docs.length; ordinal++) await checkAnswers(log, ordinal);
        await log.close();
      },
    ),
    { numRuns: runsOf(150, 50), seed: 11 },
  );
});

test('nesting of ten thousand levels stays out of the answers', async () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const lines = [
    `{"eventId":"e0","runId":"r","sequence":0,"type":"ui.a2ui-surface","payload":{"catalogVersion":"0.9.1","surface":${deep}}}`,
    `{"eventId":"e1","runId":"r","sequence":1,"type":"log.appended","causationId":"c","payload":{"fields":{"envelopeType":"v","payload":${deep}}}}`,
    `{"eventId":"e2","runId":"r","sequence":2,"type":"interrupt.requested","nodeId":"n","payload":{"kind":"approval","data":${JSON.stringify(SURFACE)},"resumeSchema":${deep}}}`,
  ];
  const log = openRunLog(textSource('log.ndjson', lines.join('\n')));
  await log.loaded;
  await checkRows(log);
  for (let ordinal = 0; ordinal < 3; ordinal++) await checkAnswers(log, ordinal);
  expect((await foundEnvelopes(log, 0))[0]).toMatchObject({ value: null, complete: false });
  await log.close();
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

const logs = [...filesBelow(join(recordings, 'app')), ...filesBelow(join(recordings, 'in-memory'))].filter(
  (path) => /(?:\.sse|poll\.json|snapshot\.json|interrupts\.json|bundle\.json|test-events\.json)$/.test(path),
);

test('every recording of a real host: rows, and answers for its events', {
  timeout: 120_000,
}, async () => {
  expect(logs.length).toBeGreaterThan(300);
  const most = runsOf(40, 12);
  for (const path of logs) {
    const log = openRunLog(await openFile(path));
    await log.loaded;
    await checkRows(log);
    for (let i = 0; i < Math.min(log.order.length, most); i++)
      await checkAnswers(log, log.order.ordinalAt(i));
    await log.close();
  }
});
