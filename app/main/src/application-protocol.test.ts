import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenFiles, type OpenFiles } from '@openwop-inspector/shell-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createProtocolHandler,
  isApplicationDocument,
  isSurfaceDocument,
  mayRequest,
} from './application-protocol.ts';

let folder = '';
let openFiles: OpenFiles;
let fileUrl = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-protocol-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, 'run.ndjson'), '0123456789');
  openFiles = createOpenFiles();
  const opening = await openFiles.open(join(folder, 'run.ndjson'));
  fileUrl = opening.kind === 'opened' ? opening.file.url : '';
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ask = (address: string, init: RequestInit = {}) =>
  createProtocolHandler(openFiles, folder)(new Request(address, init));

test.each([
  ['the window', () => 'inspector://app/', {}, 200, '<!doctype html>'],
  ['an opened file', () => `inspector://app${fileUrl}`, {}, 200, '0123456789'],
  ['a part of it', () => `inspector://app${fileUrl}`, { headers: { range: 'bytes=2-4' } }, 206, '234'],
  ['past its end', () => `inspector://app${fileUrl}`, { headers: { range: 'bytes=10-' } }, 416, '10 bytes'],
  ['a file that is not open', () => 'inspector://app/file/none', {}, 404, 'not open'],
  ['a file of ours that is not there', () => 'inspector://app/none.js', {}, 404, 'none.js'],
  ['another host', () => 'inspector://other/', {}, 404, 'no such address'],
  ['another method', () => 'inspector://app/', { method: 'POST' }, 405, 'GET'],
  ['a step outside', () => 'inspector://app/..%2frun.ndjson', {}, 403, 'leaves the folder'],
])('%s', async (_what, address, init, status, words) => {
  const response = await ask(address(), init);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(words);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test('the surface document has a policy of its own, and a foreign file of that name has not (security S-03)', async () => {
  const html = '<style>a</style><script>b</script>';
  await writeFile(join(folder, 'surface.html'), html);
  const surface = await ask('inspector://app/surface.html');
  expect(surface.headers.get('content-security-policy')).toMatch(
    /script-src 'sha256-[^']+'; style-src 'sha256-.*; frame-ancestors 'self'; .*; sandbox allow-scripts$/,
  );
  expect([await surface.text(), surface.headers.get('x-content-type-options')]).toEqual([html, 'nosniff']);
  const opening = await openFiles.open(join(folder, 'surface.html'));
  const opened = await ask(`inspector://app${opening.kind === 'opened' ? opening.file.url : ''}`);
  expect(opened.headers.get('content-security-policy')).not.toContain('sandbox');
});

test('a reader that leaves closes the file', async () => {
  await writeFile(join(folder, 'large.ndjson'), 'x'.repeat(8_000_000));
  const opening = await openFiles.open(join(folder, 'large.ndjson'));
  const response = await ask(`inspector://app${opening.kind === 'opened' ? opening.file.url : ''}`);
  const reader = response.body?.getReader();
  await reader?.read();
  await expect(reader?.cancel()).resolves.toBeUndefined();
});

test.each([
  ['inspector://app/', true],
  ['inspector://app', true],
  ['inspector://app/#run=a', true],
  ['inspector://app/?x=1', true],
  ['inspector://app/index.html', true],
  ['inspector://app/surface.html', false],
  ['inspector://app/file/abc', false],
  ['inspector://app.evil/', false],
  ['inspector://evil/', false],
  ['https://app/', false],
  ['file:///app/', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is a document of ours: %s', (address, expected) => {
  expect(isApplicationDocument(address)).toBe(expected);
});

test.each([
  ['inspector://app/surface.html', true],
  ['inspector://app/surface.html?x', false],
  ['inspector://app/surface.html#x', false],
  ['inspector://app/index.html', false],
  ['inspector://app/', false],
  ['inspector://app/file/surface.html', false],
  ['inspector://app.evil/surface.html', false],
  ['https://app/surface.html', false],
  ['about:blank', false],
  ['data:text/html,x', false],
])('a frame may hold %s: %s (security S-03)', (address, expected) => {
  expect(isSurfaceDocument(address)).toBe(expected);
});

test.each([
  ['inspector://app/file/abc', true, true],
  ['inspector://app/assets/a.js', true, true],
  ['blob:inspector://app/1', true, true],
  ['data:image/png;base64,AA', true, true],
  ['devtools://devtools/bundled/x.html', false, true],
  ['inspector://evil/', false, false],
  ['http://127.0.0.1/', false, false],
  ['https://example.com/', false, false],
  ['ws://localhost/', false, false],
  ['file:///etc/passwd', false, false],
  ['chrome-extension://x/', false, false],
])('%s may be requested: %s, with developer tools %s', (address, plain, withTools) => {
  expect([mayRequest(address, false), mayRequest(address, true)]).toEqual([plain, withTools]);
});
