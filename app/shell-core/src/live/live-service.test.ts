import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { forkSession, type StartSession } from '@openwop-inspector/host-client/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ServiceOptions, serviceOn, sessionProgram } from '../../test/live-service.ts';
import { type LoopbackHost, startLoopbackHost } from '../../test/loopback-host.ts';
import { serveOpenedFile } from '../file-serving.ts';

let host: LoopbackHost;
let folder = '';
let end: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  host = await startLoopbackHost({ token: 'the-token', interruptToken: 'the-interrupt', elsewhere: '' });
  host.emit({ type: 'run.started', payload: {} });
});
afterAll(() => host.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-live-'));
});
afterEach(async () => {
  await end();
  await rm(folder, { recursive: true, force: true });
});

/** A service with the host in its list. */
async function withHost(options: Partial<ServiceOptions> = {}) {
  const parts = serviceOn({ folder, ...options });
  end = () => parts.service.end();
  const { hostId } = await parts.ask('hosts/save', { baseUrl: host.baseUrl, name: null });
  const attach = async () => {
    const reply = await parts.ask('live/attach', { hostId, runId: 'r1', a2uiDelta: false });
    if (!reply.ok) throw new Error(reply.message);
    return reply.live;
  };
  return { ...parts, hostId, attach };
}

/** A session begins in a process of its own, on a busy machine in seconds. */

const captures = () => readdir(join(folder, 'captures'));
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test('an attaching that is cancelled ends at once, and the next one begins again', async () => {
  let requests = 0;
  const silent = createServer(() => void requests++).listen(0, '127.0.0.1');
  await vi.waitUntil(() => silent.listening);
  const { service, ask } = serviceOn({ folder });
  end = () => service.end();
  const { port } = silent.address() as AddressInfo; // it listens
  const { hostId } = await ask('hosts/save', { baseUrl: `http://127.0.0.1:${port}`, name: null });
  const run = { hostId, runId: 'r1' };
  for (const requested of [1, 2]) {
    const attached = ask('live/attach', { ...run, a2uiDelta: false });
    await vi.waitUntil(() => requests === requested, { timeout: 30_000 });
    await ask('live/cancel-attach', run);
    expect(await attached).toEqual({ ok: false, message: 'It was cancelled.', error: null });
  }
  await ask('live/cancel-attach', run);
  expect(requests).toBe(2);
  silent.closeAllConnections();
  silent.close();
});

