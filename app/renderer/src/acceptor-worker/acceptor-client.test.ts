import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AcceptorClient, type AcceptorWorkerLike } from './acceptor-client.ts';
import type { AcceptorRequest } from './run-jobs.ts';

const INPUT = { text: '{}', context: {}, at: 0 };
/** The part of a result that the client inspects. */
const RESULT = {
  step: 'emit',
  events: [],
  warnings: [],
  notes: [],
  trace: [],
  lossyNumbers: [],
  reasons: [],
  counters: {},
};

/** A worker that posts the messages of the test. */
class TestWorker implements AcceptorWorkerLike {
  readonly sent: AcceptorRequest[] = [];
  ended = false;
  onmessage: AcceptorWorkerLike['onmessage'] = null;
  onerror: AcceptorWorkerLike['onerror'] = null;
  postMessage(message: unknown): void {
    this.sent.push(message as AcceptorRequest); // the client's own half of the contract
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: unknown): void {
    this.onmessage?.(new MessageEvent('message', { data }));
  }
}

function clientWithWorkers() {
  const workers: TestWorker[] = [];
  const client = new AcceptorClient(() => {
    const worker = new TestWorker();
    workers.push(worker);
    return worker;
  }, 4000);
  return { client, workers };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the client of the acceptor', () => {
  test('starts no worker before the first request, and sends it when the worker is ready', async () => {
    const { client, workers } = clientWithWorkers();
    expect(workers).toHaveLength(0);
    const answer = client.ask('profiles', INPUT);
    expect(workers[0]?.sent).toEqual([]);
    workers[0]?.say({ ready: true });
    expect(workers[0]?.sent).toMatchObject([{ id: 1, job: 'profiles' }]);
    workers[0]?.say({ id: 1, result: [] });
    expect(await answer).toEqual({ kind: 'answered', result: [] });
  });

  test('ends a worker that takes too long, reports it, and sends the next request to a new one', async () => {
    const { client, workers } = clientWithWorkers();
    const first = client.ask('profiles', INPUT);
    const second = client.ask('profiles', INPUT);
    workers[0]?.say({ ready: true });
    vi.advanceTimersByTime(4000);
    expect(await first).toEqual({ kind: 'stopped', afterMs: 4000 });
    expect(workers[0]?.ended).toBe(true);
    workers[0]?.say({ id: 1, result: [] }); // too late, no listener is left
    workers[1]?.say({ ready: true });
    workers[1]?.say({ id: 2, result: [] });
    expect(await second).toEqual({ kind: 'answered', result: [] });
  });

  test('a request whose schema blocks the worker is repeated without it (security S-13)', async () => {
    const { client, workers } = clientWithWorkers();
    const answer = client.ask('profiles', INPUT);
    workers[0]?.say({ ready: true });
    workers[0]?.say({ id: 1, running: 'vendor.acme.a' });
    vi.advanceTimersByTime(4000);
    expect(workers[0]?.ended).toBe(true);
    workers[1]?.say({ ready: true });
    expect(workers[1]?.sent).toMatchObject([{ id: 1, ended: { kinds: ['vendor.acme.a'], limitMs: 4000 } }]);
    workers[1]?.say({ id: 1, result: [] });
    expect(await answer).toEqual({ kind: 'answered', result: [] });
  });

  test('a block after a schema that ended, or repeated blocks, end the request', async () => {
    const { client, workers } = clientWithWorkers();
    const done = client.ask('profiles', INPUT);
    workers[0]?.say({ ready: true });
    workers[0]?.say({ id: 1, running: 'vendor.acme.a' });
    workers[0]?.say({ id: 1, running: null });
    vi.advanceTimersByTime(4000);
    expect(await done).toEqual({ kind: 'stopped', afterMs: 4000 });
    const many = client.ask('profiles', INPUT);
    for (let at = 1; at <= 5; at += 1) {
      workers[at]?.say({ ready: true });
      workers[at]?.say({ id: 2, running: `vendor.acme.${at}` });
      vi.advanceTimersByTime(4000);
    }
    expect(await many).toEqual({ kind: 'stopped', afterMs: 4000 });
  });

  test.each([
    ['an answer to something else', { id: 99, result: [] }],
    ['an answer of another form', { id: 1, result: { lines: 'many' } }],
    ['an unknown status', { id: 1, result: [{ result: { ...RESULT, status: 'fine' } }] }],
    ['no message at all', 'hello'],
  ])('does not trust %s', async (_, data) => {
    const { client, workers } = clientWithWorkers();
    const answer = client.ask('profiles', INPUT);
    workers[0]?.say({ ready: true });
    workers[0]?.say(data);
    expect(await answer).toMatchObject({ kind: 'failed' });
    expect(workers[0]?.ended).toBe(true);
  });

  test('a bug in the worker is reported with its message and leaves the worker alive', async () => {
    const { client, workers } = clientWithWorkers();
    const answer = client.ask('profiles', INPUT);
    workers[0]?.say({ ready: true });
    workers[0]?.say({ id: 1, bug: 'stack overflow' });
    expect(await answer).toEqual({ kind: 'failed', reason: 'stack overflow' });
    expect(workers[0]?.ended).toBe(false);
  });
});
