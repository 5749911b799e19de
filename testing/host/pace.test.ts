import { expect, test } from 'vitest';
import { frameData, get, post, stream, until } from './asking.ts';
import { demoRuns, demoText, readDemoArguments } from './demo.ts';
import { startLiveHost } from './live-host.ts';

test('a story begins when somebody watches, waits for an answer, and continues by itself', async () => {
  const pace = { kind: 'scripted', longestMs: 1, whenWatched: true } as const;
  const host = await startLiveHost({ dialect: 'reference', runs: [{ workflow: 'clarification', pace }] });
  const run = host.run('offsite-2be7');
  expect(run.events).toHaveLength(0);
  const watching = stream(host, '/v1/runs/offsite-2be7/events');
  await until(() => run.status === 'waiting-input');
  const answers = ['week', 'rooms'].map((id) => ({ id, answer: '20' }));
  await post(host, '/v1/runs/offsite-2be7/interrupts/ask', { resumeValue: { answers } });
  expect(frameData((await watching).text)).toHaveLength(run.events.length);
  expect(run.status).toBe('completed');
  await host.close();
});

test('a run at a rate continues while the host is down only when requested', async () => {
  const pace = { kind: 'rate', eventsPerSecond: 5_000 } as const;
  const host = await startLiveHost({ dialect: 'app', runs: [{ workflow: 'endless', pace }] });
  const run = host.run('stream');
  await until(() => run.events.length > 200);
  await host.stop({ goOn: true });
  const before = run.events.length;
  await until(() => run.events.length > before);
  await host.start();
  const { status } = await get(host, '/v1/runs/stream/events/poll?limit=5');
  expect(status).toBe(200);
  await host.close();
});

test('a created run and a fork play at once', async () => {
  const pace = { kind: 'scripted', longestMs: 1, whenWatched: false } as const;
  const host = await startLiveHost({ dialect: 'app', paceOfMade: pace });
  const { runId } = (await post(host, '/v1/runs', { workflowId: 'media' })).json;
  await until(() => host.run(String(runId)).isTerminal);
  const forked = (await post(host, `/v1/runs/${runId}:fork`, { mode: 'replay' })).json;
  await until(() => host.run(String(forked.runId)).isTerminal);
  expect(host.run(String(forked.runId)).events[0]?.causationId).toBe(
    host.run(String(runId)).events[0]?.eventId,
  );
  await host.close();
});

test('the demonstration says address, token, every run and how to attach, and takes no wrong options', () => {
  const runs = demoRuns(50);
  const text = demoText({ origin: 'http://127.0.0.1:3801', key: 'demo-token', dialect: 'app' }, runs);
  for (const { spec } of runs) expect(text).toContain(spec.runId);
  expect(text).toContain('npm start -- http://127.0.0.1:3801/v1/runs/prd-5f2c');
  expect(() => readDemoArguments(['--port', '70000'])).toThrow('The port is a number from 0 to 65535.');
  expect(() => readDemoArguments(['--dialect', 'cobol'])).toThrow('There is no dialect cobol.');
  expect(() => readDemoArguments(['--speed', '2'])).toThrow();
  expect(readDemoArguments(['--help'])).toBeNull();
  expect(readDemoArguments(['--rate', '200'])).toEqual({ dialect: 'reference', port: 3801, rate: 200 });
});
