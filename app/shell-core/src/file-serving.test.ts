import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileAnswer, type FileRequest, serveOpenedFile, serveOwnFile } from './file-serving.ts';
import { createOpenFiles } from './open-files.ts';

const get: FileRequest = { method: 'GET', range: null, ifRange: null };
let folder = '';
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-serving-'));
  await writeFile(inFolder('ten.ndjson'), '0123456789');
  await writeFile(inFolder('empty.json'), '');
  await writeFile(inFolder('page.html'), '<p>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function bodyOf({ body }: FileAnswer): Promise<string> {
  return body instanceof Readable ? text(body) : String(body ?? '');
}

describe('an opened file', () => {
  test.each([
    ['whole', get, 200, '0123456789', { 'content-length': '10', 'accept-ranges': 'bytes' }],
    ['a part', { ...get, range: 'bytes=3-5' }, 206, '345', { 'content-range': 'bytes 3-5/10' }],
    ['past the end', { ...get, range: 'bytes=10-' }, 416, /10 bytes/, { 'content-range': 'bytes */10' }],
    ['head', { ...get, method: 'HEAD' }, 200, '', { 'content-length': '10' }],
    [
      'a part if unchanged, but changed',
      { ...get, range: 'bytes=3-5', ifRange: '"old"' },
      200,
      '0123456789',
      {},
    ],
  ] as const)('%s', async (_rule, request, status, body, headers) => {
    const answer = await serveOpenedFile(inFolder('ten.ndjson'), request);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(headers);
    expect(await bodyOf(answer)).toMatch(body);
  });

  test('several parts are one answer, as long as it says', async () => {
    const request = { ...get, range: 'bytes=3-5,0-0,8-20' };
    const answer = await serveOpenedFile(inFolder('ten.ndjson'), request);
    const body = await bodyOf(answer);
    const boundary = /boundary=(\S+)$/.exec(answer.headers['content-type'] ?? '')?.[1];
    const parts = ['3-5/10\r\n\r\n345', '0-0/10\r\n\r\n0', '8-9/10\r\n\r\n89'];
    expect(answer.status).toBe(206);
    expect(body).toBe(
      `${parts.map((part) => `--${boundary}\r\ncontent-range: bytes ${part}\r\n`).join('')}--${boundary}--\r\n`,
    );
    expect(answer.headers['content-length']).toBe(String(body.length));
    const head = await serveOpenedFile(inFolder('ten.ndjson'), { ...request, method: 'HEAD' });
    expect([head.body, head.headers]).toEqual([null, answer.headers]);
  });

  test('several parts of one that becomes shorter fail instead of ending early', async () => {
    const path = inFolder('shrinking-parts.ndjson');
    await writeFile(path, 'x'.repeat(3000));
    const answer = await serveOpenedFile(path, { ...get, range: 'bytes=0-9,1000-1009' });
    await truncate(path, 500);
    await expect(bodyOf(answer)).rejects.toMatchObject({ code: 'file-shrank' });
  });

  test('an empty file is an empty body', async () => {
    const answer = await serveOpenedFile(inFolder('empty.json'), get);
    expect([answer.status, answer.headers['content-length'], await bodyOf(answer)]).toEqual([200, '0', '']);
  });

  test('that grows ends where it may be read to, under one ETag as long as it is open', async () => {
    const files = createOpenFiles();
    let sizeBytes = 4;
    const { fileId, ...file } = files.openGrowing(
      inFolder('ten.ndjson'),
      'r1.capture.ndjson',
      () => sizeBytes,
    );
    expect(file).toEqual({ name: 'r1.capture.ndjson', sizeBytes: 4, url: `/file/${fileId}`, recentId: null });
    const path = files.pathOf(fileId) ?? '';
    const read = (range: string | null, ifRange: string | null = null) =>
      serveOpenedFile(path, { ...get, range, ifRange }, files.growthOf(fileId));
    const first = await read(null);
    expect([first.headers['content-length'], await bodyOf(first)]).toEqual(['4', '0123']);
    expect((await read('bytes=4-')).status).toBe(416);
    sizeBytes = 7;
    const more = await read('bytes=4-100', first.headers.etag ?? null);
    expect(more.headers).toMatchObject({ 'content-range': 'bytes 4-6/7', etag: first.headers.etag });
    expect(await bodyOf(more)).toBe('456');
    files.close(fileId);
    expect([files.pathOf(fileId), files.growthOf(fileId)]).toEqual([null, null]);
  });

  test('is bytes whatever its name says, unlike a file of ours', async () => {
    const [opened, own] = [
      await serveOpenedFile(inFolder('page.html'), { ...get, method: 'HEAD' }),
      await serveOwnFile(inFolder('page.html'), 'HEAD'),
    ];
    expect(opened.headers['content-type']).toBe('application/octet-stream');
    expect(own.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('a change gives another ETag, no change the same', async () => {
    const path = inFolder('growing.ndjson');
    await writeFile(path, 'a');
    const tags = [];
    for (const change of [false, false, true]) {
      if (change) await appendFile(path, 'b');
      tags.push((await serveOpenedFile(path, { ...get, method: 'HEAD' })).headers.etag);
    }
    expect(tags[0]).toBe(tags[1]);
    expect(tags[2]).not.toBe(tags[1]);
  });

  test('one that becomes shorter while it is read fails instead of ending early', async () => {
    const path = inFolder('shrinking.ndjson');
    await writeFile(path, 'x'.repeat(3_000_000));
    const answer = await serveOpenedFile(path, get);
    await truncate(path, 10);
    await expect(bodyOf(answer)).rejects.toMatchObject({ code: 'file-shrank' });
  });

  test('one that is gone answers 404 in words, without its folder', async () => {
    const answer = await serveOpenedFile(inFolder('gone.json'), get);
    expect(answer.status).toBe(404);
    expect(await bodyOf(answer)).toContain('There is no file gone.json');
    expect(await bodyOf(answer)).not.toContain(folder);
  });

  test('a folder answers 404, for a file of ours too', async () => {
    expect((await serveOpenedFile(folder, get)).status).toBe(404);
    expect((await serveOwnFile(folder, 'GET')).status).toBe(404);
  });
});
