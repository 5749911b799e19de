import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frameData, get, stream } from './asking.ts';
import { DIALECT_NAMES } from './dialects/dialect.ts';
import { type LiveHost, startLiveHost } from './live-host.ts';

const RUN = '/v1/runs/plain-60';
const DOC = ['eventId', 'runId', 'sequence', 'type', 'payload', 'timestamp'];
const TABLE = ['eventId', 'runId', 'seq', 'sequence', 'type', 'nodeId', 'data', 'payload', 'timestamp'];
const BUNDLED = ['sequence', 'type', 'timestamp', 'nodeId', 'data'];

/** What each host tells of an event of a node that has a cause (run-events.md section 5.1). */
const SHAPES = {
  reference: {
    first: 0,
    poll: [...DOC, 'nodeId', 'causationId'],
    stream: [...DOC, 'nodeId', 'causationId'],
    bundle: ['eventId', 'runId', ...BUNDLED, 'causationId'],
    eventId: /^evt-plain-60-0$/,
    answer: ['runId', 'events', 'lastEventSeq', 'runStatus', 'isTerminal'],
    unauthenticated: 'unauthenticated',
  },
  'in-memory': {
    first: 0,
    poll: [...DOC, 'nodeId'],
    stream: ['seq', 'runId', 'type', 'nodeId', 'data', 'timestamp'],
    bundle: BUNDLED,
    eventId: /^plain-60-0$/,
    answer: ['runId', 'events', 'lastEventSeq', 'runStatus', 'isTerminal'],
    unauthenticated: 'invalid_credential',
  },
  sqlite: {
    first: 0,
    poll: [...TABLE, 'causationId'],
    stream: TABLE,
    bundle: [...BUNDLED, 'causationId'],
    eventId: /^evt-plain-60-0$/,
    answer: ['runId', 'events', 'lastEventSeq', 'runStatus', 'isTerminal'],
    unauthenticated: 'invalid_credential',
  },
  postgres: {
    first: 0,
    poll: [...TABLE, 'causationId'],
    stream: TABLE,
    bundle: BUNDLED,
    eventId: /^evt-plain-60-0$/,
    answer: ['events', 'isComplete'],
    unauthenticated: 'invalid_credential',
  },
  python: {
    first: 0,
    poll: [...DOC, 'nodeId'],
    stream: [...DOC, 'nodeId'],
    bundle: ['sequence', 'type', 'timestamp', 'nodeId'],
    eventId: /^[0-9a-f-]{36}$/,
    answer: ['runId', 'events', 'lastEventSeq', 'runStatus', 'isTerminal', 'isComplete'],
    unauthenticated: 'unauthenticated',
  },
  app: {
    first: 1,
    poll: [...DOC, 'nodeId', 'causationId'],
    stream: [...DOC, 'nodeId', 'causationId'],
    bundle: [...DOC, 'nodeId', 'causationId'],
    eventId: /^[0-9a-f-]{36}$/,
    answer: ['events', 'isComplete'],
    unauthenticated: 'unauthenticated',
  },
} as const;

