import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A host of a few runs on loopback, which repeats whatever it received, as careless hosts do. */
export interface LoopbackHost {
  readonly baseUrl: string;
  /** Method and address of every request, in order. */
  readonly requests: string[];
  /** `Authorization` of every request; empty where there was none. */
  readonly authorizations: string[];
  /** Sends an event to whoever streams run `r1`, and keeps it for polls. */
  emit(event: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

export interface HostTexts {
  readonly token: string;
  readonly interruptToken: string;
  /** Where run `moved` is sent on to. */
  readonly elsewhere: string;
}

/** Starts it on a free port. */
export async function startLoopbackHost(texts: HostTexts): Promise<LoopbackHost> {
  const requests: string[] = [];
  const authorizations: string[] = [];
  const events: Readonly<Record<string, unknown>>[] = [];
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    authorizations.push(request.headers.authorization ?? '');
    answer(request, response, { texts, events, streams });
  });
  return {
    baseUrl: await listening(server),
    requests,
    authorizations,
    emit(event) {
      const sequence = events.length;
      const whole = {
        eventId: `e${sequence}`,
        runId: 'r1',
        sequence,
        timestamp: '2026-01-01T00:00:00.000Z',
        ...event,
      };
      events.push(whole);
      for (const stream of streams) stream.write(frameOf(whole));
    },
    close: () => closed(server),
  };
}

/** A server that only notes requests and their headers. */
export async function startListener() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(JSON.stringify([request.url, request.headers]));
    response.end('{}');
  });
  return { baseUrl: await listening(server), heard, close: () => closed(server) };
}

interface Facts {
  readonly texts: HostTexts;
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly streams: Set<ServerResponse>;
}

function answer(request: IncomingMessage, response: ServerResponse, facts: Facts): void {
  const { pathname } = new URL(request.url ?? '/', 'http://host');
  const { token, interruptToken, elsewhere } = facts.texts;
  if (pathname === '/v1/runs/r1/events') {
    openStream(response, facts);
    return;
  }
  if (pathname === '/v1/runs/moved') {
    response.writeHead(302, { location: `${elsewhere}/v1/runs/moved?token=${token}` }).end();
    return;
  }
  const [status, body] = replyTo(`${request.method} ${pathname}`, request, facts) ?? [
    404,
    { error: 'run_not_found', message: `Nothing for ${token} or ${interruptToken}` },
  ];
  response.writeHead(status, { 'content-type': 'application/json', 'x-echo': token });
  response.end(JSON.stringify(body));
}

function replyTo(call: string, request: IncomingMessage, { texts, events }: Facts): [number, unknown] | null {
  const { token, interruptToken } = texts;
  const interrupt = {
    kind: 'approval',
    nodeId: 'gate',
    interruptToken,
    callbackUrl: `http://host/v1/interrupts/${interruptToken}`,
    data: { actions: ['accept', 'reject'], prompt: `Shall ${token} go on?` },
  };
  switch (call) {
    case 'GET /.well-known/openwop':
      return [200, discovery(token)];
    case 'GET /v1/runs':
      return [200, { runs: [{ runId: 'r1', workflowId: `of ${token}`, status: 'running' }] }];
    case 'GET /v1/runs/r1':
      return [200, { runId: 'r1', workflowId: 'w', status: 'waiting-approval', interrupt, note: token }];
    case 'GET /v1/runs/r1/events/poll': {
      const after = Number(new URL(request.url ?? '', 'http://host').searchParams.get('lastSequence') ?? -1);
      const fresh = events.filter(({ sequence }) => Number(sequence) > after);
      return [200, { runId: 'r1', events: fresh, runStatus: 'running', isTerminal: false }];
    }
    case 'GET /v1/runs/refused':
      return [
        401,
        { error: token, message: `Token ${token} was not taken`, details: { correlationId: token } },
      ];
    case 'GET /v1/host/openwop-app/runs/r1/interrupts':
      return [200, { runId: 'r1', interrupts: [{ ...interrupt, interruptId: 'i1', token: interruptToken }] }];
    case `POST /v1/interrupts/${interruptToken}`:
      return [410, { error: interruptToken, message: `Gone: ${interruptToken}`, details: { token } }];
    case 'POST /v1/runs/r1/cancel':
      return [200, { runId: 'r1', status: 'cancelling', by: token }];
    default:
      return null;
  }
}

function discovery(token: string): unknown {
  return {
    protocolVersion: '1.0',
    supportedEnvelopes: [],
    schemaVersions: {},
    limits: { clarificationRounds: 3, schemaRounds: 2, envelopesPerTurn: 5 },
    implementation: { name: 'Loopback', version: '1', vendor: token },
    authenticatedAs: token,
  };
}

function openStream(response: ServerResponse, { events, streams }: Facts): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`: open\n\n${events.map(frameOf).join('')}`);
  streams.add(response);
  response.on('close', () => streams.delete(response));
}

function frameOf(event: Readonly<Record<string, unknown>>): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
