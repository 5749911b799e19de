import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../test/clients.ts';
import { createWindowKeys } from './door.ts';
import { type BrowserShell, startBrowserShell } from './start-browser-shell.ts';

/** Requests as no browser sends them: another program of this machine, or something between that reads them otherwise. */

let folder = '';
let shell: BrowserShell;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-door-'));
  await mkdir(join(folder, 'renderer'));
  await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html><title>Inspector</title>');
  shell = await startBrowserShell({
    files: [],
    samplesDir: '',
    rendererDir: join(folder, 'renderer'),
    configDir: join(folder, 'config'),
  });
});
afterAll(async () => {
  await shell.close();
  await rm(folder, { recursive: true, force: true });
});

test('a plain request is answered', async () => {
  const lines = ['GET / HTTP/1.1', `Host: 127.0.0.1:${shell.port}`, 'Connection: close', '', ''];
  expect(await sendRaw(lines.join('\r\n'), shell.port)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['two hosts', (at: string) => ['GET / HTTP/1.1', `Host: ${at}`, `Host: ${at}`]],
  ['two hosts, the first a foreign one', (at: string) => ['GET / HTTP/1.1', 'Host: evil', `HOST: ${at}`]],
  ['no host', () => ['GET / HTTP/1.1']],
  ['a whole address as its target', (at: string) => [`GET http://${at}/ HTTP/1.1`, `Host: ${at}`]],
  ['a foreign address as its target', (at: string) => ['GET http://evil/ HTTP/1.1', `Host: ${at}`]],
  [
    'a length and chunks',
    (at: string) => [
      'POST /window HTTP/1.1',
      `Host: ${at}`,
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
    ],
  ],
  [
    'two lengths',
    (at: string) => ['POST /window HTTP/1.1', `Host: ${at}`, 'Content-Length: 0', 'Content-Length: 9'],
  ],
  [
    'chunks that are not the last encoding',
    (at: string) => ['POST /window HTTP/1.1', `Host: ${at}`, 'Transfer-Encoding: chunked, identity'],
  ],
  [
    'a folded header',
    (at: string) => ['GET / HTTP/1.1', `Host: ${at}`, 'X-A: b', ' Transfer-Encoding: chunked'],
  ],
])('a request with %s is refused', async (_what, lines) => {
  const request = [...lines(`127.0.0.1:${shell.port}`), 'Connection: close', '', ''].join('\r\n');
  expect(await sendRaw(request, shell.port)).toMatch(/^HTTP\/1\.1 400 /);
});

test('a key opens a window once', () => {
  const keys = createWindowKeys();
  const key = keys.forAddress();
  const opened = keys.exchange(key);
  expect(opened.kind === 'opened' && keys.isSecret(opened.secret)).toBe(true);
  expect(keys.exchange(key)).toEqual({ kind: 'spent' });
  expect(keys.exchange('guessed')).toEqual({ kind: 'unknown' });
  expect([keys.isSecret(key), keys.isSecret('')]).toEqual([false, false]);
});

test('a reload has a new secret, and the one of before ends', () => {
  const keys = createWindowKeys();
  const first = keys.exchange(keys.forAddress());
  const second = first.kind === 'opened' ? keys.exchange(first.nextKey) : first;
  if (first.kind !== 'opened' || second.kind !== 'opened') throw new Error('the window did not open');
  expect([keys.isSecret(first.secret), keys.isSecret(second.secret)]).toEqual([false, true]);
  expect(keys.exchange(first.nextKey)).toEqual({ kind: 'spent' });
});

test('two windows have secrets of their own', () => {
  const keys = createWindowKeys();
  const [one, other] = [keys.exchange(keys.forAddress()), keys.exchange(keys.forOtherWindow())];
  if (one.kind !== 'opened' || other.kind !== 'opened') throw new Error('a window did not open');
  expect(one.secret).not.toBe(other.secret);
  expect([keys.isSecret(one.secret), keys.isSecret(other.secret)]).toEqual([true, true]);
});

test('a key for another window ends after ten seconds, a printed one waits', () => {
  let nowMs = 0;
  const keys = createWindowKeys(() => nowMs);
  const [other, printed] = [keys.forOtherWindow(), keys.forAddress()];
  nowMs = 10_000;
  expect([keys.exchange(other).kind, keys.exchange(printed).kind]).toEqual(['spent', 'opened']);
});

test('of printed keys the newest twenty count, and those of reloads are not among them', () => {
  const keys = createWindowKeys();
  const opened = keys.exchange(keys.forAddress());
  const printed = Array.from({ length: 21 }, () => keys.forAddress());
  expect(printed.slice(0, 2).map((key) => keys.exchange(key).kind)).toEqual(['spent', 'opened']);
  expect(opened.kind === 'opened' && keys.exchange(opened.nextKey).kind).toBe('opened');
});
