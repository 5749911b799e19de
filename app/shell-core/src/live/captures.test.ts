import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCaptureFile } from './capture-file.ts';
import { createCaptureFolder } from './capture-folder.ts';
import { maskedCopy } from './masked-copy.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-captures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a capture grows by whole lines, in order, and is told only as far as it is written', async () => {
  const capture = await createCaptureFile(join(folder, 'a'));
  const sizes = await Promise.all([
    capture.write('one\n'),
    capture.write('zwölf\n'),
    capture.write('three\n'),
  ]);
  expect(sizes).toEqual([4, 11, 17]);
  expect([capture.sizeBytes, await readFile(capture.path, 'utf8')]).toEqual([17, 'one\nzwölf\nthree\n']);
  await capture.close();
  await expect(capture.write('late\n')).rejects.toMatchObject({ code: 'closed' });
});

test.skipIf(process.platform === 'win32')('a capture is readable by its owner alone', async () => {
  const capture = await createCaptureFolder(join(folder, 'captures')).create();
  expect([
    (await stat(capture.path)).mode & 0o777,
    (await stat(join(folder, 'captures'))).mode & 0o777,
  ]).toEqual([0o600, 0o700]);
  await capture.close();
});

test('captures of a quit or a crash are deleted after seven days, and nothing else', async () => {
  const captures = createCaptureFolder(folder);
  const [old, young] = [await captures.freePath(), await captures.freePath()];
  const notOurs = [join(folder, 'notes.txt'), join(folder, 'my.capture.ndjson')];
  const now = Date.now();
  for (const path of [old, young, ...notOurs]) {
    await writeFile(path, '');
    await utimes(path, 1, now / 1000 - (path === young ? 6 : 8) * 24 * 3600);
  }
  expect(await captures.removeStale(now)).toBe(1);
  expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual(
    [young, ...notOurs].sort(),
  );
  expect(await createCaptureFolder(join(folder, 'none')).removeStale(now)).toBe(0);
});

test('a copy is masked line by line and ends where the capture ended', async () => {
  const path = join(folder, 'a');
  const lines = [`{"a":"${'x'.repeat(3_000_000)} secret"}`, '{"secret":1}', '{"c":"\u2028 stays one line"}'];
  await writeFile(path, `${lines.join('\n')}\n{"later":`);
  const size = Buffer.byteLength(`${lines.join('\n')}\n`);
  const masked: string[] = [];
  for await (const line of maskedCopy(path, size, (text) => text.replaceAll('secret', '[masked]')))
    masked.push(line);
  expect(masked).toEqual(lines.map((line) => `${line.replaceAll('secret', '[masked]')}\n`));
});

test('deleting what is gone is fine', async () => {
  await mkdir(join(folder, 'captures'));
  await createCaptureFolder(join(folder, 'captures')).remove(join(folder, 'captures', 'gone'));
  await access(join(folder, 'captures'), constants.R_OK);
});
