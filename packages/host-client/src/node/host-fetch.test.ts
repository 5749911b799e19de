import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  LOOPBACK_CERTIFICATE,
  LOOPBACK_KEY,
  type LoopbackHost,
  sendJson,
  startLoopbackHost,
} from '../../test/loopback-host.ts';
import type { HostConnection } from '../connection.ts';
import { examineHost } from '../doctor/examine-host.ts';
import { createHostConnection } from '../rest/create-host-connection.ts';
import { authoritiesUnusable, createHostFetch, type HostFetchParts, readAuthorities } from './host-fetch.ts';

const open: { close(): Promise<void> }[] = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'openwop-inspector-test-'));
});
afterEach(async () => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  rmSync(folder, { recursive: true });
  await Promise.all(open.splice(0).map((host) => host.close()));
});

async function host(...parts: Parameters<typeof startLoopbackHost>): Promise<LoopbackHost> {
  const started = await startLoopbackHost(...parts);
  open.push(started);
  return started;
}

const secureHost = () => host((_, response) => sendJson(response, 200, { runs: [] }), 'https');

function connect({ baseUrl }: Pick<LoopbackHost, 'baseUrl'>, parts: HostFetchParts = {}): HostConnection {
  return createHostConnection({ baseUrl, token: () => 'hk_CANARY', fetch: createHostFetch(parts) });
}

/** What stops every check of certificates that does not say that it wants one. */
function switchChecksOff(): void {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
}

test('a certificate is checked whatever NODE_TLS_REJECT_UNAUTHORIZED says (security S-11)', async () => {
  const one = await secureHost();
  switchChecksOff();
  // The variable works: a fetch that relies on it is answered.
  expect((await fetch(`${one.baseUrl}/v1/runs`)).status).toBe(200);
  const connection = connect(one);
  const refused = { ok: false, error: { kind: 'certificate', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } };
  expect(await connection.getJson('/v1/runs')).toMatchObject(refused);
  expect(await connection.postJson('/v1/runs', {})).toMatchObject(refused);
  expect(await connection.openStream('/v1/runs/r/events')).toMatchObject(refused);
  expect(one.seen).toHaveLength(1);
});

test('the doctor says that the certificate is not trusted, and why', async () => {
  const one = await secureHost();
  switchChecksOff();
  const { fault, checks } = await examineHost(connect(one), {
    runId: null,
    signal: new AbortController().signal,
  });
  expect(fault).toBe('tls');
  const reported = checks.find(({ id }) => id === 'tls');
  expect(reported?.verdict).toBe('fault');
  expect(reported?.words).toMatch(/is not trusted: no known authority has signed it.*--ca/);
  expect(JSON.stringify(checks)).not.toContain('is trusted.');
});

test('an authority that is named is trusted, and only where it is named', async () => {
  const one = await secureHost();
  const file = join(folder, 'ca.pem');
  writeFileSync(file, `# our authority\n${LOOPBACK_CERTIFICATE}`);
  const reading = await readAuthorities(file);
  const certificates = reading.ok ? reading.certificates : [];
  expect(await connect(one, { authorities: async () => certificates }).getJson('/x')).toMatchObject({
    ok: true,
  });
  expect(await connect(one).getJson('/x')).toMatchObject({ ok: false, error: { kind: 'certificate' } });
  // It means 127.0.0.1 and no other name.
  const other = { baseUrl: one.baseUrl.replace('127.0.0.1', '127.0.0.2') };
  expect(await connect(other, { authorities: async () => certificates }).getJson('/x')).toMatchObject({
    ok: false,
  });
});

test('nothing is sent while a named authority cannot be read', async () => {
  const one = await secureHost();
  const authorities = () => Promise.reject(authoritiesUnusable());
  expect(await connect(one, { authorities }).getJson('/x')).toMatchObject({
    error: { kind: 'certificate', code: 'AUTHORITIES_UNUSABLE' },
  });
  expect(one.seen).toEqual([]);
});

