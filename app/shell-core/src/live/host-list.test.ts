import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noLog } from '../log.ts';
import { createHostList } from './host-list.ts';

let folder = '';
const file = () => join(folder, 'hosts.json');
const list = () => createHostList(file(), noLog);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-hosts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (runId: string) => ({ runId, workflowId: null, status: 'running', attachedAtMs: 1 });

test('a host is added once, and keeps its id, its name and its runs in the file', async () => {
  const added = await list().save('https://host.example/team', null);
  expect(added).toMatchObject({ name: 'host.example', isNamed: false, variable: null });
  await list().attached(added.hostId, run('r1'));
  await list().save('https://host.example/team', 'Ours\u202e\n  in \u0000 staging');
  expect(await list().list()).toEqual([
    { ...added, name: 'Ours in staging', isNamed: true, recentRuns: [run('r1')] },
  ]);
});

test("the host's own name is taken unless the person named it", async () => {
  const hosts = list();
  const { hostId } = await hosts.save('https://host.example', null);
  await hosts.calls(hostId, 'Reference host');
  expect((await hosts.find(hostId))?.name).toBe('Reference host');
  await hosts.save('https://host.example', 'Mine');
  await hosts.calls(hostId, 'Another name');
  expect((await hosts.find(hostId))?.name).toBe('Mine');
});

test('the host and the run of the last attach are on top, at most 20 runs and 100 hosts', async () => {
  const hosts = list();
  const first = await hosts.save('https://first.example', null);
  for (let i = 0; i < 22; i++) await hosts.attached(first.hostId, run(`r${i}`));
  await hosts.attached(first.hostId, run('r20'));
  const runs = (await hosts.find(first.hostId))?.recentRuns.map(({ runId }) => runId) ?? [];
  expect([runs.length, ...runs.slice(0, 3)]).toEqual([20, 'r20', 'r21', 'r19']);
  const many = Array.from({ length: 120 }, (_, i) => ({
    ...first,
    hostId: `host${String(i).padStart(8, '0')}`,
    baseUrl: `https://h${i}.example`,
  }));
  await writeFile(file(), JSON.stringify(many));
  expect(await list().list()).toHaveLength(100);
});

test('what the user or an older version wrote into the file is used as far as it is valid', async () => {
  const hostId = 'abcdefghijkl';
  await writeFile(
    file(),
    JSON.stringify([
      {
        hostId,
        baseUrl: 'https://a.example',
        name: 7,
        variable: 'bad name',
        recentRuns: [run('r1'), { runId: 1 }],
      },
      { hostId, baseUrl: 'javascript:alert(1)', name: 'b' },
      { hostId: '../x', baseUrl: 'https://c.example' },
      null,
    ]),
  );
  expect(await list().list()).toEqual([
    {
      hostId,
      baseUrl: 'https://a.example',
      name: 'a.example',
      isNamed: false,
      variable: null,
      authorityFile: null,
      recentRuns: [run('r1')],
    },
  ]);
  await writeFile(file(), '{"not": "a list"}');
  expect(await list().list()).toEqual([]);
});

test('a host that is removed is gone from the file', async () => {
  const hosts = list();
  const { hostId } = await hosts.save('https://host.example', null);
  await hosts.remove(hostId);
  expect(await readFile(file(), 'utf8')).toBe('[]\n');
});
