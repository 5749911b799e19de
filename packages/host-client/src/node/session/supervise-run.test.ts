import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type LoopbackHost,
  type SeenRequest,
  sendJson,
  startLoopbackHost,
} from '../../../test/loopback-host.ts';
import { createHostConnection } from '../../rest/create-host-connection.ts';
import { createCaptureFile } from '../capture-file.ts';
import { createHostFetch } from '../host-fetch.ts';
import { forkSession } from './fork-session.ts';
import type { SessionLimits } from './session-messages.ts';
import { RunSupervisor } from './supervise-run.ts';

/** Built before the tests run. */
const program = fileURLToPath(new URL('../../../../../dist/live-session.cjs', import.meta.url));
const quick: Partial<SessionLimits> = { askEveryMs: 50, silentMs: 60_000, leaveMs: 3000 };

/** A process is begun in some hundred milliseconds, on a busy machine in seconds. */

let folder = '';
const open: { leave(): Promise<void> }[] = [];
const hosts: LoopbackHost[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-session-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((run) => run.leave()));
  for (const host of hosts.splice(0)) await host.close();
  await rm(folder, { recursive: true, force: true });
});

interface Given {
  readonly baseUrl?: string;
  readonly program?: string;
  readonly token?: () => Promise<string | null>;
  readonly limits?: Partial<SessionLimits>;
  readonly onStatus?: () => void;
}

let sessions = 0;
async function session(given: Given = {}): Promise<RunSupervisor & { readonly path: string }> {
  const { baseUrl = 'http://127.0.0.1:9', token = async () => null } = given;
  sessions++;
  const path = join(folder, `${sessions}.capture.ndjson`);
  await (await createCaptureFile(path)).close();
  const run = new RunSupervisor({
    host: createHostConnection({ baseUrl, token, fetch: createHostFetch() }),
    runId: 'r1',
    discovery: null,
    a2uiDelta: false,
    token,
    capturePath: path,
    authorities: async () => [],
    timings: { backoffMs: [50], snapshotEveryMs: 200 },
    startSession: forkSession(given.program ?? program),
    onGrown: () => undefined,
    onStatus: () => given.onStatus?.(),
    limits: { ...quick, ...given.limits },
  });
  open.push(run);
  return Object.assign(run, { path });
}

/** A program in the place of the session's: `body` runs on the start message, with `tell` to answer. */
async function programThat(body: string): Promise<string> {
  const path = join(folder, `program-${sessions}.cjs`);
  await writeFile(
    path,
    `const tell = (word) => process.send(typeof word === 'string' ? word : JSON.stringify(word));
     process.on('disconnect', () => process.exit(0));
     process.on('message', (text) => {
       const order = JSON.parse(text);
       if (order.kind === 'ask') tell({ kind: 'alive', memoryBytes: process.memoryUsage.rss() });
       if (order.kind === 'start') { ${body} }
     });`,
  );
  return path;
}