function list(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

function keysOf(value: unknown): readonly string[] {
  return Object.keys(value ?? {}).sort();
}

describe.each(DIALECT_NAMES)('the %s dialect', (dialect) => {
  let host: LiveHost;
  const shape = SHAPES[dialect];
  beforeAll(async () => {
    host = await startLiveHost({ dialect, runs: [{ workflow: 'plain' }] });
    host.run('plain-60').finish();
  });
  afterAll(() => host.close());

  test('tells events by poll, stream and bundle in its own shapes (run-events 5.1)', async () => {
    const poll = await get(host, `${RUN}/events/poll`);
    const streamed = frameData((await stream(host, `${RUN}/events?streamMode=debug`)).text);
    const bundle = list((await get(host, `${RUN}/debug-bundle`)).json.events);
    const polled = list(poll.json.events);
    expect(keysOf(poll.json)).toEqual([...shape.answer].sort());
    for (const [events, keys] of [
      [polled, shape.poll],
      [streamed, shape.stream],
      [bundle, shape.bundle],
    ] as const) {
      expect(events).toHaveLength(60);
      expect(keysOf(events[5])).toEqual([...keys].sort());
    }
    expect(polled[0]).toMatchObject({ sequence: shape.first, eventId: expect.stringMatching(shape.eventId) });
  });

  test('answers discovery to everybody and nothing else without a key (section 5)', async () => {
    const discovery = await fetch(`${host.origin}/.well-known/openwop`);
    expect(await discovery.json()).toMatchObject({
      protocolVersion: expect.any(String),
      limits: expect.any(Object),
    });
    const refused = await get(host, RUN, { authorization: 'Bearer wrong' });
    expect(refused).toMatchObject({ status: 401, json: { error: shape.unauthenticated } });
    expect(await get(host, '/v1/runs/nobody')).toMatchObject({
      status: 404,
      json: { error: 'run_not_found' },
    });
  });

  test('goes on behind Last-Event-ID, which app wants in digits (section 6.3)', async () => {
    const rest = await stream(host, `${RUN}/events`, { 'last-event-id': '57' });
    const ids = rest.text.match(/^id: .*/gm);
    expect(ids).toEqual(Array.from({ length: 59 + shape.first - 57 }, (_, i) => `id: ${58 + i}`));
    const wrong = await stream(host, `${RUN}/events`, { 'last-event-id': 'x' });
    expect(wrong.status).toBe(dialect === 'app' ? 400 : 200);
  });

  test('reads bufferMs in its own way and sends batches without an id (sections 6.1 and 6.2)', async () => {
    const status = async (ms: string) => (await stream(host, `${RUN}/events?bufferMs=${ms}`)).status;
    const isChecked = dialect !== 'reference' && dialect !== 'in-memory';
    expect(await status('0')).toBe(dialect === 'app' ? 400 : 200);
    expect(await status('9000')).toBe(isChecked ? 400 : 200);
    const { text } = await stream(host, `${RUN}/events?bufferMs=200`);
    expect(text.includes('event: batch')).toBe(dialect !== 'in-memory');
    expect(/^id:/m.test(text)).toBe(dialect === 'in-memory');
  });

  test('gives JSON or a stream to whoever does not ask for one (section 6.1)', async () => {
    const type = async (accept: string) =>
      (await get(host, `${RUN}/events`, { accept })).headers.get('content-type')?.split(';')[0];
    const isTable = dialect === 'sqlite' || dialect === 'postgres';
    expect(await type('*/*')).toBe(isTable ? 'application/json' : 'text/event-stream');
    expect(await type('application/json')).toBe('application/json');
  });
});

describe('what only one host does', () => {
  test.each([
    ['reference', true],
    ['in-memory', false],
    ['sqlite', false],
    ['postgres', false],
    ['python', true],
    ['app', true],
  ] as const)('the head of a stream with nothing to write, %s: %s (section 6.1)', async (dialect, isHere) => {
    const host = await startLiveHost({ dialect, runs: [{ workflow: 'plain' }] });
    const run = host.run('plain-60');
    run.emit(5);
    const ended = new AbortController();
    const ask = (last: number) =>
      fetch(`${host.origin}${RUN}/events`, {
        headers: {
          authorization: `Bearer ${host.key}`,
          accept: 'text/event-stream',
          'last-event-id': String(last),
        },
        signal: ended.signal,
      });
    let hasHead = false;
    const behindAll = ask(run.lastSequence).then(() => {
      hasHead = true;
    });
    expect((await ask(run.lastSequence - 1)).status).toBe(200);
    // Without a head this would never come back.
    if (isHere) await behindAll;
    for (let turns = 0; turns < 5; turns++) await get(host, RUN);
    expect(hasHead).toBe(isHere);
    run.emit(1);
    await behindAll;
    ended.abort();
    await host.close();
  });

  test('a host that also answers strangers shows them all or no run (section 5)', async () => {
    const host = await startLiveHost({ dialect: 'app', runs: [{ workflow: 'plain' }] });
    const wrong = { authorization: 'Bearer wrong' };
    const statuses = async () => [(await get(host, RUN, wrong)).status, (await get(host, RUN)).status];
    expect(await statuses()).toEqual([401, 200]);
    host.setFaults({ anonymous: 'sees-no-run' });
    expect(await statuses()).toEqual([404, 200]);
    host.setFaults({ anonymous: 'sees-all' });
    expect(await statuses()).toEqual([200, 200]);
    await host.close();
  });

  test('events can come behind the one that ends a run, and a second end with them (run-events 1.1)', async () => {
    const behindTheEnd = { types: ['node.completed', 'run.completed'], times: 1 } as const;
    const host = await startLiveHost({
      dialect: 'postgres',
      faults: { behindTheEnd },
      runs: [{ workflow: 'plain' }],
    });
    const run = host.run('plain-60');
    run.emit(5);
    run.cancel(null);
    const reported = async () =>
      list((await get(host, `${RUN}/events/poll`)).json.events).map(({ type }) => type);
    expect((await reported()).at(-1)).toBe('run.cancelled');
    expect((await reported()).slice(-3)).toEqual(['run.cancelled', 'node.completed', 'run.completed']);
    expect(await reported()).toHaveLength(run.events.length);
    await host.close();
  });

  test('in-memory knows since alone; app skips the event behind lastSequence (section 7)', async () => {
    const firstAfter = async (dialect: 'in-memory' | 'app' | 'sqlite', query: string) => {
      const host = await startLiveHost({ dialect, runs: [{ workflow: 'plain' }] });
      host.run('plain-60').finish();
      const { json, status } = await get(host, `${RUN}/events/poll?${query}`);
      await host.close();
      return list(json.events)[0]?.sequence ?? status;
    };
    expect(await firstAfter('in-memory', 'lastSequence=5')).toBe(0);
    expect(await firstAfter('in-memory', 'since=5')).toBe(6);
    expect(await firstAfter('app', 'lastSequence=1')).toBe(3);
    expect(await firstAfter('sqlite', 'lastSequence=5')).toBe(6);
    expect(await firstAfter('sqlite', 'lastSequence=x')).toBe(400);
  });

  test('python and app filter by mode, the others do not (section 6.4)', async () => {
    const countOf = async (dialect: (typeof DIALECT_NAMES)[number], mode: string) => {
      const host = await startLiveHost({ dialect, runs: [{ workflow: 'plain' }] });
      host.run('plain-60').finish();
      const { text } = await stream(host, `${RUN}/events?streamMode=${mode}`);
      await host.close();
      return frameData(text).length;
    };
    expect(await countOf('python', 'values')).toBe(1);
    expect(await countOf('python', 'updates')).toBe(4);
    expect(await countOf('app', 'values')).toBe(2);
    expect(await countOf('app', 'messages')).toBe(0);
    expect(await countOf('postgres', 'values')).toBe(60);
  });

  test('app writes a comment first and lists its runs; in-memory says nothing and has no list (section 5)', async () => {
    const both = ['app', 'in-memory'] as const;
    const hosts = await Promise.all(
      both.map((dialect) => startLiveHost({ dialect, runs: [{ workflow: 'plain' }] })),
    );
    for (const host of hosts) host.run('plain-60').finish();
    const [app, memory] = hosts;
    if (app === undefined || memory === undefined) throw new Error('both have started');
    expect((await stream(app, `${RUN}/events`)).text).toMatch(/^: open\n\n/);
    expect((await stream(memory, `${RUN}/events`)).text).toMatch(/^id: 0\n/);
    expect(list((await get(app, '/v1/runs')).json.runs)).toHaveLength(1);
    expect((await get(memory, '/v1/runs')).status).toBe(404);
    const { streamToken } = (await get(app, `${RUN}/events/token`)).json;
    const byToken = await fetch(`${app.origin}${RUN}/events?streamToken=${streamToken}`);
    expect(byToken.status).toBe(200);
    await byToken.text();
    await Promise.all(hosts.map((host) => host.close()));
  });
});