const NO_AUTHORITIES: readonly (readonly [string, string, RegExp])[] = [
  ['text', 'hello', /no certificate in PEM form/],
  ['nothing', '', /no certificate in PEM form/],
  ['a key', LOOPBACK_KEY, /private key/],
  ['a certificate with its key', LOOPBACK_CERTIFICATE + LOOPBACK_KEY, /private key/],
  ['a damaged certificate', LOOPBACK_CERTIFICATE.replace(/\n.{20}/, '\n'), /damaged/],
  ['too much', 'x'.repeat(1024 * 1024 + 1), /larger than 1 MiB/],
];

test.each(NO_AUTHORITIES)('a file that names no authority is refused: %s', async (_, text, why) => {
  const file = join(folder, 'ca.pem');
  writeFileSync(file, text);
  expect(await readAuthorities(file)).toEqual({ ok: false, why: expect.stringMatching(why) });
});

test('a file that is not there, and a folder, are distinguished', async () => {
  expect(await readAuthorities(join(folder, 'none.pem'))).toEqual({
    ok: false,
    why: 'there is no such file',
  });
  expect(await readAuthorities(folder)).toEqual({ ok: false, why: 'it cannot be read' });
});

test('limits count unpacked bytes: 64 KB that unpack to 64 MB are not read to their end', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
  const one = await host((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  );
  expect(await connect(one).getJson('/x', { maxBytes: 1024 * 1024 })).toMatchObject({
    error: { code: 'answer_too_large' },
  });
  const refusing = await host((_, response) =>
    response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const answer = await connect(refusing).getJson('/x');
  expect(answer).toMatchObject({ error: { kind: 'status', status: 500 } });
  expect(JSON.stringify(answer).length).toBeLessThan(300_000);
});

test('a packed answer is read, and what is damaged or packed otherwise is reported', async () => {
  const value = Buffer.from(JSON.stringify({ runs: ['ü'.repeat(1000)] }));
  const packed = gzipSync(value);
  const bodies: Readonly<Record<string, readonly [string, Buffer]>> = {
    '/whole': ['gzip', packed],
    '/cut': ['gzip', packed.subarray(0, packed.length - 12)],
    '/damaged': ['gzip', Buffer.from('no gzip at all')],
    '/br': ['br', brotliCompressSync(value)],
    '/twice': ['gzip, gzip', gzipSync(packed)],
  };
  const one = await host(({ url }, response) => {
    const [encoding, body] = bodies[url] ?? ['', ''];
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body);
  });
  const connection = connect(one);
  expect(await connection.getJson('/whole')).toMatchObject({
    ok: true,
    value: { json: { runs: ['ü'.repeat(1000)] } },
  });
  for (const path of ['/cut', '/damaged', '/br', '/twice']) {
    const answer = await connection.getJson(path);
    expect(answer, path).toMatchObject({ ok: false, error: { kind: 'not-understood' } });
    expect(answer.ok ? '' : answer.error.message).toMatch(/packed/);
  }
});

test('a reused connection that the host has closed is replaced for what reads, and nothing is sent twice otherwise', async () => {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  // Answers one request a connection, says that it stays open, and hangs up when the next one comes.
  const server = createServer((socket) => {
    let requested = 0;
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      requests.push(data.toString('latin1').split(' ', 1)[0] ?? '');
      requested++;
      if (requested > 1) socket.resetAndDestroy();
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const connection = connect({ baseUrl: `http://127.0.0.1:${port}` });
  for (let time = 0; time < 3; time++) expect(await connection.getJson('/x')).toMatchObject({ ok: true });
  expect(requests).toEqual(['GET', 'GET', 'GET', 'GET', 'GET']);
  expect(await connection.postJson('/x', {})).toMatchObject({ ok: true });
  expect(requests.slice(5)).toEqual(['POST']);
});

test.each([101, 600, 999])('an answer with status %i is no answer', async (status) => {
  const one = await host((_, response) => {
    response.socket?.end(`HTTP/1.1 ${status} Odd\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n`);
  });
  expect(await connect(one).getJson('/x')).toMatchObject({ ok: false });
});
