import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tellAll } from '@openwop-inspector/bench/told-samples';
import { bundleOf, framesOf, type HostedRun, pollOf, snapshotOf } from './hosted-run.ts';

/** A host of our own that has started. */
export interface TestHost {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** What it wants as `Authorization: Bearer …` on everything but discovery. */
  readonly key: string;
  readonly runs: readonly HostedRun[];
  /** Method and path of every request so far, in order: a scenario can assert that nothing else was asked. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

const KEY = 'test-host-key';

/** What discovery says (section 5.2 of bundles-and-transport.md). */
const DISCOVERY = {
  protocolVersion: '1.1',
  implementation: { name: 'acme-test-host', version: '0.1.0', vendor: 'acme' },
  supportedTransports: ['rest'],
  supportedEnvelopes: [
    'clarification.request',
    'schema.request',
    'schema.response',
    'error',
    'ui.a2ui-surface',
  ],
  schemaVersions: {
    'clarification.request': 1,
    'schema.request': 1,
    'schema.response': 1,
    error: 1,
    'ui.a2ui-surface': 1,
  },
  limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
  debugBundle: { supported: true },
  stream: { modes: ['debug'] },
};

/**
 * Starts a host on a free port of 127.0.0.1 that holds the sample runs: discovery, snapshot, poll, event stream with
 * resume, debug bundle. All runs have ended; a stream sends what is after the cursor and ends.
 */
export async function startTestHost(): Promise<TestHost> {
  const runs = sampleRuns();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(runs, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    key: KEY,
    runs,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Each run of each sample on its own, child runs too. */
function sampleRuns(): readonly HostedRun[] {
  return tellAll().flatMap(({ events, startedAt, endedAt, run }) => {
    const runIds = [...new Set(events.map(({ runId }) => runId))];
    return runIds.map((runId) => {
      const own = events.filter((event) => event.runId === runId);
      const status = own.at(-1)?.type.slice('run.'.length) ?? 'running';
      const workflowId = runId === run.runId ? run.workflowId : `${run.workflowId}.child`;
      return { runId, workflowId, status, startedAt, endedAt, events: own };
    });
  });
}

function answer(runs: readonly HostedRun[], request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/.well-known/openwop') {
    sendJson(response, 200, DISCOVERY);
  } else if (request.headers.authorization !== `Bearer ${KEY}`) {
    sendJson(response, 401, { error: 'unauthenticated', message: 'A Bearer key is needed' });
  } else {
    answerAboutRun(runs, url, request, response);
  }
}

function answerAboutRun(
  runs: readonly HostedRun[],
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const [, runId = '', rest = ''] = /^\/v1\/runs\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];
  const run = runs.find((candidate) => candidate.runId === runId);
  if (run === undefined) {
    sendJson(response, 404, { error: 'run_not_found', message: 'No run has this id' });
    return;
  }
  switch (rest) {
    case '':
      sendJson(response, 200, snapshotOf(run));
      return;
    case '/events/poll':
      sendJson(response, 200, pollOf(run, cursor(url.searchParams.get('lastSequence'))));
      return;
    case '/debug-bundle':
      sendJson(response, 200, bundleOf(run));
      return;
    case '/events':
      sendEvents(run, request, response);
      return;
    default:
      sendJson(response, 404, { error: 'not_found', message: 'There is nothing at this path' });
  }
}

function sendEvents(run: HostedRun, request: IncomingMessage, response: ServerResponse): void {
  if (!request.headers.accept?.includes('text/event-stream')) {
    sendJson(response, 200, { events: run.events });
    return;
  }
  const lastEventId = request.headers['last-event-id'];
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(': open\n\n');
  for (const frame of framesOf(run, cursor(typeof lastEventId === 'string' ? lastEventId : null)))
    response.write(frame);
  response.end();
}

/** Sequence to go on after; -1 when none is given. */
function cursor(text: string | null): number {
  return text !== null && /^\d+$/.test(text) ? Number(text) : -1;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
