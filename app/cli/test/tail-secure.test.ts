/** How `tail` reaches hosts: certificates, authorities, plain http. */
import { join } from 'node:path';
import { READABLE_ON_THE_WAY } from '@openwop-inspector/host-client';
import {
  LOOPBACK_CERTIFICATE,
  type LoopbackHost,
  sendJson,
  startLoopbackHost,
} from '@openwop-inspector/host-client/loopback';
import { forkSession } from '@openwop-inspector/host-client/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { tail } from '../src/verbs/tail.ts';
import { captureTerminal } from './capture-terminal.ts';
import { buildCommandLine, run } from './run-command-line.ts';
import { eventLine, repository, ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
/** Built before the tests run. */
const sessionProgram = join(repository, 'dist', 'live-session.cjs');
let host: LoopbackHost;
beforeAll(async () => {
  await buildCommandLine();
  const events = [
    eventLine(0, { type: 'run.started' }),
    eventLine(1, { type: 'run.completed', payload: {} }),
  ];
  host = await startLoopbackHost(({ url }, response) => {
    if (url === '/.well-known/openwop') sendJson(response, 200, { protocolVersion: '1.0' });
    else if (url.startsWith('/v1/runs/r1/events?')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.map((event, at) => `id: ${at}\ndata: ${event}\n\n`).join(''));
    } else if (url.startsWith('/v1/runs/r1/events/poll')) {
      const page = events.map((event): unknown => JSON.parse(event));
      sendJson(response, 200, { events: page, runStatus: 'completed', isTerminal: true });
    } else sendJson(response, 200, { runId: 'r1', workflowId: 'w', status: 'completed' });
  }, 'https');
});
afterEach(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
});
afterAll(async () => {
  await host.close();
  scratch.remove();
});

const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };

test('the command follows no run of a host whose certificate nobody signed, whatever the environment says (S-11)', async () => {
  const { status, out, err } = await run(['tail', host.baseUrl, 'r1'], { env });
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(
    /certificate of 127\.0\.0\.1:\d+ is not trusted: no known authority has signed it.*--ca/,
  );
  expect(host.seen).toEqual([]);
});

test('the command follows it with the authority that --ca names', async () => {
  const ca = scratch.write('ca.pem', LOOPBACK_CERTIFICATE);
  const { status, out } = await run(['tail', host.baseUrl, 'r1', '--ca', ca, '--json'], { env });
  expect(status).toBe(0);
  expect(out).toContain('run.completed');
});

test.each([['tail', 'https://127.0.0.1:9', 'r1'], ['serve']])(
  'a file of --ca that names no authority is refused before any request: %s',
  async (...args) => {
    const file = scratch.write('no.pem', 'hello');
    const { status, err } = await run([...args, '--ca', file]);
    expect(status).toBe(2);
    expect(err).toContain('no.pem names no certificate authority: it holds no certificate in PEM form');
  },
);

test.each([
  ['http://host.example', true],
  ['http://127.0.0.1:9', false],
  ['https://host.example', false],
])('tail warns of plain http as the window does: %s', async (address, isWarned) => {
  const stored = captureTerminal();
  const called = new AbortController();
  called.abort();
  const options = { json: false, filter: null, until: 'terminal', tokenEnv: null, keep: null, ca: null };
  const means = { readVariable: () => undefined, startSession: forkSession(sessionProgram) };
  await tail({ host: address, runId: 'r1' }, options, {
    ...stored.surroundings,
    ...means,
    signal: called.signal,
  });
  expect(stored.err().includes(READABLE_ON_THE_WAY)).toBe(isWarned);
});
