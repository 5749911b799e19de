import { afterEach, describe, expect, test } from 'vitest';
import { frameData, get, post, stream } from './asking.ts';
import type { DialectName } from './dialects/dialect.ts';
import { type LiveHost, type LiveHostOptions, startLiveHost } from './live-host.ts';
import type { WorkflowName } from './runs/workflows.ts';

const started: LiveHost[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((host) => host.close()));
});

/** A host with one run, played until it waits or has ended. */
async function hostWith(
  workflow: WorkflowName,
  dialect: DialectName = 'reference',
  further: Partial<LiveHostOptions> = {},
) {
  const host = await startLiveHost({ dialect, runs: [{ workflow }], ...further });
  started.push(host);
  const [run] = host.runs;
  if (run === undefined) throw new Error('the run is there');
  run.finish();
  return { host, run, path: `/v1/runs/${run.runId}` };
}

const resume = (resumeValue: unknown) => ({ resumeValue });
const LIST = resume({
  answers: [
    { id: 'week', answer: '20' },
    { id: 'rooms', answer: 'quiet' },
  ],
});
const KEYED = resume({ answers: { week: '20', rooms: 'quiet' } });

describe('interrupts (section 8)', () => {
  test.each([
    ['reference', LIST, KEYED, 400],
    ['sqlite', KEYED, LIST, 422],
    ['postgres', KEYED, LIST, 422],
  ] as const)(
    'a clarification on %s wants one form and refuses the other',
    async (dialect, right, wrong, status) => {
      const { host, run, path } = await hostWith('clarification', dialect);
      expect(await post(host, `${path}/interrupts/ask`, wrong)).toMatchObject({ status });
      expect(run.status).toBe('waiting-input');
      expect(await post(host, `${path}/interrupts/ask`, right)).toMatchObject({ status: 200 });
      expect(run.finish()).toBe('rests');
      expect(run.status).toBe('completed');
      expect(await post(host, `${path}/interrupts/ask`, right)).toMatchObject({ status: 409 });
    },
  );

  test('an answered story continues with its causes whole', async () => {
    const { host, run, path } = await hostWith('clarification');
    await post(host, `${path}/interrupts/ask`, LIST);
    run.finish();
    const ids = new Set(run.events.map(({ eventId }) => eventId));
    const dangling = run.events.filter(
      ({ causationId = '' }) => causationId.startsWith('evt-') && !ids.has(causationId),
    );
    expect(dangling).toEqual([]);
  });

  test('a quorum of two stores the first vote and continues with the second; a token answers as the node does', async () => {
    const { host, run, path } = await hostWith('quorum', 'app');
    const { interrupts } = (await get(host, `/v1/host/openwop-app/runs/${run.runId}/interrupts`)).json;
    expect(interrupts).toMatchObject([{ nodeId: 'review' }, { nodeId: 'schedule' }]);
    const accept = resume({ action: 'accept' });
    expect((await post(host, `${path}/interrupts/review`, resume({ action: 'maybe' }))).status).toBe(400);
    expect((await post(host, `${path}/interrupts/review`, accept)).json).toMatchObject({ nodeId: 'review' });
    const [review] = run.openInterrupts;
    expect(review).toMatchObject({ nodeId: 'review', accepts: 1 });
    expect((await post(host, `/v1/interrupts/${review?.token}`, accept)).status).toBe(200);
    expect((await post(host, `/v1/interrupts/${review?.token}`, accept)).status).toBe(409);
    expect(run.openInterrupts.map(({ nodeId }) => nodeId)).toEqual(['schedule']);
  });

  test('what untrusted content asks for says so in its request, and the answer decides how it ends', async () => {
    const { host, run, path } = await hostWith('approval');
    const requested = run.events.find(({ type }) => type === 'interrupt.requested');
    expect(requested).toMatchObject({ contentTrust: 'untrusted', payload: { kind: 'approval' } });
    await post(host, `${path}/interrupts/approve`, resume({ action: 'accept' }));
    run.finish();
    expect(run.events.at(-1)?.payload).toMatchObject({ outputs: { state: 'paid' } });
  });

  test('a surface is answered by its values, a conversation by exchanges until it is closed', async () => {
    const form = await hostWith('surface');
    await post(form.host, `${form.path}/interrupts/form`, resume({ market: 'north', action: 'confirm' }));
    form.run.finish();
    expect(form.run.events.at(-1)?.payload).toMatchObject({ outputs: { values: { action: 'confirm' } } });
    const talk = await hostWith('conversation', 'app');
    const say = (content: unknown) =>
      post(talk.host, `${talk.path}/interrupts/convo`, resume({ operation: 'exchange', turn: { content } }));
    expect((await say('')).status).toBe(422);
    expect((await say({ wish: 'a room', action: 'ask' })).json).toMatchObject({ conversation: { turns: 2 } });
    await post(talk.host, `${talk.path}/interrupts/convo`, resume({ operation: 'close' }));
    expect(talk.run.finish()).toBe('rests');
    expect(talk.run.status).toBe('completed');
  });
});

