import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorText } from '@openwop-inspector/base';
import { createHostConnection } from '@openwop-inspector/host-client';
import {
  createCaptureFile,
  createHostFetch,
  RunSupervisor,
  type StartSession,
} from '@openwop-inspector/host-client/node';
import { app, type BrowserWindow } from 'electron';

const run = { runId: 'smoke', workflowId: 'smoke', status: 'completed' };

const event = { eventId: 'e0', runId: 'smoke', sequence: 0, type: 'run.completed', payload: {} };

const limitMs = 30_000;

/** Runs inside the page: waits until the application has drawn, then asks the shell who it is. */
const probe = `new Promise((resolve, reject) => {
  const root = document.getElementById('root');
  const done = () => {
    if (root === null || root.childElementCount === 0) return false;
    window.inspector.call('shell/info', null).then((info) => resolve(info.shell), reject);
    return true;
  };
  if (root === null) reject(new Error('The page has no root element.'));
  else if (!done()) {
    const observer = new MutationObserver(() => { if (done()) observer.disconnect(); });
    observer.observe(root, { childList: true });
  }
})`;

/**
 * Checks that the application works: the window loads, draws, and reaches its shell, and a live session has a process.
 * Prints the report, then ends the process with status 0, or 1 when something failed or took longer than 30 seconds.
 */
export async function runSmokeTest(
  openWindow: () => Promise<BrowserWindow>,
  startSession: StartSession,
): Promise<void> {
  const outOfTime = setTimeout(
    () => finish(`the window and a live session were not there within ${limitMs / 1000} s`),
    limitMs,
  );
  try {
    const window = await openWindow();
    const shell: unknown = await window.webContents.executeJavaScript(probe);
    if (shell !== 'desktop') finish('the page does not know that it is on the desktop');
    else finish((await failureOfSession(startSession)) ?? undefined);
  } catch (error) {
    finish(errorText(error));
  } finally {
    clearTimeout(outOfTime);
  }
}

/** Prints the report, one line of JSON, and ends the process. */
function finish(error?: string): void {
  const ok = error === undefined;
  const report = {
    ok,
    packaged: app.isPackaged,
    electron: process.versions.electron,
    chromium: process.versions.chrome,
    // The page drew something.
    window: ok,
    // The page called `shell/info` of its shell and got a reply.
    bridge: ok,
    // A run of a host was followed to its end in a process of its own.
    session: ok,
    error,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`, () => app.exit(ok ? 0 : 1));
}

/** A host of a few lines with one run of one event, on loopback. */
function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith('/v1/runs/smoke/events') && !url.includes('/poll')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`id: 0\ndata: ${JSON.stringify(event)}\n\n`);
    return;
  }
  const isPoll = url.includes('/poll');
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isPoll ? { events: [event], runStatus: run.status, isTerminal: true } : run));
}

/** Follows a run to its end in a process of its own; answers why that failed, or null. */
async function failureOfSession(startSession: StartSession): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-smoke-'));
  const server = createServer(answer);
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const capturePath = join(folder, 'smoke.capture.ndjson');
    await (await createCaptureFile(capturePath)).close();
    const token = async () => null;
    const session = new RunSupervisor({
      host: createHostConnection({ baseUrl: `http://127.0.0.1:${port}`, token, fetch: createHostFetch() }),
      runId: run.runId,
      discovery: null,
      a2uiDelta: false,
      token,
      startSession,
      capturePath,
      authorities: async () => [],
      onGrown: () => undefined,
      onStatus: () => undefined,
    });
    session.start();
    const { end, words } = await session.ended;
    await session.leave();
    return end === 'run-ended' ? null : `the live session ended otherwise: ${words}`;
  } finally {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  }
}