describe('a live session', () => {
  test('is one a run: attaching again, even at the same time, gives the same', async () => {
    const { attach } = await withHost();
    const [one, other] = await Promise.all([attach(), attach()]);
    expect([other?.liveId, (await attach()).liveId]).toEqual([one?.liveId, one?.liveId]);
    expect(await captures()).toHaveLength(1);
  });

  test('survives a reload of the window, and its capture is read by ranges while it grows', async () => {
    const { service, ask, attach, until, openFiles } = await withHost();
    const live = await attach();
    service.windowRestarts();
    const before = await ask('live/find', { liveId: live.liveId });
    expect(before).toMatchObject({
      liveId: live.liveId,
      file: { fileId: live.file.fileId, url: live.file.url },
    });
    host.emit({ type: 'log.appended', payload: { message: 'after the reload' } });
    await until(
      live,
      ({ sizeBytes, status }) => sizeBytes > live.file.sizeBytes && status.ledger.events >= 2,
    );
    const { fileId } = live.file;
    const readable = async (): Promise<string> => {
      const requested = { method: 'GET', range: null, ifRange: null } as const;
      const { body } = await serveOpenedFile(
        openFiles.pathOf(fileId) ?? '',
        requested,
        openFiles.growthOf(fileId),
      );
      return body instanceof Readable ? text(body) : '';
    };
    // The ledger knows an event a moment before it is written.
    await vi.waitFor(async () => expect(await readable()).toContain('after the reload'));
    expect(await readable()).toMatch(/^\{"capture":"openwop-inspector\/1"[\s\S]*\n$/);
    await ask('files/close', { fileId });
    expect(openFiles.pathOf(fileId)).not.toBeNull();
  });

  test('that is detached keeps its capture open; one that is closed deletes it', async () => {
    const { ask, attach, openFiles } = await withHost();
    const { liveId, file } = await attach();
    await ask('live/detach', { liveId });
    expect((await ask('live/find', { liveId }))?.status).toMatchObject({ state: 'ended', end: 'detached' });
    const path = openFiles.pathOf(file.fileId) ?? '';
    expect(await isThere(path)).toBe(true);
    await ask('live/close', { liveId });
    expect([await isThere(path), openFiles.pathOf(file.fileId)]).toEqual([false, null]);
    expect(await ask('live/find', { liveId })).toBeNull();
  });

  test('is ended at quit with all that came on the disk', async () => {
    const { service, attach, until } = await withHost();
    const live = await attach();
    await until(live, ({ status }) => status.ledger.events >= 1);
    await service.end();
    const [name = ''] = await captures();
    const lines = (await readFile(join(folder, 'captures', name), 'utf8')).trim().split('\n');
    expect(lines.some((line) => line.includes('"run.started"'))).toBe(true);
    expect(lines.at(-1)).toContain('"capture":"end"');
  });

  test('reports news at most ten times a second', async () => {
    const { attach, until, notified } = await withHost();
    const live = await attach();
    const before = live.status.ledger.events;
    for (let i = 0; i < 500; i++) host.emit({ type: 'log.appended', payload: { i } });
    await until(live, ({ status }) => status.ledger.events >= before + 500);
    const times = notified.filter(({ name }) => name === 'live-news').map(({ atMs }) => atMs);
    const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(times.length).toBeLessThanOrEqual(2 + spanMs / 90);
  });

  test('of a host that is removed ends', async () => {
    const { ask, attach, hostId } = await withHost();
    const { liveId } = await attach();
    await ask('hosts/remove', { hostId });
    expect((await ask('live/find', { liveId }))?.status.state).toBe('ended');
    expect(await ask('hosts/list', null)).toEqual([]);
  });

  test('whose process dies is stopped by itself: another continues, and its capture stays, also when it is closed', async () => {
    const pids: number[] = [];
    const start = forkSession(sessionProgram);
    const startSession: StartSession = (heapMb) => {
      const started = start(heapMb);
      if (started.pid !== null) pids.push(started.pid);
      return started;
    };
    const { ask, attach, until, openFiles } = await withHost({ startSession });
    const live = await attach();
    const kind = await startLoopbackHost({ token: 'another', interruptToken: 'another', elsewhere: '' });
    const saved = await ask('hosts/save', { baseUrl: kind.baseUrl, name: null });
    const second = await ask('live/attach', { hostId: saved.hostId, runId: 'r1', a2uiDelta: false });
    if (!second.ok) throw new Error(second.message);
    await vi.waitFor(async () => expect(await readFile(live.storedAt, 'utf8')).toContain('"run.started"'));
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await until(live, ({ status }) => status.end === 'stopped');
    const found = await ask('live/find', { liveId: live.liveId });
    expect(found?.status.words).toContain('its process ended by itself (SIGKILL)');
    // What the session counted and what is on the disk may differ by the last moment.
    expect(found?.status.ledger).toMatchObject({
      verdict: 'not-known',
      words: expect.stringMatching(/may not be in the capture$/),
    });
    expect(found?.storedAt).toBe(openFiles.pathOf(live.file.fileId));
    const text = await readFile(found?.storedAt ?? '', 'utf8');
    expect(Buffer.byteLength(text)).toBe(found?.file.sizeBytes);
    expect(text).toContain('"run.started"');
    expect(text).toMatch(/"capture":"end".*"end":"stopped".*\n$/);
    kind.emit({ type: 'run.started', payload: {} });
    await until(second.live, ({ status }) => status.end === null && status.ledger.events === 1);

    await ask('live/reconnect', { liveId: live.liveId });
    await until(live, ({ status }) => status.end === null && status.ledger.events >= 1);
    process.kill(pids[2] ?? 0, 'SIGKILL');
    await until(live, ({ status }) => status.end === 'stopped');
    expect((await ask('captures/list', null)).count).toBe(0);
    await ask('live/close', { liveId: live.liveId });
    expect(await ask('captures/list', null)).toMatchObject({
      captures: [{ hostName: 'Loopback', runId: 'r1' }],
      count: 1,
    });
    await kind.close();
  });

  test('is noted among the recent runs of its host, which has the name it gives itself', async () => {
    const { ask, attach } = await withHost({ now: () => 7 });
    await attach();
    expect(await ask('hosts/list', null)).toMatchObject([
      {
        name: 'Loopback',
        recentRuns: [{ runId: 'r1', workflowId: 'w', status: 'waiting-approval', attachedAtMs: 7 }],
      },
    ]);
  });

  test('is not begun with a run that is not there, or a host that is unknown', async () => {
    const { ask, hostId } = await withHost();
    const attach = (id: string, runId: string) => ask('live/attach', { hostId: id, runId, a2uiDelta: false });
    expect(await attach(hostId, 'none')).toMatchObject({ ok: false, error: { status: 404 } });
    expect(await attach('unknown', 'r1')).toMatchObject({ ok: false, error: { code: 'host_unknown' } });
    expect(await isThere(join(folder, 'captures'))).toBe(false);
  });
});

describe('a capture is saved', () => {
  test('where the person says', async () => {
    const saved = join(folder, 'mine.capture.ndjson');
    const { ask, attach, until } = await withHost({ saveTo: saved });
    const live = await attach();
    const { liveId } = live;
    await until(live, ({ sizeBytes }) => sizeBytes > 0);
    expect(await ask('live/save-capture', { liveId })).toEqual({ saved: true, name: 'mine.capture.ndjson' });
    await ask('live/close', { liveId });
    expect(await readFile(saved, 'utf8')).toContain('"capture":"openwop-inspector/1"');
  });

  test('by a download where there is no dialog: one copy at most, which goes with the session', async () => {
    const { ask, attach, until, openFiles } = await withHost();
    const live = await attach();
    const { liveId } = live;
    await until(live, ({ sizeBytes }) => sizeBytes > 0);
    await ask('live/save-capture', { liveId });
    const reply = await ask('live/save-capture', { liveId });
    if (reply.saved || !('download' in reply)) throw new Error('no download');
    expect(reply).toMatchObject({ reason: 'no-dialog', download: { name: /.capture.ndjson$/ } });
    const copy = openFiles.pathOf(reply.download.fileId) ?? '';
    expect(await readFile(copy, 'utf8')).toContain('"capture":"openwop-inspector/1"');
    expect(await captures()).toHaveLength(2);
    await ask('live/close', { liveId });
    expect(await captures()).toEqual([]);
  });
});

describe('an action', () => {
  const cancel = { kind: 'cancel', reason: null } as const;
  const sent = () => host.requests.filter((line) => line.startsWith('POST')).length;

  test('is sent only after a preview, once, and is in the list and in the capture (S-18)', async () => {
    const { ask, attach } = await withHost();
    const { liveId } = await attach();
    const before = sent();
    expect(await ask('live/act', { liveId, previewId: 'made-up' })).toMatchObject({ ok: false });
    const preview = await ask('live/preview', { liveId, action: cancel });
    expect([preview.allowed, sent()]).toEqual([true, before]);
    if (!preview.allowed) return;
    const act = () => ask('live/act', { liveId, previewId: preview.previewId });
    const [first, second] = await Promise.all([act(), act()]);
    expect([first?.ok, second]).toEqual([true, expect.objectContaining({ ok: false })]);
    expect(sent()).toBe(before + 1);
    expect(await ask('live/actions', { liveId })).toMatchObject([
      { action: cancel, request: preview.request },
    ]);
    const [name = ''] = await captures();
    expect(await readFile(join(folder, 'captures', name), 'utf8')).toContain('{"capture":"action"');
  });

  test('previewed before a reload, or ten minutes ago, is not sent', async () => {
    let now = 0;
    const { service, ask, attach } = await withHost({ now: () => now });
    const { liveId } = await attach();
    const before = sent();
    for (const pass of [() => service.windowRestarts(), () => (now += 600_000)]) {
      const preview = await ask('live/preview', { liveId, action: cancel });
      pass();
      const previewId = preview.allowed ? preview.previewId : '';
      expect(await ask('live/act', { liveId, previewId })).toMatchObject({ error: { code: 'preview_used' } });
    }
    expect(sent()).toBe(before);
  });

  test('that untrusted content would carry through an approval has no preview', async () => {
    const { ask, attach } = await withHost();
    const { liveId } = await attach();
    const action = {
      kind: 'resolve-interrupt',
      interruptKind: 'approval',
      nodeId: 'gate',
      tokenRef: null,
      resumeValue: { action: 'accept' },
      valueOrigin: 'surface',
      contentTrust: 'untrusted',
    } as const;
    expect(await ask('live/preview', { liveId, action })).toMatchObject({
      allowed: false,
      code: 'untrusted_content_blocks_approval',
    });
  });
});

test('calls about a session that is closed are answered in words', async () => {
  const { ask } = await withHost();
  const liveId = 'gone';
  expect(await ask('live/interrupts', { liveId })).toMatchObject({
    ok: false,
    error: { code: 'session_closed' },
  });
  expect(await ask('live/preview', { liveId, action: { kind: 'resume', reason: null } })).toMatchObject({
    allowed: false,
  });
  expect(await ask('live/act', { liveId, previewId: 'a' })).toMatchObject({ ok: false });
  expect(await ask('live/save-capture', { liveId })).toMatchObject({ saved: false });
  expect(await ask('live/actions', { liveId })).toEqual([]);
  for (const name of ['live/close', 'live/detach', 'live/reconnect', 'live/fetch-missing'] as const)
    expect(await ask(name, { liveId })).toBeNull();
});

describe('tokens of hosts', () => {
  test('go to the host from where they are stored, and the window hears only where that is', async () => {
    const { ask, hostId } = await withHost({ env: { HOST_TOKEN: 'from-env' } });
    const before = host.authorizations.length;
    const set = (token: string | null, variable: string | null) =>
      ask('hosts/set-token', { hostId, token, variable, remember: true });
    expect(await set(null, 'HOST_TOKEN')).toEqual({
      store: 'environment',
      variable: 'HOST_TOKEN',
      remark: null,
      isTaken: true,
    });
    await ask('hosts/runs', { hostId, status: null });
    expect(await set('typed', null)).toMatchObject({ store: 'session', remark: expect.any(String) });
    await ask('hosts/runs', { hostId, status: null });
    expect(await set('two words', null)).toMatchObject({
      store: 'session',
      remark: expect.stringMatching(/blanks/),
      isTaken: false,
    });
    await ask('hosts/runs', { hostId, status: null });
    expect(await set(null, null)).toMatchObject({ store: 'none' });
    await ask('hosts/runs', { hostId, status: null });
    expect(host.authorizations.slice(before)).toEqual([
      'Bearer from-env',
      'Bearer typed',
      'Bearer typed',
      '',
    ]);
  });

  test('that stand in a pasted text are taken when the host is saved', async () => {
    const { ask } = serviceOn({ folder });
    const text = `curl -H "Authorization: Bearer pasted" ${host.baseUrl}/v1/runs/r1`;
    expect(await ask('hosts/read-address', { text })).toMatchObject({ holdsToken: true, host: null });
    const saved = await ask('hosts/save', { baseUrl: host.baseUrl, name: 'Mine' });
    expect(saved).toMatchObject({ name: 'Mine', token: { store: 'session' } });
  });
});

describe('addresses from outside', () => {
  const link = () => `${host.baseUrl}/v1/runs/r1`;

  test('wait for the window, are returned once, pushed afterwards, and never bring a token (S-19)', async () => {
    const curl = `openwop-inspector://attach?host=${encodeURIComponent(host.baseUrl)}&run=r1&token=x`;
    const { service, ask, crossed } = serviceOn({ folder, startupAddresses: [link()] });
    await service.openAddress(curl);
    const address = { baseUrl: host.baseUrl, runId: 'r1' };
    const expected = { ok: true, address, host: null, holdsToken: false };
    expect(await ask('hosts/startup', null)).toEqual(expected);
    expect(await ask('hosts/startup', null)).toEqual(expected);
    expect(await ask('hosts/startup', null)).toBeNull();
    await service.openAddress(link());
    expect(crossed.at(-1)).toBe(JSON.stringify(['host-address', expected]));
    service.windowRestarts();
    await service.openAddress('not an address');
    expect(await ask('hosts/startup', null)).toMatchObject({ ok: false, message: expect.any(String) });
  });

  test('know the host that is saved', async () => {
    const { ask, service, hostId } = await withHost();
    await service.openAddress(link());
    expect(await ask('hosts/startup', null)).toMatchObject({ host: { hostId } });
  });
});

test('an examination is called off by its id, by a window that is gone, and by a reload', async () => {
  const { service, ask, hostId } = await withHost();
  const gone = new AbortController();
  const request = { examineId: 'one', hostId, runId: 'r1' };
  const one = ask('hosts/examine', request);
  await ask('hosts/cancel-examine', { examineId: 'one' });
  const two = service.answer('hosts/examine', { ...request, examineId: 'two' }, gone.signal);
  gone.abort();
  const three = ask('hosts/examine', { ...request, examineId: 'three' });
  service.windowRestarts();
  await Promise.all([one, two, three]);
  expect(await ask('hosts/examine', { ...request, hostId: 'unknown' })).toMatchObject({ fault: 'address' });
});
