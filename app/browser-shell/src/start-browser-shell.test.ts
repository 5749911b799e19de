import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  gestureHeader,
  type OpenFilesReply,
  type WindowKeyReply,
  type WindowOpened,
  windowSecretHeader,
} from '@openwop-inspector/shell-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyIn, windowOf } from '../test/clients.ts';
import { type BrowserShell, onEnter, startBrowserShell } from './start-browser-shell.ts';

let folder = '';
let shell: BrowserShell;
let headersOfWindow: Readonly<Record<string, string>> = {};
let fileUrl = '';

interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A plain request: unlike `fetch` it neither tidies the path nor refuses to set Host. */
function ask(path: string, { method = 'GET', headers = {}, body = '' }: TestRequest = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const sent = httpRequest(
      // A connection of its own: one that was refused a body is closed behind the answer.
      { host: '127.0.0.1', port: shell.port, path, method, headers, agent: false },
      async (response) => {
        try {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: await text(response),
          });
        } catch (error) {
          reject(error);
        }
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const enter = (path: string, requested: TestRequest = {}) =>
  ask(path, { ...requested, headers: { ...headersOfWindow, ...requested.headers } });
const call = (name: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  enter(`/rpc/${name}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', [gestureHeader]: '1', ...headers },
  });

/** Brings a key, as a page does first of all. */
const bring = (key: string) =>
  ask('/window', {
    method: 'POST',
    body: JSON.stringify({ key }),
    headers: { 'content-type': 'application/json' },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-shell-'));
  const rendererDir = join(folder, 'renderer');
  await mkdir(join(rendererDir, 'assets'), { recursive: true });
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html><title>Inspector</title>');
  await writeFile(join(rendererDir, 'assets', 'a.js'), 'export {};');
  await writeFile(join(folder, 'run.ndjson'), '0123456789');
  shell = await startBrowserShell({
    files: [join(folder, 'run.ndjson')],
    addresses: ['http://127.0.0.1:9/v1/runs/r1'],
    samplesDir: join(folder, 'samples'),
    rendererDir,
    configDir: join(folder, 'config'),
  });
  const { secret }: WindowOpened = JSON.parse((await bring(keyIn(shell.url))).body);
  headersOfWindow = { [windowSecretHeader]: secret };
  const startup: OpenFilesReply = JSON.parse((await call('files/startup', 'null')).body);
  fileUrl = startup.opened[0]?.url ?? '';
});
afterAll(async () => {
  await shell.close();
  await rm(folder, { recursive: true, force: true });
});

function originOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

describe('coming in', () => {
  test('the key of an address opens one window, once; a second use says how to get another', async () => {
    const key = keyIn(shell.newAddress());
    const first = await bring(key);
    expect([first.status, Object.keys(JSON.parse(first.body))]).toEqual([200, ['secret', 'nextKey']]);
    const second = await bring(key);
    expect(second.status).toBe(410);
    expect(second.body).toContain('used before');
    expect(second.body).toContain('Press Enter in the terminal');
    const unknown = await bring('x'.repeat(43));
    expect([unknown.status, unknown.body]).toEqual([401, expect.stringContaining('another start')]);
  });

  test('the key of a reload opens the window again and ends the secret of before', async () => {
    const opened: WindowOpened = JSON.parse((await bring(keyIn(shell.newAddress()))).body);
    const asWindow = ({ secret }: WindowOpened) =>
      ask(fileUrl, { headers: { [windowSecretHeader]: secret } });
    expect((await asWindow(opened)).status).toBe(200);
    const reopened: WindowOpened = JSON.parse((await bring(opened.nextKey)).body);
    expect([(await asWindow(opened)).status, (await asWindow(reopened)).status]).toEqual([401, 200]);
    expect((await bring(opened.nextKey)).status).toBe(410);
  });

  test('a window gets a key for another window of its browser', async () => {
    const { key }: WindowKeyReply = JSON.parse((await enter('/window/key', { method: 'POST' })).body);
    expect((await bring(key)).status).toBe(200);
    expect((await bring(key)).status).toBe(410);
  });

  test('the files of the window need no secret, and no answer sets a cookie', async () => {
    const { status, headers, body } = await ask('/');
    expect([status, body]).toEqual([200, '<!doctype html><title>Inspector</title>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      // WebRTC too, which the policy does not cover (security S-02).
      'connection-allowlist': '(response-origin); webrtc=block',
    });
    for (const answer of [headers, (await bring('x')).headers, (await enter(fileUrl)).headers]) {
      expect(answer).not.toHaveProperty('set-cookie');
    }
  });

  test.each([
    ['no secret', {}],
    ['a secret that is none', { [windowSecretHeader]: 'x'.repeat(43) }],
    ['the secret as a cookie', () => ({ cookie: `${windowSecretHeader}=${secretOfWindow()}` })],
    ['the secret as authorization', () => ({ authorization: `Bearer ${secretOfWindow()}` })],
    ['two secrets', () => ({ [windowSecretHeader]: `${secretOfWindow()}, ${secretOfWindow()}` })],
    ['a key in place of a secret', () => ({ [windowSecretHeader]: keyIn(shell.newAddress()) })],
  ])('with %s nothing of files, calls or events is sent', async (_what, given) => {
    const headers = typeof given === 'function' ? given() : given;
    const requested = [
      ask(fileUrl, { headers }),
      ask('/file/none', { headers }),
      ask('/rpc/events', { headers }),
      ask('/window/key', { method: 'POST', headers }),
      ...['recent/list', 'settings/read', 'hosts/list', 'none'].map((name) =>
        ask(`/rpc/${name}`, {
          method: 'POST',
          body: 'null',
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
    ];
    for (const { status, body, headers: answered } of await Promise.all(requested)) {
      expect([status, body]).toEqual([401, expect.stringContaining('address that was printed')]);
      expect(answered['content-security-policy']).toBeDefined();
    }
  });

  test('the secret opens nothing in the address', async () => {
    const query = `?${windowSecretHeader}=${secretOfWindow()}&t=${secretOfWindow()}`;
    expect((await ask(`${fileUrl}${query}`)).status).toBe(401);
  });

  test.each([
    ['a foreign host name', { host: 'evil.example' }, 421],
    ['the right name on another port', { host: '127.0.0.1:1' }, 421],
    ['another page', { origin: 'https://evil.example' }, 403],
    ['a page on another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['no page at all, as a sandboxed frame says', { origin: 'null' }, 403],
    [
      'a script or image of another page',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      403,
    ],
    ['one of another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ])('%s is refused even with the secret', async (_what, headers, status) => {
    expect((await enter(fileUrl, { headers })).status).toBe(status);
  });
});

const secretOfWindow = () => headersOfWindow[windowSecretHeader] ?? '';

describe('paths', () => {
  test.each([
    '/../config/recent.json',
    '/%2e%2e/config/recent.json',
    '/assets/..%2f..%2frun.ndjson',
    '/..%5crun.ndjson',
  ])('%s does not step outside', async (path) => {
    const { status, body } = await enter(path);
    expect(status).toBe(403);
    expect(body).toContain('leaves the folder');
  });

  test.each([
    ['/assets/none.js', 'none.js'],
    ['/file/none', 'not open'],
    ['/file/../run.ndjson', 'not open'],
  ])('%s is not found, in words', async (path, words) => {
    const { status, body } = await enter(path);
    expect(status).toBe(404);
    expect(body).toContain(words);
  });

  test.each([
    ['/', 'POST', 'GET, HEAD'],
    ['/', 'DELETE', 'GET, HEAD'],
    ['/rpc/shell/info', 'GET', 'POST'],
    ['/rpc/events', 'POST', 'GET'],
  ])('%s does not answer to %s', async (path, method, allow) => {
    const { status, headers } = await enter(path, { method });
    expect([status, headers.allow]).toEqual([405, allow]);
  });
});

describe('an opened file', () => {
  test.each([
    ['whole', {}, 200, '0123456789'],
    ['a part', { range: 'bytes=2-4' }, 206, '234'],
    ['its end', { range: 'bytes=-2' }, 206, '89'],
    ['past its end', { range: 'bytes=10-' }, 416, /10 bytes/],
  ])('%s', async (_what, headers, status, body) => {
    const answer = await enter(fileUrl, { headers });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(body);
    expect(answer.headers.etag).toMatch(/^"[0-9a-f]+-a"$/);
  });

  test('has another ETag when it changed, and is gone when closed', async () => {
    await writeFile(join(folder, 'second.ndjson'), 'abcdef');
    const other = await startBrowserShell({
      files: [join(folder, 'second.ndjson')],
      samplesDir: '',
      rendererDir: '',
      configDir: join(folder, 'config'),
    });
    try {
      const headers = await windowOf(other);
      const at = (path: string, init: RequestInit = {}) =>
        fetch(`http://127.0.0.1:${other.port}${path}`, { ...init, headers: { ...headers, ...init.headers } });
      const post = (name: string, body: unknown) =>
        at(`/rpc/${name}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
      const { opened }: OpenFilesReply = await (await post('files/startup', null)).json();
      const before = (await at(opened[0]?.url ?? '')).headers.get('etag');
      await truncate(join(folder, 'second.ndjson'), 3);
      const after = await at(opened[0]?.url ?? '');
      expect([await after.text(), after.headers.get('etag') === before]).toEqual(['abc', false]);
      await post('files/close', { fileId: opened[0]?.fileId });
      expect((await at(opened[0]?.url ?? '')).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});

describe('calls', () => {
  test('are answered in JSON', async () => {
    const { status, body } = await call('shell/info', 'null');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      shell: 'browser',
      canPick: false,
      canSave: false,
      hasMenu: false,
    });
  });

  test('the address of a run that the start was given is handed out once', async () => {
    const { body } = await call('hosts/startup', 'null');
    expect(JSON.parse(body)).toMatchObject({ address: { baseUrl: 'http://127.0.0.1:9', runId: 'r1' } });
    expect((await call('hosts/startup', 'null')).body).toBe('null');
  });

  test('tokens are never stored here (S-10)', async () => {
    const json = async (name: string, request: unknown) =>
      JSON.parse((await call(name, JSON.stringify(request))).body);
    expect(await json('shell/info', null)).toMatchObject({ canKeepTokens: false });
    const { hostId } = await json('hosts/save', { baseUrl: 'http://127.0.0.1:9', name: null });
    const typed = { hostId, token: 'CANARY-typed', variable: null, remember: true };
    expect(await json('hosts/set-token', typed)).toMatchObject({
      store: 'session',
      remark: expect.any(String),
    });
    expect(await readdir(join(folder, 'config'))).not.toContain('tokens.json');
  });

  test.each([
    ['a call that is not in the contract', 'files/delete', 'null', {}, 404],
    ['an inherited name', 'toString', 'null', {}, 404],
    ['a request of another form', 'files/close', '{"fileId":7}', {}, 400],
    ['a body that is not JSON', 'shell/info', '{', {}, 400],
    ['a form of another page', 'recent/clear', 'null', { 'content-type': 'text/plain' }, 415],
    ['a body without end', 'settings/write', `"${'x'.repeat(600_000)}"`, {}, 413],
  ])('%s is refused in words', async (_what, name, body, headers, status) => {
    const answer = await call(name, body, headers);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(/\.\n$/);
  });

  test('bytes come after a line with the rest of the reply', async () => {
    const host = createServer((_request, response) => {
      response.setHeader('content-type', 'image/png').end(Buffer.from([0x89, 10, 0, 0xff]));
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const origin = originOf(host);
    const other = await startBrowserShell({
      files: [],
      samplesDir: '',
      rendererDir: '',
      configDir: folder,
      loadFrom: origin,
    });
    const response = await fetch(`http://127.0.0.1:${other.port}/rpc/content/load-once`, {
      method: 'POST',
      body: JSON.stringify({ loadId: 'one', address: `${origin}/a.png` }),
      headers: await windowOf(other),
    });
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    const body = Buffer.from(await response.arrayBuffer());
    const rest = { kind: 'bytes', declaredType: 'image/png', finalHost: new URL(origin).host };
    expect(JSON.parse(body.subarray(0, body.indexOf(10)).toString())).toEqual(rest);
    expect([...body.subarray(body.indexOf(10) + 1)]).toEqual([0x89, 10, 0, 0xff]);
    await other.close();
    host.close();
  });

  test.each(['hosts/save', 'hosts/examine', 'hosts/set-token', 'live/attach', 'content/load-once'])(
    '%s needs a gesture, which the page vouches for',
    async (name) => {
      const { status, body } = await enter(`/rpc/${name}`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      expect([status, body]).toEqual([403, `${name} is answered only after a click or a key.\n`]);
    },
  );

  test('only variables that were named at the start become tokens', async () => {
    const other = await startBrowserShell({
      files: [],
      samplesDir: '',
      rendererDir: '',
      configDir: join(folder, 'named'),
      tokenVariables: ['INSPECTOR_NAMED'],
    });
    const headers = await windowOf(other);
    const json = async (name: string, request: unknown) => {
      const body = JSON.stringify(request);
      const at = `http://127.0.0.1:${other.port}/rpc/${name}`;
      return (await fetch(at, { method: 'POST', body, headers })).json();
    };
    const { hostId } = await json('hosts/save', { baseUrl: 'http://127.0.0.1:9', name: null });
    const choose = (variable: string) =>
      json('hosts/set-token', { hostId, token: null, variable, remember: false });
    expect(await choose('PATH')).toMatchObject({
      isTaken: false,
      store: 'none',
      remark: 'PATH was not named at the start, so it is not read. Start with --token-env PATH.',
    });
    expect(await choose('INSPECTOR_NAMED')).toMatchObject({ isTaken: true, store: 'environment' });
    await other.close();
  });

  test('nothing of this machine is loaded unless the start allowed it (S-17)', async () => {
    const request = JSON.stringify({ loadId: 'one', address: `http://127.0.0.1:${shell.port}/` });
    const { headers, body } = await call('content/load-once', request);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({ kind: 'problem', reason: 'refused-place' });
  });

  test('a caller who hangs up ends the load', async () => {
    const host = createServer();
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const origin = originOf(host);
    const other = await startBrowserShell({
      files: [],
      samplesDir: '',
      rendererDir: '',
      configDir: folder,
      loadFrom: origin,
    });
    const hungUp = once(host, 'request').then(([, response]) => once(response, 'close'));
    const leaving = new AbortController();
    host.once('request', () => leaving.abort());
    const asking = fetch(`http://127.0.0.1:${other.port}/rpc/content/load-once`, {
      method: 'POST',
      body: JSON.stringify({ loadId: 'one', address: `${origin}/` }),
      headers: await windowOf(other),
      signal: leaving.signal,
    });
    await expect(asking).rejects.toThrow('aborted');
    await hungUp;
    await other.close();
    host.close();
  });

  test('a link is left to the window, and no file is saved here', async () => {
    const link = await call('links/open', '{"address":"https://a.example/"}');
    expect(JSON.parse(link.body)).toEqual({ handled: false });
    const save = await call('files/save-bytes', '{"suggestedName":"a","bytes":{"0":1}}');
    expect(save.status).toBe(400);
  });

  test('the event stream is open until the shell ends', async () => {
    const other = await startBrowserShell({ files: [], samplesDir: '', rendererDir: '', configDir: folder });
    const response = await fetch(`http://127.0.0.1:${other.port}/rpc/events`, {
      headers: await windowOf(other),
    });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const rest = response.text();
    await other.close();
    expect(await rest).toMatch(/^\n/);
  });
});

test('a port in use is said in words', async () => {
  const inTheWay = createServer();
  await new Promise<void>((resolve) => inTheWay.listen(0, '127.0.0.1', resolve));
  const address = inTheWay.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const starting = startBrowserShell({ files: [], samplesDir: '', rendererDir: '', configDir: folder, port });
  await expect(starting).rejects.toThrow(`Port ${port} is in use`);
  inTheWay.close();
});

/** What a terminal gives for lines that the user ends with Enter. */
const terminal = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });

test('each Enter counts, until it is stopped', async () => {
  const input = terminal(true);
  let count = 0;
  const stop = onEnter(input, () => count++);
  input.write('\n');
  input.write('words\n\n');
  await expect.poll(() => count).toBe(3);
  stop();
  input.write('\n');
  expect([count, input.isPaused()]).toEqual([3, true]);
});

test('a pipe is left to others', () => {
  const input = terminal(false);
  onEnter(input, () => undefined);
  input.write('\n');
  expect(input.readableLength).toBe(1);
});
