import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { frameData, get, post, stream, until } from './asking.ts';
import { DIALECT_NAMES } from './dialects/dialect.ts';
import { type LiveHost, startLiveHost } from './live-host.ts';
import type { WorkflowName } from './runs/workflows.ts';

const RUN = '/v1/runs/plain-60';
const DOC = ['eventId', 'runId', 'sequence', 'type', 'payload', 'timestamp'];
const TABLE = ['eventId', 'runId', 'seq', 'sequence', 'type', 'nodeId', 'data', 'payload', 'timestamp'];
const BUNDLED = ['sequence', 'type', 'timestamp', 'nodeId', 'data'];

/** What each host sends of an event of a node that has a cause (run-events.md section 5.1). */
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
  v2: {
    first: 0,
    poll: [...DOC, 'nodeId', 'causationId', 'schemaVersion', 'engineVersion'],
    stream: [...DOC, 'nodeId', 'causationId', 'schemaVersion', 'engineVersion'],
    bundle: null,
    eventId: /^evt-plain-6000000000-0$/,
    answer: ['runId', 'events', 'lastSequence', 'status', 'isTerminal'],
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
  const path = () => host.pathOf('plain-60');
  beforeAll(async () => {
    host = await startLiveHost({ dialect, runs: [{ workflow: 'plain' }] });
    host.run('plain-60').finish();
  });
  afterAll(() => host.close());

  test('sends events by poll, stream and bundle in its own shapes (run-events 5.1)', async () => {
    const poll = await get(host, `${path()}/events/poll`);
    const streamed = frameData((await stream(host, `${path()}/events?streamMode=debug`)).text);
    const bundle = await get(host, `${path()}/debug-bundle`);
    const polled = list(poll.json.events);
    expect(keysOf(poll.json)).toEqual([...shape.answer].sort());
    for (const [events, keys] of [
      [polled, shape.poll],
      [streamed, shape.stream],
      ...(shape.bundle === null ? [] : [[list(bundle.json.events), shape.bundle] as const]),
    ] as const) {
      expect(events).toHaveLength(60);
      expect(keysOf(events[5])).toEqual([...keys].sort());
    }
    expect(bundle.status).toBe(shape.bundle === null ? 404 : 200);
    expect(polled[0]).toMatchObject({ sequence: shape.first, eventId: expect.stringMatching(shape.eventId) });
  });

  test('answers discovery to everybody and nothing else without a key (section 5)', async () => {
    const discovery = await fetch(`${host.origin}/.well-known/openwop`);
    expect(await discovery.json()).toMatchObject({
      protocolVersion: expect.any(String),
      limits: expect.any(Object),
    });
    const refused = await get(host, path(), { authorization: 'Bearer wrong' });
    expect(refused).toMatchObject({ status: 401, json: { error: shape.unauthenticated } });
    expect(await get(host, host.pathOf('nobody'))).toMatchObject({
      status: 404,
      json: { error: dialect === 'v2' ? 'not_found' : 'run_not_found' },
    });
  });

  test('continues after Last-Event-ID, which app and v2 want in digits (section 6.3)', async () => {
    const rest = await stream(host, `${path()}/events`, { 'last-event-id': '57' });
    const ids = rest.text.match(/^id: .*/gm);
    expect(ids).toEqual(Array.from({ length: 59 + shape.first - 57 }, (_, i) => `id: ${58 + i}`));
    const wrong = await stream(host, `${path()}/events`, { 'last-event-id': 'x' });
    expect(wrong.status).toBe(dialect === 'app' || dialect === 'v2' ? 400 : 200);
  });

  test('gives JSON or a stream to whoever does not ask for one (section 6.1)', async () => {
    const type = async (accept: string) =>
      (await get(host, `${path()}/events`, { accept })).headers.get('content-type')?.split(';')[0];
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
    ['v2', true],
  ] as const)('the head of a stream with nothing to write, %s: %s (section 6.1)', async (dialect, isHere) => {
    const host = await startLiveHost({ dialect, runs: [{ workflow: 'plain' }] });
    const run = host.run('plain-60');
    run.emit(5);
    const ended = new AbortController();
    const path = host.pathOf('plain-60');
    const ask = (last: number) =>
      fetch(`${host.origin}${path}/events`, {
        headers: {
          authorization: `Bearer ${host.key}`,
          'openwop-version': '2',
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
    for (let turns = 0; turns < 5; turns++) await get(host, path);
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
    await Promise.all(hosts.map((host) => host.close()));
  });
});

describe('OpenWOP v2', () => {
  const started: LiveHost[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((host) => host.close()));
  });
  async function hostWith(workflow: WorkflowName) {
    const host = await startLiveHost({ dialect: 'v2', runs: [{ workflow }] });
    started.push(host);
    const [run] = host.runs;
    if (run === undefined) throw new Error('the run is there');
    return { host, run, path: host.pathOf(run.runId) };
  }

  test('its paths are at the bare origin, with the tenant in ids and the version in a header', async () => {
    const { host, run, path } = await hostWith('plain');
    expect([run.runId, path]).toEqual(['acme/plain-6000000000', '/runs/acme~2Fplain-6000000000']);
    const answer = await get(host, path);
    expect(answer.headers.get('openwop-version')).toBe('2.0');
    expect(answer.json).toMatchObject({ runId: run.runId, eventLogSchemaVersion: 3 });
    for (const other of ['/runs/acme%2Fplain-6000000000', '/runs/plain-6000000000'])
      expect((await get(host, other)).status).toBe(200);
    const errorOf = async (where: string, headers = {}) => {
      const { status, json } = await get(host, where, headers);
      return [status, json.error];
    };
    expect(await errorOf(path, { 'openwop-version': '' })).toEqual([400, 'protocol_version_mismatch']);
    expect(await errorOf(`/v1${path}`)).toEqual([404, 'not_found']);
    expect(await errorOf('/runs/other~2Fplain-6000000000')).toEqual([403, 'id_tenant_mismatch']);
    expect((await get(host, '/runs')).json).toMatchObject({ runs: [{ runId: run.runId }] });
  });

  test('polls continue after a sequence and wait for news; the names of v1 are ignored', async () => {
    const { host, run, path } = await hostWith('plain');
    run.emit(5);
    const poll = async (query: string) => (await get(host, `${path}/events/poll?${query}`)).json;
    expect(await poll('afterSequence=1')).toMatchObject({
      lastSequence: 4,
      status: 'running',
      isTerminal: false,
    });
    expect(list((await poll('afterSequence=1')).events).map(({ sequence }) => sequence)).toEqual([2, 3, 4]);
    expect(list((await poll('lastSequence=3&since=3')).events)).toHaveLength(5);
    expect((await get(host, `${path}/events/poll?afterSequence=-1`)).status).toBe(400);
    const waiting = poll('afterSequence=4');
    await until(() => host.requests.at(-1)?.path.endsWith('=4') === true);
    run.emit(1);
    expect(list((await waiting).events)).toMatchObject([{ sequence: 5, type: 'agent.reasoning-delta' }]);
    expect(list((await poll('afterSequence=5&timeout=1')).events)).toEqual([]);
  });

  test('an approval is in the log alone, is answered by node, and says who decided', async () => {
    const { host, run, path } = await hostWith('approval');
    run.finish();
    expect((await get(host, path)).json).toMatchObject({
      status: 'waiting-approval',
      currentNodeId: 'approve',
    });
    expect((await get(host, path)).json).not.toHaveProperty('interrupt');
    const logged = async () => list((await get(host, `${path}/events/poll`)).json.events);
    expect((await logged()).find(({ type }) => type === 'interrupt.requested')).toMatchObject({
      payload: { kind: 'approval', contentTrust: 'untrusted' },
    });
    const answer = { resumeValue: { action: 'reject' } };
    expect((await post(host, `${path}/interrupts/approve`, answer)).status).toBe(200);
    expect((await logged()).find(({ type }) => type === 'interrupt.resolved')).toMatchObject({
      payload: { decision: 'rejected', action: 'reject', resolvedBy: { subjectId: 'tester' } },
    });
    expect((await post(host, `${path}/interrupts/nowhere`, answer)).json).toMatchObject({
      error: 'not_found',
    });
  });

  test('pause, resume, cancel and fork have the errors of v2', async () => {
    const { host, run, path } = await hostWith('plain');
    run.emit(5);
    const act = async (rest: string, body: unknown = {}) => {
      const { status, json } = await post(host, `${path}${rest}`, body);
      return [status, json.error ?? json.status];
    };
    expect(await act(':pause')).toEqual([202, 'paused']);
    expect(await act(':pause')).toEqual([409, 'run_state_conflict']);
    expect(await act(':resume')).toEqual([202, 'running']);
    expect(await act('/cancel')).toEqual([200, 'cancelling']);
    expect(await act('/cancel')).toEqual([409, 'run_terminal']);
    expect(await act(':fork', { mode: 'branch', fromSeq: 999 })).toEqual([422, 'fork_point_invalid']);
    const forked = await post(host, `${path}:fork`, { mode: 'branch', fromSeq: 3 });
    expect(forked.json.runId).toMatch(/^acme\/plain-6000000000-branch-/);
    const log = await stream(host, `${host.pathOf(String(forked.json.runId))}/events`);
    expect(log.text).toContain('event: run.resume-started');
  });
});
