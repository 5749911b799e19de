import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostConnection } from '@openwop-inspector/host-client';
import {
  createCaptureFile,
  createHostFetch,
  type StartSession,
  superviseRun,
} from '@openwop-inspector/host-client/node';

const run = { runId: 'smoke', workflowId: 'smoke', status: 'completed' };
const event = { eventId: 'e0', runId: 'smoke', sequence: 0, type: 'run.completed', payload: {} };

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
export async function failureOfSession(startSession: StartSession): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-smoke-'));
  const server = createServer(answer);
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const capturePath = join(folder, 'smoke.capture.ndjson');
    await (await createCaptureFile(capturePath)).close();
    const token = async () => null;
    const session = superviseRun({
      host: createHostConnection({
        ...{ baseUrl: `http://127.0.0.1:${port}`, token, fetch: createHostFetch() },
      }),
      ...{ runId: run.runId, discovery: null, a2uiDelta: false, token, startSession, capturePath },
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
