import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkSession } from '@openwop-inspector/host-client/node';
import type { CallName, OpenFilesReply, Reply, Request } from '@openwop-inspector/shell-contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noVault } from './live/sealed-tokens.ts';
import { noLog } from './log.ts';
import { createSettingsStore, defaultSettings } from './settings.ts';
import { createShellCallService, type ShellParts } from './shell-calls.ts';

let folder = '';
const inFolder = (...names: string[]) => join(folder, ...names);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-calls-'));
  await mkdir(inFolder('samples'));
  await writeFile(
    inFolder('samples', 'index.json'),
    JSON.stringify([
      { sampleId: 'first', file: 'first.json', title: 'A first run' },
      { sampleId: 'outside', file: '../run.json', title: 'Not ours' },
    ]),
  );
  await writeFile(inFolder('samples', 'first.json'), '{}');
  await writeFile(inFolder('run.json'), '{"a":1}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function service(
  startupPaths: readonly string[] = [],
  picked: readonly string[] = [],
  parts: Partial<ShellParts> = {},
) {
  const notified: OpenFilesReply[] = [];
  const calls = createShellCallService({
    info: {
      shell: 'browser',
      version: '0',
      platform: 'test',
      canPick: false,
      canSave: false,
      hasMenu: false,
    },
    settings: createSettingsStore(inFolder('settings.json'), noLog),
    samplesFolder: inFolder('samples'),
    startupPaths,
    pickPaths: async () => picked,
    askWhereToSave: async ({ name }) => inFolder(name),
    askAboutLink: null,
    askAboutRequest: null,
    allowedOrigins: new Set<string>(),
    ...parts,
    filesOpened: (reply) => notified.push(reply),
    live: {
      configFolder: folder,
      authorities: [],
      pickAuthority: null,
      vault: noVault,
      env: {},
      tokenVariables: [],
      startupAddresses: [],
      startSession: forkSession(''),
      tell: () => undefined,
    },
    log: noLog,
  });
  const ask = async <N extends CallName>(name: N, request: Request<N>) => {
    const answer = await calls.answer(name, request);
    if (answer.kind !== 'answered') throw new Error(answer.kind);
    return answer.reply as Reply<N>;
  };
  return { calls, ask, notified, openFiles: calls.openFiles };
}