/** A host with the run `r1`, whose events come by the stream; the stream stays open. */
async function hostWith(answer: (request: SeenRequest, response: ServerResponse) => boolean = () => false) {
  const streams: ServerResponse[] = [];
  const host = await startLoopbackHost((request, response) => {
    if (answer(request, response)) return;
    if (request.url.startsWith('/v1/runs/r1/events?') || request.url === '/v1/runs/r1/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open\n\n');
      streams.push(response);
    } else if (request.url.startsWith('/v1/runs/r1/events/poll')) {
      sendJson(response, 200, { events: [], runStatus: 'running', isTerminal: false });
    } else sendJson(response, 200, { runId: 'r1', workflowId: 'w', status: 'running' });
  });
  hosts.push(host);
  const emit = (sequence: number): void => {
    const event = { eventId: `e${sequence}`, runId: 'r1', type: 'log.appended', sequence, payload: {} };
    for (const stream of streams) stream.write(`id: ${sequence}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  return { ...host, streams, emit };
}

const lines = async (path: string): Promise<readonly string[]> =>
  (await readFile(path, 'utf8')).split('\n').slice(0, -1);

describe('a session is stopped by itself', () => {
  test.each([
    ['that does not answer', 'for (;;);', { silentMs: 500 }, 'it did not answer for 1 s'],
    [
      'whose heap grows',
      "const all = new Map(); for (let i = 0; ; i++) all.set('k' + i, { i });",
      { heapMb: 32, silentMs: 60_000 },
      'it used more than 32 MB',
    ],
    [
      'whose buffers outside the heap grow',
      'const all = []; setInterval(() => all.push(Buffer.alloc(16_000_000, 1)), 20);',
      { processMb: 256 },
      'it used more than 256 MB',
    ],
    [
      'that ends with an error',
      "tell({ kind: 'failed', error: { name: 'RangeError', at: 'captureLines (live-session.cjs:1:2)' } }); process.exit(1);",
      {},
      'it ended with an unexpected error at captureLines (live-session.cjs:1:2) (RangeError)',
    ],
    ['that ends by itself', 'process.exit(7);', {}, 'its process ended by itself (status 7)'],
    ['that sends what is no message', "tell('{');", {}, 'its process sent a message that no session sends'],
    [
      'that sends a status of another form',
      "tell({ kind: 'status', status: { state: 'live' } });",
      {},
      'its process sent a message that no session sends',
    ],
    [
      'that sends more than a message holds',
      "tell(JSON.stringify({ kind: 'alive', memoryBytes: 1, more: 'x'.repeat(600_000) }));",
      {},
      'its process sent a message that no session sends',
    ],
    [
      'whose error is no place but content',
      "tell({ kind: 'failed', error: { name: 'Error', at: 'Bearer abc\\u001b[31m' } });",
      {},
      'its process sent a message that no session sends',
    ],
  ])('one %s', async (_, body, limits, words) => {
    const run = await session({ program: await programThat(body), limits });
    run.start();
    const status = await run.ended;
    expect(status.words).toBe(
      `the session was stopped: ${words}; no event was counted yet, and what came since may not be in the capture`,
    );
    expect(status.ledger).toMatchObject({ verdict: 'not-known', events: 0 });
    expect(status).toMatchObject({ state: 'ended', end: 'stopped', lastError: { code: 'session_stopped' } });
    expect(run.status()).toEqual(status);
    expect((await lines(run.path)).map((line): unknown => JSON.parse(line))).toMatchObject([
      { capture: 'state', state: 'ended' },
      { capture: 'end', end: 'stopped' },
    ]);
    // What is requested from it now is answered, and nothing waits for a process that is gone.
    await Promise.all([run.fetchMissing(), run.detach()]);
  });

  test('one whose program is not there', async () => {
    const run = await session({ program: join(folder, 'none.cjs') });
    run.start();
    expect((await run.ended).words).toContain('its process ended by itself (status 1)');
  });

  test('a line that was only begun is cut off, and what is whole stays', async () => {
    const body = `require('node:fs').writeFileSync(order.start.capturePath, '{"capture":"via"}\\n{"eventId":"half');
      tell({ kind: 'grown', sizeBytes: 18 }); process.exit(3);`;
    const run = await session({ program: await programThat(body) });
    run.start();
    const { captureBytes } = await run.ended;
    const stored = await lines(run.path);
    expect(stored.map((line): unknown => JSON.parse(line))).toMatchObject([
      { capture: 'via' },
      { capture: 'state' },
      { capture: 'end', end: 'stopped' },
    ]);
    expect([captureBytes, run.sizeBytes]).toEqual(Array(2).fill((await stat(run.path)).size));
  });
});

test('a host whose answer fills the heap ends its own session; another continues, and it can be attached again', async () => {
  let isHostile = true;
  const hostile = await hostWith((request, response) => {
    if (!isHostile || request.url !== '/v1/runs/r1') return false;
    // 4 MB of small objects: some 60 MB once they are read.
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"runId":"r1","status":"running","more":[${'{"a":{}},'.repeat(440_000)}0]}`);
    return true;
  });
  const kind = await hostWith();
  const heapMb = 32;
  const attacked = await session({ baseUrl: hostile.baseUrl, limits: { heapMb, silentMs: 60_000 } });
  const other = await session({ baseUrl: kind.baseUrl, limits: { heapMb } });
  other.start();
  attacked.start();
  await expect.poll(() => kind.streams.length).toBe(1);
  expect((await attacked.ended).words).toContain(`the session was stopped: it used more than ${heapMb} MB`);

  kind.emit(0);
  await expect.poll(() => other.status().ledger.events).toBe(1);
  expect(other.stop).toBeNull();

  isHostile = false;
  const streams = hostile.streams.length;
  attacked.reconnectNow();
  await expect.poll(() => hostile.streams.length).toBeGreaterThan(streams);
  hostile.emit(0);
  await expect.poll(() => attacked.status()).toMatchObject({ end: null, ledger: { events: 1 } });
  expect(attacked.stop).toBeNull();
  await expect
    .poll(async () => (await lines(attacked.path)).some((line) => line.includes('"e0"')))
    .toBe(true);
});

test('a token is requested at each request, and is neither in the arguments nor in the environment (S-10)', async () => {
  const tokens = ['CANARY-one-5c1', 'CANARY-two-7e2'];
  const requested: (string | undefined)[] = [];
  const host = await hostWith((request) => {
    requested.push(request.headers.authorization);
    return false;
  });
  const run = await session({
    baseUrl: host.baseUrl,
    token: async () => tokens[Math.min(requested.length, 1)] ?? null,
  });
  run.start();
  await expect.poll(() => new Set(requested).size).toBeGreaterThan(1);
  expect([...new Set(requested)]).toEqual(tokens.map((token) => `Bearer ${token}`));
  expect(await readFile(run.path, 'utf8')).not.toContain('CANARY');
});

test('leaving writes all that came, ends the process, and reports no stop', async () => {
  const host = await hostWith();
  const run = await session({ baseUrl: host.baseUrl });
  run.start();
  await expect.poll(() => host.streams.length).toBe(1);
  host.emit(0);
  await expect.poll(() => run.status().ledger.events).toBe(1);
  await run.leave();
  expect(run.stop).toBeNull();
  const stored = await lines(run.path);
  expect(stored.some((line) => line.includes('"e0"'))).toBe(true);
  expect(JSON.parse(stored.at(-1) ?? '')).toMatchObject({ capture: 'end', end: 'detached' });
  expect((await stat(run.path)).size).toBe(run.sizeBytes);
});

test('a session that was requested to leave and does not is ended', async () => {
  const busy = await programThat('for (;;);');
  const run = await session({ program: busy, limits: { silentMs: 60_000, leaveMs: 300 } });
  run.start();
  await run.leave();
  expect(run.stop).toMatchObject({ kind: 'gone' });
});
