import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceOn } from '../test/live-service.ts';
import { createCaptureFolder } from './live/capture-folder.ts';
import { createFileLog, noLog } from './log.ts';
import { makePrivateFolder } from './private-files.ts';
import { createSettingsStore } from './settings.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inspector-private-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const modeOf = async (...names: readonly string[]) =>
  ((await stat(join(root, ...names))).mode & 0o777).toString(8);

/** A folder that an earlier version left open to everybody. */
async function openFolder(...names: readonly string[]): Promise<string> {
  const folder = join(root, ...names);
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  return folder;
}

test('a new folder is its owner’s alone, with those it lies in', async () => {
  makePrivateFolder(join(root, 'a', 'b'));
  expect([await modeOf('a'), await modeOf('a', 'b')]).toEqual(['700', '700']);
});

test('an open one is closed to others, and what its owner may do is left', async () => {
  const folder = await openFolder('a');
  await chmod(folder, 0o577);
  makePrivateFolder(folder);
  expect(await modeOf('a')).toBe('500');
  await chmod(folder, 0o700);
});

test.each(['new', 'open'])(
  'settings, logs, captures: what a shell writes into %s folders is private',
  async (state) => {
    if (state === 'open') {
      for (const name of ['config', 'config/logs', 'config/captures']) await openFolder(name);
    }
    const config = join(root, 'config');
    createFileLog(join(config, 'logs', 'shell.ndjson'))({ event: 'started' });
    await createCaptureFolder(join(config, 'captures')).create();
    await createSettingsStore(join(config, 'settings.json'), noLog).update((settings) => settings);
    expect([
      await modeOf('config'),
      await modeOf('config', 'logs'),
      await modeOf('config', 'captures'),
    ]).toEqual(Array(3).fill('700'));
  },
);

test('a start closes what is open before anything is written', async () => {
  await openFolder('config');
  await openFolder('config', 'captures');
  const { service } = serviceOn({ folder: join(root, 'config') });
  expect([await modeOf('config'), await modeOf('config', 'captures')]).toEqual(['700', '700']);
  await service.end();
});
