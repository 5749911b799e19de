/** A payload that has the shape of one that fits is not read: what a schema tells apart must have another shape. */
import { expect, test } from 'vitest';
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
      ...{ eventId: `e${sequence}`, runId: 'r', sequence, type: 'agent.toolReturned' },
      payload: { agentId: 'a.b', toolName: 't', callId: 'c', outcome: `${'text '.repeat(20)}${sequence}` },
    }),
  );
  const log = openRunLog(bytesSource('log', new TextEncoder().encode(events.join('\n'))));
  await log.loaded;
  expect(new Set(log.index.columns.shape.subarray(0, events.length)).size).toBe(1);
});