describe('what else the user may do (sections 5, 9 and 10)', () => {
  test.each([
    ['reference', { mode: 'replay', fromSeq: 3 }, 201, undefined],
    ['reference', { mode: 'branch' }, 400, 'fork_invalid_seq'],
    ['reference', { mode: 'branch', fromSeq: 9999 }, 422, 'fork_invalid_seq'],
    ['app', { mode: 'replay', fromSeq: 3 }, 501, 'fork_from_seq_unsupported'],
    ['app', { mode: 'branch', fromSeq: 3 }, 400, 'fork_unsupported_mode'],
    ['app', { mode: 'replay' }, 201, undefined],
    ['sqlite', { mode: 'replay' }, 404, 'not_found'],
  ] as const)('fork on %s with %j is answered %i', async (dialect, body, status, error) => {
    const { host, path } = await hostWith('plain', dialect);
    const forked = await post(host, `${path}:fork`, body);
    expect([forked.status, forked.json.error]).toEqual([status, error]);
  });

  test('a replay has ids of its own, and its causes are its own events', async () => {
    const { host, run, path } = await hostWith('plain', 'reference', { paceOfMade: { kind: 'by-hand' } });
    const { runId } = (await post(host, `${path}:fork`, { mode: 'replay', fromSeq: 3 })).json;
    const forked = host.run(String(runId));
    expect(forked.events).toHaveLength(3);
    forked.finish();
    expect(forked.events.map(({ type }) => type)).toEqual(run.events.map(({ type }) => type));
    expect(forked.events[10]).toMatchObject({ causationId: forked.events[1]?.eventId });
  });

  test('cancel, pause and resume change the run, once each', async () => {
    const host = await startLiveHost({ dialect: 'reference', runs: [{ workflow: 'plain' }] });
    started.push(host);
    const run = host.run('plain-60');
    run.emit(5);
    const act = async (what: string) => (await post(host, `/v1/runs/plain-60${what}`, {})).status;
    expect([await act(':pause'), await act(':pause'), run.emit(5)]).toEqual([202, 409, 'rests']);
    expect([await act(':resume'), run.status]).toEqual([202, 'running']);
    expect([await act('/cancel'), run.status, await act('/cancel')]).toEqual([202, 'cancelled', 409]);
    const memory = await hostWith('plain', 'in-memory');
    expect((await post(memory.host, `${memory.path}/cancel`, {})).json).toMatchObject({
      alreadyTerminal: true,
    });
    expect((await post(memory.host, `${memory.path}:pause`, {})).status).toBe(404);
  });

  test('annotations are stored where they are advertised, and 501 elsewhere', async () => {
    const { host, path } = await hostWith('plain');
    const flagged = await post(host, `${path}/annotations`, { signal: { kind: 'flag' }, note: 'look here' });
    expect(flagged).toMatchObject({ status: 201, json: { signal: { kind: 'flag' } } });
    expect((await get(host, `${path}/annotations`)).json.annotations).toHaveLength(1);
    const postgres = await hostWith('plain', 'postgres');
    expect((await get(postgres.host, `${postgres.path}/annotations`)).status).toBe(501);
  });

  test('a key without the scope is refused, and every request is on record with its token', async () => {
    const furtherKeys = [{ key: 'reader', scopes: ['runs:read'] }];
    const { host, path } = await hostWith('plain', 'reference', { furtherKeys });
    expect((await post(host, `${path}/cancel`, {}, 'reader')).json).toMatchObject({
      scopeRequired: 'runs:cancel',
    });
    expect(host.requests).toMatchObject([
      { method: 'POST', path: `${path}/cancel`, token: 'reader', body: '{}' },
    ]);
  });

  test('a picture stays on the host and goes to whoever has its address', async () => {
    const { host, run } = await hostWith('media');
    const { payload } = run.events.find(({ type }) => type === 'media.image') ?? {};
    const { url } = Object(payload);
    const picture = await fetch(`${host.origin}${url}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});

describe('surfaces as deltas (envelope.md section 7.6)', () => {
  test('only who asks gets them, and never before a whole surface', async () => {
    const { host, run, path } = await hostWith('surface');
    await post(host, `${path}/interrupts/form`, resume({ action: 'confirm' }));
    run.finish();
    const surfaces = (text: string) =>
      text.match(/^event: ui\..*/gm)?.map((line) => line.slice('event: '.length));
    const whole = 'ui.a2ui-surface';
    expect(surfaces((await stream(host, `${path}/events`)).text)).toEqual([whole, whole, whole]);
    const requested = (await stream(host, `${path}/events?a2uiDelta=1`)).text;
    expect(surfaces(requested)).toEqual([whole, `${whole}.delta`, `${whole}.delta`]);
    const [base] = run.events.filter(({ type }) => type === whole);
    expect(frameData(requested)[3]).toMatchObject({ surfaceRef: base?.eventId, catalogVersion: '0.9.1' });
  });
});

describe('going down and coming up', () => {
  test('a host that is down refuses, and comes up at the same address with the same log', async () => {
    const { host, path } = await hostWith('plain');
    const { origin } = host;
    await host.restart({ whileDown: () => expect(fetch(`${origin}${path}`)).rejects.toThrow() });
    expect(host.origin).toBe(origin);
    expect((await get(host, `${path}/events/poll`)).json.events).toHaveLength(60);
  });

  test('a clock that is ahead shows in Date and in timestamps', async () => {
    const { host, path } = await hostWith('plain', 'reference', { clockSkewMs: 3_600_000 });
    const { headers, json } = await get(host, path);
    const aheadMs = Date.parse(String(json.startedAt)) - Date.now();
    expect(aheadMs).toBeGreaterThan(3_000_000);
    expect(Date.parse(headers.get('date') ?? '') - Date.now()).toBeGreaterThan(3_000_000);
  });
});
