import { expect, test } from 'vitest';
import { openRunLog } from '../index.ts';
import { trustFindings } from '../query/trust/trust-findings.ts';
import { type ByteSource, bytesSource } from '../source/byte-source.ts';
import { EventColumns } from './event-columns.ts';
import { StoredEvents } from './stored-events.ts';

/** Runs of which each has a start, some text, and a failure. */
const RUNS = 400;
const events = Array.from({ length: RUNS }, (_, run) => {
  const event = (sequence: number, type: string, payload: object) =>
    JSON.stringify({ eventId: `e-${run}-${sequence}`, runId: `r-${run}`, sequence, type, payload });
  return [
    event(0, 'run.started', { workflowId: `w-${run}` }),
    event(1, 'log.appended', { level: 'info', message: 'x '.repeat(3000) }),
    event(2, 'run.failed', { error: { code: 'host_error', message: `no ${run}` } }),
  ];
}).flat();

function counted(source: ByteSource): { readonly source: ByteSource; readonly seen: { reads: number } } {
  const seen = { reads: 0 };
  return {
    seen,
    source: {
      ...source,
      read(offset, length) {
        seen.reads++;
        return source.read(offset, length);
      },
    },
  };
}

test.each([
  ['lines', events.join('\n')],
  ['a list', `[${events.join(',\n')}]`],
])('what says how runs began and failed is not read a second time: %s', async (_form, text) => {
  const { source, seen } = counted(bytesSource('log', new TextEncoder().encode(text)));
  const log = openRunLog(source);
  await log.loaded;
  const before = seen.reads;
  const runs = await log.runs();
  expect(runs.map(({ workflowId }) => `${workflowId}`).sort()).toEqual(
    Array.from({ length: RUNS }, (_, run) => `w-${run}`).sort(),
  );
  expect(runs.find(({ runId }) => runId === 'r-7')?.firstFailure?.message).toContain('no 7');
  expect(seen.reads - before).toBeLessThan(5);
  const started = new TextDecoder().decode(await log.readRange(0, 1, 9));
  expect(started).toBe(events[0]?.slice(1, 10));
});

test('the end of a node is stored where the node waited for an answer, in its own run', () => {
  const columns = new EventColumns();
  const stored = new StoredEvents();
  const take = (run: number, node: number, type: string): number => {
    const row = columns.push();
    columns.run[row] = run;
    columns.node[row] = node;
    columns.offset[row] = row * 10;
    stored.keep(columns, row, stored.wants(type), new TextEncoder().encode(`${run} ${node} ${type}`), 0, 0);
    return row;
  };
  const rows = [
    take(1, 1, 'interrupt.requested'),
    take(2, 1, 'node.completed'),
    take(1, 2, 'node.completed'),
    take(1, 1, 'node.completed'),
    take(1, 1, 'node.completed'),
    take(1, 1, 'output.chunk'),
  ];
  const textOf = (row: number): string | null => {
    const bytes = stored.bytesOf(row, row * 10);
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  };
  expect(rows.map(textOf)).toEqual(['1 1 interrupt.requested', null, null, '1 1 node.completed', null, null]);
  expect(stored.bytesOf(0, 7)).toBeUndefined();
});

test('rules between events read nothing of a log a second time that they ask about', async () => {
  const runs = Array.from({ length: RUNS }, (_, run) => {
    const event = (sequence: number, type: string, payload: object) =>
      JSON.stringify({
        eventId: `e-${run}-${sequence}`,
        runId: `r-${run}`,
        nodeId: 'n',
        sequence,
        type,
        payload,
      });
    return [
      event(0, 'ui.a2ui-surface', { catalogVersion: '1', surface: {} }),
      event(1, 'log.appended', { level: 'info', message: 'x '.repeat(3000) }),
      event(2, 'envelope.retry.attempted', { attempt: 2, reason: 'parse-error' }),
      event(3, 'interrupt.requested', { kind: 'approval', interruptId: 'i' }),
      event(4, 'node.resumed', { interruptId: 'i', action: 'accept' }),
      event(5, 'node.completed', { nodeId: 'n' }),
    ];
  });
  const { source, seen } = counted(bytesSource('log', new TextEncoder().encode(runs.flat().join('\n'))));
  const log = openRunLog(source, { scanner: 'fast' });
  await log.loaded;
  const before = seen.reads;
  const findings = await trustFindings(log);
  expect(findings?.byRow.size).toBe(RUNS);
  expect(seen.reads - before).toBe(0);
});

/** Everything around a payload that may move it, or make the scanner leave the event or reduce it. */
const HEAD =
  '"eventId":"e","runId":"r","nodeId":"n","type":"node.failed","timestamp":"2026-01-01T00:00:00.000Z"';
test.each([
  [
    'at the end',
    `{"sequence":0,${HEAD},"payload":{"a":"é \\u00e9","b":[1,{"c":2}]}}`,
    { a: 'é é', b: [1, { c: 2 }] },
  ],
  ['at the beginning, with space', `{ "payload" : { "a" : 1 } , "sequence":0,${HEAD} }`, { a: 1 }],
  ['as data', `{"sequence":0,"data":{"a":1},${HEAD}}`, { a: 1 }],
  ['next to data', `{"data":{"a":1},"sequence":0,${HEAD},"payload":{"b":2}}`, { b: 2 }],
  ['twice', `{"payload":{"a":1},"sequence":0,${HEAD},"payload":{"b":2}}`, { b: 2 }],
  ['with an escaped name', `{"sequence":0,${HEAD},"p\\u0061yload":{"a":1}}`, { a: 1 }],
  ['with a name twice in it', `{"sequence":0,${HEAD},"payload":{"a":1,"a":2}}`, { a: 2 }],
  ['that is a list', `{"sequence":0,${HEAD},"payload":[1]}`, null],
  ['null', `{"sequence":0,${HEAD},"payload":null}`, null],
  ['that is missing', `{"sequence":0,${HEAD}}`, null],
])('the payload of a stored event, %s, is what parsing the event gives', async (_what, text, payload) => {
  for (const scanner of ['fast', 'plain'] as const) {
    const log = openRunLog(bytesSource('log', new TextEncoder().encode(`${text}\n`)), { scanner });
    await log.loaded;
    expect(log.index.stored.payloadOf(0, log.index.columns.offset[0] as number)).toEqual(payload);
  }
});
