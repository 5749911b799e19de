import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK_CERTIFICATE, sendJson, startLoopbackHost } from '@openwop-inspector/host-client/loopback';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceOn } from '../../test/live-service.ts';

let folder = '';
const closes: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-authorities-'));
});
afterEach(async () => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  for (const close of closes.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

async function withSecureHost(options: Omit<Parameters<typeof serviceOn>[0], 'folder'> = {}) {
  const host = await startLoopbackHost(
    (_, response) => sendJson(response, 200, { protocolVersion: '1.1' }),
    'https',
  );
  const { ask, service } = serviceOn({ folder, ...options });
  closes.push(() => service.end(), host.close);
  const { hostId } = await ask('hosts/save', { baseUrl: host.baseUrl, name: null });
  const tls = async () => {
    const report = await ask('hosts/examine', { examineId: 'x', hostId, runId: null });
    return report.checks.find(({ id }) => id === 'tls')?.verdict;
  };
  const authority = async () => (await ask('hosts/list', null))[0]?.authority;
  return { host, ask, hostId, tls, authority };
}

test('the service checks certificates whatever NODE_TLS_REJECT_UNAUTHORIZED says (security S-11)', async () => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const { host, tls, ask, hostId } = await withSecureHost();
  expect(await tls()).toBe('fault');
  const attached = await ask('live/attach', { hostId, runId: 'r1', a2uiDelta: false });
  expect(attached).toMatchObject({ ok: false, error: { kind: 'certificate' } });
  expect(await ask('hosts/runs', { hostId, status: null })).toMatchObject({ error: { kind: 'certificate' } });
  expect(host.seen).toEqual([]);
});

test('an authority that was named at the start is trusted', async () => {
  const { tls } = await withSecureHost({ authorities: [LOOPBACK_CERTIFICATE] });
  expect(await tls()).toBe('fine');
});

test('the authority of one host is a file that the person chose, and nothing else is trusted without it', async () => {
  const file = join(folder, 'ours.pem');
  const { ask, hostId, tls, authority } = await withSecureHost({ pickAuthority: async () => file });
  const set = (choose: boolean) => ask('hosts/set-authority', { hostId, choose });
  await writeFile(file, 'no certificate');
  expect((await set(true)).message).toMatch(/ours\.pem names no certificate authority: .*PEM/);
  expect(await authority()).toBeNull();
  await writeFile(file, LOOPBACK_CERTIFICATE);
  expect(await set(true)).toEqual({ message: null });
  expect(await authority()).toBe('ours.pem');
  expect(await tls()).toBe('fine');
  expect(await set(false)).toEqual({ message: null });
  expect([await authority(), await tls()]).toEqual([null, 'fault']);
});

test('a chosen file that is gone closes the way to the host: it does not open it', async () => {
  const file = join(folder, 'ours.pem');
  await writeFile(file, LOOPBACK_CERTIFICATE);
  const { host, ask, hostId, tls } = await withSecureHost({ pickAuthority: async () => file });
  await ask('hosts/set-authority', { hostId, choose: true });
  await rm(file);
  expect(await tls()).toBe('fault');
  expect(host.seen).toEqual([]);
});

test('a shell without a dialog says how an authority is named, and a cancelled dialog changes nothing', async () => {
  const without = await withSecureHost();
  const reply = await without.ask('hosts/set-authority', { hostId: without.hostId, choose: true });
  expect(reply.message).toMatch(/--ca FILE/);
  const cancelled = await withSecureHost({ pickAuthority: async () => null });
  expect(await cancelled.ask('hosts/set-authority', { hostId: cancelled.hostId, choose: true })).toEqual({
    message: null,
  });
  expect(await cancelled.authority()).toBeNull();
});
