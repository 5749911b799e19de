import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noLog } from './log.ts';
import { createRecentFiles } from './recent-files.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-recent-'));
  file = join(folder, 'recent.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the newest is first, each path once, its facts stored, paths never returned', async () => {
  let clock = 100;
  const recent = createRecentFiles(file, noLog, () => clock++);
  const [a, b] = [resolve('/runs/a.json'), resolve('/runs/b.json')];
  await recent.opened(a);
  await recent.note(a, 12, 'failed');
  await recent.opened(b);
  const again = await recent.opened(a);
  const list = await recent.list();
  expect(list).toMatchObject([
    { name: 'a.json', openedAtMs: 102, events: 12, tone: 'failed' },
    { name: 'b.json', openedAtMs: 101, events: null, tone: null },
  ]);
  expect(JSON.stringify(list)).not.toContain('runs');
  expect(again).toBe(list[0]?.recentId);
  expect(await recent.pathOf(again ?? '')).toBe(a);
});

test('twenty are stored', async () => {
  const recent = createRecentFiles(file, noLog);
  for (let number = 0; number < 25; number += 1) await recent.opened(resolve(`/runs/${number}.json`));
  const names = (await recent.list()).map(({ name }) => name);
  expect([names.length, names[0], names.at(-1)]).toEqual([20, '24.json', '5.json']);
});

test('noting a path that is not there, and clearing', async () => {
  const recent = createRecentFiles(file, noLog);
  await recent.note(resolve('/runs/a.json'), 1, 'ok');
  expect(await recent.list()).toEqual([]);
  await recent.opened(resolve('/runs/a.json'));
  await recent.clear();
  expect(await recent.list()).toEqual([]);
});

test('entries that are not ours are passed over', async () => {
  const good = {
    recentId: 'abcdefghijkl',
    path: resolve('/a.json'),
    openedAtMs: 5,
    events: null,
    tone: 'ok',
  };
  const bad = [
    null,
    7,
    {},
    { ...good, path: 'relative.json' },
    { ...good, events: 'many' },
    { ...good, tone: 'A B' },
  ];
  await writeFile(file, JSON.stringify([...bad, good]));
  expect(await createRecentFiles(file, noLog).list()).toHaveLength(1);
});
