import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceOn } from '../../test/live-service.ts';
import { type LoopbackHost, startListener, startLoopbackHost } from '../../test/loopback-host.ts';
import type { TokenVault } from './sealed-tokens.ts';

// Of no shape that is known for a secret: only who knows them can find them.
const token = 'CANARY-bearer-9c41f7';
const interruptToken = 'CANARY-interrupt-77ab02';

/** How a host may write a token back: one escape of JSON in a text, of an address, of HTML; base64; hexadecimal. */
const spelled = [token, interruptToken].flatMap((secret) => [
  secret.replace('A', '\\u0041'),
  secret.replaceAll('-', '%2d'),
  secret.replace('N', '&#78;'),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('hex'),
]);

let folder = '';
let host: LoopbackHost;
let elsewhere: Awaited<ReturnType<typeof startListener>>;

/** Encrypts in a way that a search does not see through. */
const vault: TokenVault = {
  refusal: () => null,
  seal: (text) => Buffer.from(text).map((byte) => byte ^ 0x5a),
  unseal: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString(),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-canary-'));
  elsewhere = await startListener();
  host = await startLoopbackHost({ token, interruptToken, elsewhere: elsewhere.baseUrl });
});
afterAll(async () => {
  await host.close();
  await elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

/** Every file below a folder, as text. */
async function written(below: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(below, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
}

test('no token is in any byte that is written, sent or answered, nor sent to another origin (S-10, S-20)', async () => {
  const saved = join(folder, 'saved.capture.ndjson');
  const { service, ask, until, crossed, openFiles } = serviceOn({ folder, vault, saveTo: saved });
  const curl = `curl -H 'Authorization: Bearer ${token}' '${host.baseUrl}/v1/runs/r1/events?streamToken=${token}'`;
  const address = await ask('hosts/read-address', { text: curl });
  expect(address).toMatchObject({
    ok: true,
    address: { baseUrl: host.baseUrl, runId: 'r1' },
    holdsToken: true,
  });
  const { hostId } = await ask('hosts/save', { baseUrl: host.baseUrl, name: null });
  const state = await ask('hosts/set-token', { hostId, token, variable: null, remember: true });
  expect(state.store).toBe('system-store');

  const report = await ask('hosts/examine', { examineId: 'one', hostId, runId: 'refused' });
  expect(report.fault).toBe('auth');
  await ask('hosts/runs', { hostId, status: null });
  const attach = (runId: string) => ask('live/attach', { hostId, runId, a2uiDelta: false });
  expect(await attach('refused')).toMatchObject({ ok: false, error: { status: 401 } });
  expect(await attach('moved')).toMatchObject({ ok: false, error: { kind: 'redirect' } });
  expect(elsewhere.heard).toEqual([]);

  const attached = await attach('r1');
  if (!attached.ok) throw new Error(attached.message);
  const { live } = attached;
  host.emit({ type: 'run.started', payload: {} });
  host.emit({
    type: 'node.suspended',
    nodeId: 'gate',
    payload: { interruptToken, data: { token: interruptToken } },
  });
  host.emit({
    type: 'log.appended',
    payload: { message: `called ${host.baseUrl}/v1/interrupts/${interruptToken} as ${token}` },
  });
  host.emit({ type: 'log.appended', payload: { message: spelled.join(' ') } });
  await until(live, ({ status }) => status.ledger.events === 4);

  const open = await ask('live/interrupts', { liveId: live.liveId });
  const tokenRef = open.ok ? (open.interrupts[0]?.tokenRef ?? null) : null;
  expect(tokenRef).not.toBeNull();
  for (const action of [
    {
      kind: 'resolve-interrupt',
      interruptKind: 'approval',
      nodeId: 'gate',
      tokenRef,
      resumeValue: { action: 'reject' },
      valueOrigin: 'person',
      contentTrust: 'trusted',
    } as const,
    { kind: 'cancel', reason: `because of ${token}` } as const,
  ]) {
    const preview = await ask('live/preview', { liveId: live.liveId, action });
    if (!preview.allowed) throw new Error(preview.message);
    await ask('live/act', { liveId: live.liveId, previewId: preview.previewId });
  }
  expect(host.requests).toContain(`POST /v1/interrupts/${interruptToken}`);
  expect((await ask('live/actions', { liveId: live.liveId })).length).toBe(2);

  expect(await ask('live/save-capture', { liveId: live.liveId })).toEqual({
    saved: true,
    name: 'saved.capture.ndjson',
  });
  await ask('live/find', { liveId: live.liveId });
  await ask('hosts/list', null);
  await ask('shell/info', null);
  const settings = await ask('settings/read', null);
  await ask('settings/write', settings);
  await service.end();

  expect(openFiles.pathOf(live.file.fileId)).not.toBeNull();
  const files = await written(folder);
  const names = files.map(([file]) => file.slice(folder.length + 1).replaceAll('\\', '/'));
  expect(names).toEqual(
    expect.arrayContaining([
      'hosts.json',
      'tokens.json',
      'settings.json',
      'logs/shell.ndjson',
      'saved.capture.ndjson',
    ]),
  );
  expect(files.find(([file]) => file.endsWith('saved.capture.ndjson'))?.[1]).toContain('log.appended');
  expect(names.filter((name) => name.startsWith('captures/'))).toHaveLength(1);
  for (const canary of [token, interruptToken, ...spelled]) {
    expect(crossed.filter((text) => text.includes(canary))).toEqual([]);
    expect(files.filter(([, text]) => text.includes(canary)).map(([file]) => file)).toEqual([]);
  }
  expect(host.requests.filter((line) => line.includes(token))).toEqual([]);
  expect(host.authorizations).toContain(`Bearer ${token}`);
});