const openedRun = {
  opened: [
    {
      fileId: expect.any(String),
      name: 'run.json',
      sizeBytes: 7,
      url: expect.stringMatching(/^\/file\//),
      recentId: expect.stringMatching(/^[\w-]{12}$/),
    },
  ],
  failed: [],
};

describe('files', () => {
  test('startup files are handed out once', async () => {
    const { ask } = service([inFolder('run.json')]);
    expect(await ask('files/startup', null)).toEqual(openedRun);
    expect(await ask('files/startup', null)).toEqual({ opened: [], failed: [] });
  });

  test('a file that cannot be opened does not keep the others from opening', async () => {
    const { ask } = service([], [inFolder('gone.json'), folder, inFolder('run.json')]);
    expect(await ask('files/pick', null)).toEqual({
      ...openedRun,
      failed: [
        { name: 'gone.json', message: expect.stringContaining('There is no file gone.json') },
        { name: expect.any(String), message: expect.stringContaining('is a folder') },
      ],
    });
  });

  test('opening twice gives two ids, and closing one leaves the other', async () => {
    const { ask, openFiles } = service([], [inFolder('run.json'), inFolder('run.json')]);
    const [one, two] = (await ask('files/pick', null)).opened.map(({ fileId }) => fileId);
    await ask('files/close', { fileId: one ?? '' });
    expect(openFiles.pathOf(one ?? '')).toBeNull();
    expect(openFiles.pathOf(two ?? '')).toBe(inFolder('run.json'));
  });

  test('a recent file is opened again by its id, an unknown id is reported', async () => {
    const { ask } = service([inFolder('run.json')]);
    await ask('files/startup', null);
    const [recent] = await ask('recent/list', null);
    expect(await ask('files/reopen', { recentId: recent?.recentId ?? '' })).toEqual(openedRun);
    expect(await ask('files/reopen', { recentId: 'strange' })).toMatchObject({ opened: [], failed: [{}] });
  });

  test('samples are listed from their index, only those next to it, and are not recent files', async () => {
    const { ask } = service();
    expect(await ask('files/samples', null)).toEqual([{ sampleId: 'first', title: 'A first run' }]);
    expect(await ask('files/open-sample', { sampleId: 'first' })).toMatchObject({
      opened: [{ name: 'first.json' }],
    });
    expect(await ask('files/open-sample', { sampleId: 'outside' })).toMatchObject({
      opened: [],
      failed: [{}],
    });
    expect(await ask('recent/list', null)).toEqual([]);
  });

  test('what the window notes about an open file is in the recent list', async () => {
    const { ask } = service([], [inFolder('run.json')]);
    const [file] = (await ask('files/pick', null)).opened;
    await ask('recent/note', { fileId: file?.fileId ?? '', events: 3, tone: 'failed' });
    expect(await ask('recent/list', null)).toMatchObject([{ name: 'run.json', events: 3, tone: 'failed' }]);
    await ask('recent/clear', null);
    expect(await ask('recent/list', null)).toEqual([]);
  });
});

test('a text is saved where the person says', async () => {
  const { ask } = service();
  const request = { suggestedName: 'vector', text: '{}', kind: 'json' } as const;
  expect(await ask('files/save-text', request)).toEqual({ saved: true, name: 'vector.json' });
  expect(await readFile(inFolder('vector.json'), 'utf8')).toBe('{}');
});

test('bytes are saved where the person says', async () => {
  const { ask } = service();
  const request = { suggestedName: 'chart.png', bytes: new Uint8Array([1, 2, 3]) };
  expect(await ask('files/save-bytes', request)).toEqual({ saved: true, name: 'chart.png' });
  expect([...(await readFile(inFolder('chart.png')))]).toEqual([1, 2, 3]);
});

describe('links and content from elsewhere', () => {
  test('a shell that asks nobody leaves a link to the window', async () => {
    expect(await service().ask('links/open', { address: 'https://a.example/' })).toEqual({ handled: false });
  });

  test('a shell that asks says what became of the link', async () => {
    const requested: string[] = [];
    const askAboutLink = async (address: string) => {
      requested.push(address);
      return { opened: true, copied: false };
    };
    const { ask } = service([], [], { askAboutLink });
    expect(await ask('links/open', { address: 'https://a.example/' })).toEqual({
      handled: true,
      opened: true,
      copied: false,
    });
    expect(requested).toEqual(['https://a.example/']);
  });

  test('content of this machine is not loaded', async () => {
    const request = { loadId: 'one', address: 'http://127.0.0.1:9/a.png' };
    expect(await service().ask('content/load-once', request)).toMatchObject({ reason: 'refused-place' });
  });

  test('a load that nobody knows is cancelled without harm', async () => {
    expect(await service().ask('content/cancel-load', { loadId: 'none' })).toBeNull();
  });

  test('a window that begins again, or is gone, ends its loads (S-17)', async () => {
    const arrived = listenOnce();
    const { calls, ask } = service([], [], { allowedOrigins: new Set([await arrived.origin]) });
    const load = ask('content/load-once', { loadId: 'one', address: `${await arrived.origin}/` });
    await arrived.firstRequest;
    calls.windowRestarts();
    expect(await load).toMatchObject({ kind: 'problem', reason: 'cancelled' });
    arrived.server.close();
  });
});

/** A host that accepts requests and never answers. */
function listenOnce() {
  const server = createServer();
  const firstRequest = once(server, 'request');
  const origin = once(server.listen(0, '127.0.0.1'), 'listening').then(() => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  return { server, firstRequest, origin };
}

describe('files from outside the window', () => {
  test('wait until the window has requested them, are delivered afterwards, and wait again after a reload', async () => {
    const { calls, ask, notified } = service();
    await calls.openFromOutside([inFolder('run.json')]);
    expect(notified).toEqual([]);
    expect(await ask('files/startup', null)).toEqual(openedRun);
    await calls.openFromOutside([inFolder('run.json')]);
    expect(notified).toEqual([openedRun]);
    calls.windowRestarts();
    await calls.openFromOutside([inFolder('run.json')]);
    expect(notified).toHaveLength(1);
    expect(await ask('files/startup', null)).toEqual(openedRun);
  });
});

describe('what comes over the wire', () => {
  test('settings that a window sent while it closed are stored when the shell has ended', async () => {
    const { ask, calls } = service();
    void ask('settings/write', { ...defaultSettings, zoom: 2 });
    await calls.end();
    expect(JSON.parse(await readFile(inFolder('settings.json'), 'utf8'))).toMatchObject({ zoom: 2 });
  });

  test('settings are stored', async () => {
    const { ask } = service();
    await ask('settings/write', { ...defaultSettings, theme: 'dark' });
    expect(await ask('settings/read', null)).toEqual({ ...defaultSettings, theme: 'dark' });
  });

  test('notes are stored', async () => {
    const { ask } = service();
    expect(await ask('notes/write', { key: 'a', text: '{}' })).toBe(true);
    expect(await ask('notes/read', { key: 'a' })).toBe('{}');
    expect(await ask('notes/read', { key: 'b' })).toBeNull();
  });

  test('what the user saves for all logs is stored, and forgotten', async () => {
    const { ask } = service();
    expect(await ask('texts/read', { name: 'filters' })).toEqual({ kind: 'none' });
    expect(await ask('texts/write', { name: 'filters', text: '{}' })).toBe(true);
    expect(await ask('texts/read', { name: 'filters' })).toEqual({ kind: 'text', text: '{}' });
    expect(await ask('texts/read', { name: 'hosts' })).toEqual({ kind: 'none' });
    expect(await ask('texts/write', { name: 'filters', text: null })).toBe(true);
    expect(await ask('texts/read', { name: 'filters' })).toEqual({ kind: 'none' });
  });

  test.each([
    ['files/delete', null, 'unknown-call'],
    ['toString', null, 'unknown-call'],
    [7, null, 'unknown-call'],
    ['files/close', { fileId: 7 }, 'bad-request'],
    ['settings/write', null, 'bad-request'],
  ])('%j with %j is %s', async (name, request, kind) => {
    expect((await service().calls.answer(name, request)).kind).toBe(kind);
  });
});
