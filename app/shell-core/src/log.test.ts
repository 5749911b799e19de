import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFileLog, type LogEntry } from './log.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a line holds the listed fields and nothing that rides along', async () => {
  const file = join(folder, 'logs', 'shell.ndjson');
  const entry = { event: 'call-failed', call: 'files/close', code: 'ENOENT', status: 404, count: 2 } as const;
  const smuggling: LogEntry & { readonly payload: string } = { ...entry, payload: 'SECRET' };
  createFileLog(file)(smuggling);
  createFileLog(file)({ event: 'call-failed', code: 'SECRET in a sentence' });
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: expect.any(String), ...entry },
    { time: expect.any(String), event: 'call-failed', code: 'other' },
  ]);
});

test('a code that has the shape of a secret is masked (security S-14, S-21)', async () => {
  const file = join(folder, 'shell.ndjson');
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  createFileLog(file)({ event: 'call-failed', code: secret });
  expect(await readFile(file, 'utf8')).not.toContain(secret);
});

test('a full file is turned over once, so there are two', async () => {
  const file = join(folder, 'shell.ndjson');
  const log = createFileLog(file, 200);
  for (let number = 0; number < 20; number += 1) log({ event: 'started', count: number });
  expect((await readdir(folder)).sort()).toEqual(['shell.ndjson', 'shell.ndjson.1']);
  expect(await readFile(file, 'utf8')).toContain('"count":19');
  expect((await readFile(`${file}.1`, 'utf8')).length).toBeLessThan(400);
});

test('a log that cannot be written says so once and does not throw', async () => {
  await writeFile(join(folder, 'in-the-way'), '');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const log = createFileLog(join(folder, 'in-the-way', 'shell.ndjson'));
  log({ event: 'started' });
  log({ event: 'stopped' });
  expect(said).toHaveBeenCalledOnce();
});
