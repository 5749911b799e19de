import { describe, expect, test } from 'vitest';
import {
  JobFailed,
  type JobMessage,
  SessionClient,
  WorkerGone,
  type WorkerLike,
  type WorkerMessage,
} from './client.ts';

/** The worker's end of the wire: what arrived, and a way to answer. */
function wire() {
  const received: JobMessage[] = [];
  const worker: WorkerLike & { terminated: boolean } = {
    terminated: false,
    postMessage: (message) => received.push(message as JobMessage),
    terminate: () => {
      worker.terminated = true;
    },
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  const say = (data: WorkerMessage) => worker.onmessage?.({ data } as MessageEvent<WorkerMessage>);
  const crash = (message: string) => worker.onerror?.({ message } as ErrorEvent);
  return { worker, received, say, crash, client: new SessionClient(worker) };
}

const summaryOf = (sessionId: string) => ({ sessionId });

describe('session client', () => {
  test('each answer reaches the question with its id, in any order', async () => {
    const { client, say, received } = wire();
    const first = client.ask('causePath', { sessionId: 's1', ordinal: 1 });
    const second = client.ask('causePath', { sessionId: 's1', ordinal: 2 });
    say({ id: received[1]?.id ?? -1, result: ['e2'] });
    say({ id: received[0]?.id ?? -1, result: ['e1'] });
    expect(await first).toEqual(['e1']);
    expect(await second).toEqual(['e2']);
  });

  test('a bug in a job rejects that question only and names the job', async () => {
    const { client, say } = wire();
    const requested = client.ask('summary', summaryOf('s1'));
    say({ id: 1, bug: 'RangeError: offset' });
    await expect(requested).rejects.toThrow(new JobFailed('summary: RangeError: offset'));
  });

  test('a question withdrawn before its turn is never sent', async () => {
    const { client, received, say } = wire();
    const requested = Array.from({ length: 6 }, () => client.ask('summary', summaryOf('s1')));
    const stale = new AbortController();
    const withdrawn = client.ask('summary', summaryOf('stale'), stale.signal);
    const fresh = client.ask('summary', summaryOf('fresh'));
    stale.abort(new Error('no longer displayed'));
    await expect(withdrawn).rejects.toThrow('no longer displayed');
    say({ id: received[0]?.id ?? -1, result: null });
    await requested[0];
    expect(received.map(({ input }) => input.sessionId)).toEqual([...Array(6).fill('s1'), 'fresh']);
    say({ id: received[6]?.id ?? -1, result: null });
    await fresh;
  });

  test('a cancel overtakes the questions that wait', () => {
    const { client, received } = wire();
    for (let count = 0; count < 20; count += 1) void client.ask('summary', summaryOf('s1'));
    void client.ask('cancel', { sessionId: 's1' });
    expect(received.at(-1)?.job).toBe('cancel');
    expect(received).toHaveLength(7);
  });

  test('parts of an answer reach the caller, until it is aborted', async () => {
    const { client, received, say } = wire();
    const parts: number[] = [];
    const aborted = new AbortController();
    const requested = client.ask('filter', { sessionId: 's1', text: 'a' }, aborted.signal, ({ total }) =>
      parts.push(total),
    );
    const id = received[0]?.id ?? -1;
    say({ id, part: { total: 3 } });
    say({ id, part: { total: 5 } });
    aborted.abort(new Error('another key'));
    say({ id, part: { total: 8 } });
    await expect(requested).rejects.toThrow('another key');
    expect(parts).toEqual([3, 5]);
  });

  test('a crash rejects everything, is reported once, and later requests are refused immediately', async () => {
    const { client, crash, worker } = wire();
    const reasons: string[] = [];
    client.onGone = (reason) => reasons.push(reason);
    const requested = Array.from({ length: 9 }, () => client.ask('summary', summaryOf('s1')));
    crash('out of memory');
    crash('again');
    for (const question of requested) await expect(question).rejects.toBeInstanceOf(WorkerGone);
    await expect(client.ask('summary', summaryOf('s1'))).rejects.toThrow('out of memory');
    expect(reasons).toEqual(['out of memory']);
    expect(worker.terminated).toBe(true);
  });

  test('events reach their listener until it stops listening', () => {
    const { client, say } = wire();
    const seen: string[] = [];
    client.onEvent = (event) => seen.push(`${event.kind} ${event.sessionId}`);
    const progress = {
      phase: 'reading',
      format: null,
      gzip: false,
      bytesRead: 0,
      bytesTotal: null,
      events: 0,
      elapsedMs: 0,
    } as const;
    say({ event: { kind: 'progress', sessionId: 's1', progress } });
    client.onEvent = () => undefined;
    say({ event: { kind: 'progress', sessionId: 's2', progress } });
    expect(seen).toEqual(['progress s1']);
  });
});
