import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A host with one run, `r1`, on loopback. It knows the token `CANARY-host-key`. */
export interface RunHost {
  readonly baseUrl: string;
  readonly token: string;
  /** Requests so far. */
  requestCount(): number;
  /** Streams that are open now. */
  streams(): number;
  close(): Promise<void>;
}

export interface RunHostOptions {
  /** Events as JSON, in order of sequence from 0. */
  readonly events: readonly string[];
  /** Status that the snapshot reports. The stream of a run that is `running` stays open. */
  readonly status: string;
  readonly protocolVersion?: string;
  /** Sent by the stream before the events, as written; the host then has no polls. */
  readonly frames?: readonly string[];
  /** Body of the snapshot, as written. */
  readonly snapshot?: string;
  /** Body of the discovery document, as written. */
  readonly discovery?: string;
}

const TOKEN = 'CANARY-host-key';

/** Starts on a free port. */
export async function startRunHost(options: RunHostOptions): Promise<RunHost> {
  const open = new Set<ServerResponse>();
  let requested = 0;
  const server = createServer((request, response) => {
    requested++;
    answer(options, open, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    token: TOKEN,
    requestCount: () => requested,
    streams: () => open.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  options: RunHostOptions,
  open: Set<ServerResponse>,
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const { events, status, protocolVersion = '1.0' } = options;
  const { pathname, searchParams } = new URL(url, 'http://host');
  const sendText = (code: number, text: string): void => {
    response.writeHead(code, { 'content-type': 'application/json' }).end(text);
  };
  const send = (code: number, value: unknown): void => sendText(code, JSON.stringify(value));
  if (pathname === '/.well-known/openwop')
    sendText(200, options.discovery ?? JSON.stringify({ protocolVersion }));
  else if (headers.authorization !== `Bearer ${TOKEN}`) send(401, { error: 'unauthenticated', message: '' });
  else if (pathname === '/v1/runs/r1')
    sendText(200, options.snapshot ?? JSON.stringify({ runId: 'r1', workflowId: 'w', status }));
  else if (pathname === '/v1/runs/r1/events') stream(options, open, response);
  else if (pathname === '/v1/runs/r1/events/poll' && options.frames === undefined) {
    const after = Number(searchParams.get('lastSequence') ?? -1);
    const page = events.map((event): unknown => JSON.parse(event)).slice(after + 1);
    send(200, { events: page, runStatus: status, isTerminal: status !== 'running' });
  } else send(404, { error: 'run_not_found', message: '' });
}

function stream(
  { events, status, frames = [] }: RunHostOptions,
  open: Set<ServerResponse>,
  response: ServerResponse,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const frame of frames) response.write(frame);
  events.forEach((event, sequence) => {
    response.write(`id: ${sequence}\ndata: ${event}\n\n`);
  });
  if (status !== 'running') {
    response.end();
    return;
  }
  open.add(response);
  response.on('close', () => open.delete(response));
}
