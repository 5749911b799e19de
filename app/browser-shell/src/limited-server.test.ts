import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenFilesReply, windowSecretHeader } from '@openwop-inspector/shell-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, windowOf } from '../test/clients.ts';
import { type BrowserShell, startBrowserShell } from './start-browser-shell.ts';

describe('connections that stall end', () => {
  const limits = { headersMs: 60, requestMs: 120, idleMs: 60, silentMs: 120 };
  let limited: BrowserShell;
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inspector-stalled-'));
    await mkdir(join(folder, 'renderer'));
    await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html><title>Inspector</title>');
    await writeFile(join(folder, 'large.ndjson'), Buffer.alloc(32 * 1024 * 1024, 'x'));
    limited = await startBrowserShell({
      files: [join(folder, 'large.ndjson')],
      samplesDir: '',
      rendererDir: join(folder, 'renderer'),
      configDir: join(folder, 'limited'),
      limits,
    });
  });
  afterAll(async () => {
    await limited.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ['in its headers', (at: string) => `GET / HTTP/1.1\r\nHost: ${at}\r\nX-Slow: `],
    [
      'in its body',
      (at: string) =>
        `POST /window HTTP/1.1\r\nHost: ${at}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{"key`,
    ],
    ['before it says anything', () => ''],
  ])('a request that stops %s', async (_where, request) => {
    const said = await sendRaw(request(`127.0.0.1:${limited.port}`), limited.port);
    expect(said).not.toContain('200 OK');
  });

  test('one that stays open between requests', async () => {
    const said = await sendRaw(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${limited.port}\r\n\r\n`, limited.port);
    expect(said).toContain('<title>Inspector</title>');
  });

  async function endedConnections(): Promise<number> {
    const log = await readFile(join(folder, 'limited', 'logs', 'browser-shell.ndjson'), 'utf8');
    return log.split('"event":"connection-ended","code":"silent"').length - 1;
  }

  test('an answer that nobody reads', async () => {
    const headers = await windowOf({ url: limited.newAddress() });
    const startup = await fetch(`http://127.0.0.1:${limited.port}/rpc/files/startup`, {
      method: 'POST',
      body: 'null',
      headers,
    });
    const { opened }: OpenFilesReply = await startup.json();
    const large = opened[0]?.url ?? '';
    const socket = connect(limited.port, '127.0.0.1');
    const secret = headers[windowSecretHeader] ?? '';
    socket.write(
      `GET ${large} HTTP/1.1\r\nHost: 127.0.0.1:${limited.port}\r\n${windowSecretHeader}: ${secret}\r\n\r\n`,
    );
    socket.on('error', () => undefined);
    const [first] = await once(socket, 'data');
    socket.pause();
    const before = await endedConnections();
    await expect.poll(endedConnections).toBeGreaterThan(before);
    let size = first.length;
    socket.on('data', (chunk) => {
      size += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(size).toBeLessThan(32 * 1024 * 1024);
  });
});
