import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCaptureFile } from '@openwop-inspector/host-client/node';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOpenFiles } from '../open-files.ts';
import { createCaptureFolder } from './capture-folder.ts';
import { createCaptureCalls } from './live-service.ts';
import { maskedCopy } from './live-session.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-captures-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a capture grows by whole lines, in order, and is reported only as far as it is written', async () => {
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
  const inside = join(folder, 'captures');
  await mkdir(inside);
  await chmod(inside, 0o755);
  const path = await createCaptureFolder(inside).create();
  expect([(await stat(path)).mode & 0o777, (await stat(inside)).mode & 0o777]).toEqual([0o600, 0o700]);
});

const head = (runId: string) =>
  `${JSON.stringify({
    capture: 'openwop-inspector/1',
    baseUrl: 'http://127.0.0.1:1',
    hostName: 'Loopback',
    runId,
    startedAt: '2026-01-02T03:04:05.000Z',
    discovery: { name: 'x'.repeat(20_000) },
  })}\n`;

/** A process that has ended long ago. */
const gone = 2 ** 22 - 1;

test('what a crash left is offered with host, run, times and size, whatever its age, and nothing else is', async () => {
  const captures = createCaptureFolder(folder);
  const left = join(folder, `0123456789abcdefghij.${gone}.capture.ndjson`);
  const older = join(folder, '0123456789abcdefghik.capture.ndjson');
  const notOurs = ['notes.txt', 'my.capture.ndjson', `0123456789abcdefghil.${process.ppid}.capture.ndjson`];
  await writeFile(left, head('r1'));
  await writeFile(older, '{"no":"capture"}\n');
  for (const name of notOurs) await writeFile(join(folder, name), head('r2'));
  const capturePath = await captures.create();
  await utimes(older, 1, 7);

  const calls = createCaptureCalls({ captures, openFiles: createOpenFiles(), log: () => undefined });
  const sizes = [(await stat(left)).size, (await stat(older)).size];
  const startedAtMs = Date.parse('2026-01-02T03:04:05.000Z');
  expect(await calls['captures/list'](null)).toEqual({
    captures: [
      {
        captureId: '0123456789abcdefghij',
        hostName: 'Loopback',
        runId: 'r1',
        startedAtMs,
        sizeBytes: sizes[0],
        endedAtMs: (await stat(left)).mtimeMs,
      },
      {
        captureId: '0123456789abcdefghik',
        hostName: null,
        runId: null,
        startedAtMs: null,
        sizeBytes: sizes[1],
        endedAtMs: 7000,
      },
    ],
    count: 2,
    totalBytes: (sizes[0] ?? 0) + (sizes[1] ?? 0),
  });
  captures.letGo(capturePath);
  expect((await calls['captures/list'](null)).count).toBe(3);
});

test('a capture that was left is opened and deleted by its id; one that is gone or in use by a session is not', async () => {
  const captures = createCaptureFolder(folder);
  const openFiles = createOpenFiles();
  const calls = createCaptureCalls({ captures, openFiles, log: () => undefined });
  const names = ['a', 'b', 'c'].map((letter) => `0123456789abcdefghi${letter}.${gone}.capture.ndjson`);
  for (const name of names) await writeFile(join(folder, name), head('r1'));
  const capturePath = await captures.create();

  const { opened } = await calls['captures/open']({ captureId: '0123456789abcdefghia' });
  expect(opened).toMatchObject([{ name: 'Loopback r1' }]);
  expect(openFiles.pathOf(opened[0]?.fileId ?? '')).toBe(join(folder, names[0] ?? ''));
  expect((await calls['captures/delete']({ captureId: '0123456789abcdefghib' })).count).toBe(2);
  const none = await calls['captures/open']({ captureId: '0123456789abcdefghib' });
  expect(none).toMatchObject({ opened: [], failed: [{ message: expect.stringContaining('no file') }] });
  expect(await calls['captures/delete-all'](null)).toEqual({ captures: [], count: 0, totalBytes: 0 });
  await access(capturePath, constants.R_OK);
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
