import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildCommandLine, ended, firstLine, start } from './run-command-line.ts';
import { type RunHost, startRunHost } from './run-host.ts';
import { eventLine, ScratchFolder } from './scratch-folder.ts';

/** What goes wrong in the process from outside of everything that catches: an exception and a promise. */
const wrong = `data:text/javascript,${encodeURIComponent(
  `process.on('SIGUSR2', () => {
     setTimeout(() => void Promise.reject(new TypeError('CANARY-of-content')));
     setTimeout(() => { throw new RangeError('CANARY-of-content'); }, 50);
   });`,
)}`;
const env = { NODE_OPTIONS: `--import ${wrong}`, KEY: 'CANARY-host-key' };

const scratch = new ScratchFolder();
const hosts: RunHost[] = [];
beforeAll(buildCommandLine);
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});
afterAll(() => scratch.remove());

test('tail says that a promise and an exception failed unexpectedly, and continues until it is stopped', async () => {
  const host = await startRunHost({ events: [eventLine(0, { type: 'run.started' })], status: 'running' });
  hosts.push(host);
  const child = start(['tail', host.baseUrl, 'r1', '--token-env', 'KEY'], { env });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  let printed = '';
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString();
  });
  const end = ended(child);
  await expect.poll(() => printed).toContain('run.started');
  child.kill('SIGUSR2');
  await expect.poll(() => said).toMatch(/TypeError[\s\S]*RangeError/);
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  const { status, err, out } = await end;
  expect(status).toBe(130);
  expect(err).toMatch(/an unexpected error.*\(TypeError\); tail continues\n/);
  expect(err).toMatch(/an unexpected error.*\(RangeError\); tail continues\n/);
  expect(out).toContain('run.started');
  expect(err + out).not.toContain('CANARY');
});

test('the browser shell writes both into its log, notifies the window once, and still answers', async () => {
  const child = start(['serve', '--json'], { env: { ...env, XDG_CONFIG_HOME: scratch.path } });
  const end = ended(child);
  const { url } = JSON.parse(await firstLine(child));
  const opened = await fetch(new URL('/window', url), {
    method: 'POST',
    body: JSON.stringify({ key: new URL(url).hash.replace('#key=', '') }),
    headers: { 'content-type': 'application/json' },
  });
  const text = await opened.text();
  expect([opened.status, text]).toEqual([200, expect.stringContaining('secret')]);
  const { secret } = JSON.parse(text);
  const headers = { 'inspector-window': secret };
  const stream = await fetch(new URL('/rpc/events', url), { headers });
  let reported = '';
  void stream.body
    ?.pipeTo(
      new WritableStream({
        write(bytes) {
          reported += new TextDecoder().decode(bytes);
        },
      }),
    )
    .catch(() => undefined);
  await expect.poll(() => reported).not.toBe('');
  child.kill('SIGUSR2');
  const log = join(scratch.path, 'openwop-inspector', 'logs', 'browser-shell.ndjson');
  const lines = () => readFileSync(log, 'utf8');
  await expect
    .poll(lines)
    .toMatch(/"unexpected-error","code":"TypeError"[\s\S]*"unexpected-error","code":"RangeError"/);
  await expect.poll(() => reported).toContain('The inspector continues');
  expect((await fetch(new URL('/', url), { headers })).status).toBe(200);
  child.kill('SIGINT');
  const { status, err } = await end;
  expect(status).toBe(0);
  expect(reported + lines() + err).not.toContain('CANARY-of');
  expect(reported.match(/shell-notice/g)).toHaveLength(1);
});
