import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ServiceOptions, serviceOn } from '../../test/live-service.ts';
import { type LoopbackHost, startLoopbackHost } from '../../test/loopback-host.ts';
import type { RequestQuestion } from '../permissions.ts';

/** What a shell with dialogs asks before the first request to a host (S-17, S-19). */

let host: LoopbackHost;
let folder = '';
let end: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  host = await startLoopbackHost({ token: 'the-token', interruptToken: 'the-interrupt', elsewhere: '' });
  host.emit({ type: 'run.started', payload: {} });
});
afterAll(() => host.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-confirm-'));
  host.requests.length = 0;
  host.authorizations.length = 0;
});
afterEach(async () => {
  await end();
  await rm(folder, { recursive: true, force: true });
});

function shellThatAsks(answer: () => boolean, options: Partial<ServiceOptions> = {}) {
  const questions: RequestQuestion[] = [];
  const parts = serviceOn({
    folder,
    env: { A_TOKEN: 'the-token' },
    tokenVariables: [],
    askAboutRequest: async (question) => {
      questions.push(question);
      return answer();
    },
    ...options,
  });
  end = () => parts.service.end();
  return { ...parts, questions };
}

const words = () => `No request was sent to ${new URL(host.baseUrl).origin}: you did not allow it.`;

test('a no to the question is the end: no test, no list of runs and no session asks the host anything', async () => {
  const { ask, questions } = shellThatAsks(() => false);
  const { hostId } = await ask('hosts/save', { baseUrl: host.baseUrl, name: null });
  const report = await ask('hosts/examine', { examineId: 'e', hostId, runId: 'r1' });
  expect(report).toMatchObject({ fault: 'address', checks: [{ words: words() }] });
  expect(await ask('hosts/runs', { hostId, status: null })).toMatchObject({
    kind: 'error',
    error: { code: 'not_permitted', message: words() },
  });
  const reply = await ask('live/attach', { hostId, runId: 'r1', a2uiDelta: false });
  expect(reply).toMatchObject({ ok: false, message: words() });
  expect([host.requests, questions.length]).toEqual([[], 3]);
});

test('a yes holds for the origin until the shell ends, through a reload of the window', async () => {
  const { service, ask, questions } = shellThatAsks(() => true);
  const { hostId } = await ask('hosts/save', { baseUrl: host.baseUrl, name: null });
  await ask('hosts/examine', { examineId: 'e', hostId, runId: null });
  service.windowRestarts();
  const reply = await ask('live/attach', { hostId, runId: 'r1', a2uiDelta: false });
  expect([reply.ok, questions.length]).toEqual([true, 1]);
});

test('a variable is read after the question for it, and sent to that host', async () => {
  let isAllowed = false;
  const { ask, questions } = shellThatAsks(() => isAllowed);
  const { hostId } = await ask('hosts/save', { baseUrl: host.baseUrl, name: null });
  const chosen = { hostId, token: null, variable: 'A_TOKEN', remember: false };
  expect(await ask('hosts/set-token', chosen)).toMatchObject({
    store: 'environment',
    remark: 'A_TOKEN is read only after a confirmation.',
  });
  await ask('hosts/examine', { examineId: 'e', hostId, runId: null });
  expect(host.authorizations).toEqual([]);
  isAllowed = true;
  await ask('hosts/examine', { examineId: 'e', hostId, runId: null });
  expect(host.authorizations).toContain('Bearer the-token');
  expect(questions.map(({ variable, isNewOrigin }) => [variable, isNewOrigin])).toEqual([
    ['A_TOKEN', true],
    ['A_TOKEN', true],
  ]);
});

test('what a start or a link names is displayed, and neither asks a question nor a host (S-19)', async () => {
  const address = `${host.baseUrl}/v1/runs/r1`;
  const link = `openwop-inspector://attach?host=${encodeURIComponent(host.baseUrl)}&run=r1`;
  const { service, ask, questions } = shellThatAsks(() => true, { startupAddresses: [address] });
  expect(await ask('hosts/startup', null)).toMatchObject({ ok: true, address: { runId: 'r1' } });
  await service.openAddress(link);
  await ask('hosts/read-address', { text: address });
  expect([host.requests, questions]).toEqual([[], []]);
});
