/** A payload that has the shape of one that fits is not read: what a schema distinguishes must have another shape. */
import { describe, expect, test, vi } from 'vitest';
import { openRunLog } from '../src/index.ts';
import { bytesSource } from '../src/source/byte-source.ts';

const invocation = (source: string) => ({
  type: 'agent.invocation.started',
  payload: `{"invocationId":"i","agentId":"acme.review","source":"${source}"}`,
});
const line = (level: string, message: string) => ({
  type: 'log.appended',
  payload: `{"level":${level},"message":${message}}`,
});
const escaped = (text: string) =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Rows of which the first fits, and the numbers of those that do not. */
const LOGS: readonly [
  name: string,
  events: readonly { readonly type: string; readonly payload: string }[],
  wrong: readonly number[],
][] = [
  ['a word that is none of the choices', ['run-api', 'chat-mention', 'nobody'].map(invocation), [2]],
  [
    'a choice in escapes, and longer texts that are none',
    [escaped('workflow-node'), 'x'.repeat(70), 'y'.repeat(200), escaped('workflow-nose')].map(invocation),
    [1, 2, 3],
  ],
  ['an empty text that is none', ['run-api', ''].map(invocation), [1]],
  [
    'levels of lines: one that fits, none, a number, and what is missing',
    [
      line('"info"', '"a"'),
      line('"info"', '"b"'),
      line('"loud"', '"c"'),
      line('7', '"d"'),
      line('null', '"e"'),
      line('"info"', '5'),
    ],
    [2, 3, 4, 5],
  ],
];

test.each(LOGS)('%s', async (_, events, wrong) => {
  const text = events.map(
    ({ type, payload }, sequence) =>
      `{"eventId":"e${sequence}","runId":"r","sequence":${sequence},"type":"${type}","payload":${payload}}`,
  );
  const log = openRunLog(bytesSource('log', new TextEncoder().encode(text.join('\n'))));
  await log.loaded;
  expect([...log.index.columns.shape.subarray(0, events.length)]).not.toContain(0);
  await log.runChecks();
  const problems = (await log.allProblems()).filter(({ code }) => code.startsWith('payload_'));
  expect([...new Set(problems.map(({ sequence }) => sequence))]).toEqual(wrong);
});

test('texts of any length that no choice is left of are read once', async () => {
  const events = Array.from({ length: 200 }, (_, sequence) =>
    JSON.stringify({
      eventId: `e${sequence}`,
      runId: 'r',
      sequence,
      type: 'agent.toolReturned',
      payload: { agentId: 'a.b', toolName: 't', callId: 'c', outcome: `${'text '.repeat(20)}${sequence}` },
    }),
  );
  const log = openRunLog(bytesSource('log', new TextEncoder().encode(events.join('\n'))));
  await log.loaded;
  expect(new Set(log.index.columns.shape.subarray(0, events.length)).size).toBe(1);
});

describe('payloads of one shape that deviate', () => {
  /** Checks a log of one event a document; returns how many events were read for it, and the problems. */
  async function checked(documents: readonly object[]) {
    const lines = documents.map((document, sequence) =>
      JSON.stringify({ eventId: `e${sequence}`, runId: 'r', sequence, ...document }),
    );
    const log = openRunLog(bytesSource('log', new TextEncoder().encode(lines.join('\n'))));
    await log.loaded;
    const read = vi.spyOn(log, 'read');
    await log.runChecks();
    const problems = (await log.allProblems()).filter(({ code }) => code.startsWith('payload_'));
    return { reads: read.mock.calls.length, problems };
  }

  const usage = (more: object) => ({
    type: 'provider.usage',
    payload: { nodeId: 'n', provider: 'p', model: 'm', inputTokens: 5, outputTokens: 7, ...more },
  });

  test('are read once, and each has its problems', async () => {
    const documents = Array.from({ length: 500 }, (_, at) =>
      usage({ acmeTenant: `t${at}`, acmeWeight: at + 2 }),
    );
    const { reads, problems } = await checked(documents);
    expect(reads).toBe(1);
    expect(problems.map(({ sequence, pointer }) => `${sequence} ${pointer}`)).toEqual(
      documents.flatMap((_, at) => [`${at} /payload/acmeTenant`, `${at} /payload/acmeWeight`]),
    );
  });

  test('are remembered after any number of events that must be read themselves', async () => {
    const suspected = Array.from({ length: 20_001 }, () => usage({ acmeNote: 'token: none' }));
    const others = Array.from({ length: 50 }, (_, at) => usage({ acmeTenant: `t${at}` }));
    const { reads } = await checked([...suspected, ...others]);
    expect(reads).toBe(suspected.length + 1);
  });

  test('name the member that holds the payload', async () => {
    const { type, payload } = usage({ acmeTenant: 'north' });
    const { problems } = await checked([
      { type, payload },
      { type, data: payload },
    ]);
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/payload/acmeTenant', '/data/acmeTenant']);
  });

  test('are read again where a place in a list may differ', async () => {
    const event = (contributors: readonly unknown[]) => ({
      type: 'runOrchestrator.decided',
      payload: { runId: 'r', decision: { kind: 'next-worker', nextWorkerIds: contributors } },
    });
    const { reads, problems } = await checked([event([1, 'a']), event([2, 'b']), event([1, 'a'])]);
    expect(problems.length).toBeGreaterThan(0);
    expect(reads).toBe(3);
  });

  test('may be tolerated in one event and not in the next', async () => {
    const completed = { type: 'node.completed', payload: { outputs: { a: 1 } } };
    const { problems } = await checked([completed, { ...completed, nodeId: 'n' }, completed]);
    expect(problems.map(({ code, sequence }) => `${code} ${sequence}`)).toEqual([
      'payload_schema 0',
      'payload_schema 2',
      'payload_identity_on_event undefined',
    ]);
  });
});
