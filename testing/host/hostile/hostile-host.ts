import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { endServer, listen } from '../loopback.ts';
import type { Answerer, Exchange, HostileRow, Question } from './hostile-row.ts';
import { event, frames, HOST_TOKEN, json, SOUND } from './sound-answers.ts';

export type HostileHost = Awaited<ReturnType<typeof startHostileHost>>;

/**
 * A host on loopback that plays one hostile row after another. It stays at one address, so that whoever confirmed
 * it once need not confirm again. Runs tell who asks for what: `/v1/runs/<run>`.
 */
export async function startHostileHost() {
  const rows = new PlayedRows();
  const strayRequests: string[] = [];
  const stray = createServer(({ url = '' }, response) => {
    strayRequests.push(url);
    response.end();
  });
  const otherOrigin = `http://127.0.0.1:${await listen(stray)}`;
  const plain = createServer((request, response) => rows.answer(request, response, { origin, otherOrigin }));
  const secure = createTlsServer({ cert: selfSigned, key: selfSigned }, (request, response) =>
    rows.answer(request, response, { origin: tlsOrigin, otherOrigin }),
  );
  for (const server of [plain, secure]) {
    server.on('tlsClientError', () => undefined);
    server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  }
  const origin = `http://127.0.0.1:${await listen(plain)}`;
  const tlsOrigin = `https://127.0.0.1:${await listen(secure)}`;
  return {
    /** Where rows are played, in turn, and where they are played behind TLS. */
    origin,
    tlsOrigin,
    /** From now on answers are those of this row. */
    play: (row: HostileRow) => rows.play(row),
    /** From now on everything is answered soundly. */
    rest: () => rows.play(null),
    /** Resolves at the next request to the host without TLS. */
    nextRequest: (): Promise<unknown> => once(plain, 'request'),
    /** Continues through all rows. */
    healthy: rows.healthy,
    /** Requests to an origin that nobody named: must stay empty. */
    strayRequests,
    close: async () => {
      for (const server of [plain, secure, stray]) await endServer(server);
    },
  };
}

/** The row that is played, and what was requested since it is. */
class PlayedRows {
  readonly healthy = new HealthyRun();
  #playing: HostileRow | null = null;
  /** Number of requests, by run and question. */
  readonly #times = new Map<string, number>();
  /** Runs whose stream was answered to its end, or is being answered when it has none. */
  #streamed = new Set<string>();

  play(row: HostileRow | null): void {
    this.#playing = row;
    this.#times.clear();
    this.#streamed = new Set();
  }

  answer(
    request: IncomingMessage,
    response: ServerResponse,
    origins: Pick<Exchange, 'origin' | 'otherOrigin'>,
  ): void {
    // Whoever is torn away in mid-answer is no concern of the host's.
    for (const end of [request, response]) end.on('error', () => undefined);
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const runId = decodeURIComponent(/^\/v1\/runs\/([^/]+)/.exec(pathname)?.[1] ?? '');
    const question = questionOf(pathname);
    const key = `${runId} ${question}`;
    const times = this.#times.get(key) ?? 0;
    this.#times.set(key, times + 1);
    const isKnown = question === 'discovery' || request.headers.authorization === `Bearer ${HOST_TOKEN}`;
    if (!isKnown) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"unauthenticated"}');
      return;
    }
    const own = runId === this.healthy.runId ? this.healthy.answers : this.#playing?.answers;
    const answerer = own?.[question] ?? SOUND[question];
    const streamed = this.#streamed;
    answerer({ request, response, runId, times, isStreamed: streamed.has(runId), ...origins });
    if (question !== 'stream') return;
    if (response.writableEnded) response.once('close', () => streamed.add(runId));
    else streamed.add(runId);
  }
}

function questionOf(pathname: string): Question {
  if (pathname === '/.well-known/openwop') return 'discovery';
  if (/^\/v1\/runs\/[^/]+$/.test(pathname)) return 'snapshot';
  if (/\/events$/.test(pathname)) return 'stream';
  return /\/events\/poll$/.test(pathname) ? 'poll' : 'other';
}

/** A certificate that nobody vouches for, with its key: for tests of a host that has one, and for nothing else. */
const selfSigned = readFileSync(new URL('self-signed.pem', import.meta.url));

/** A run that continues while others attack: whoever follows it sees that the shell still works. */
class HealthyRun {
  readonly runId = 'healthy';
  readonly #events: object[] = [event('healthy', 0)];
  readonly #open = new Set<ServerResponse>();

  /** Answers to all requests for this run. */
  readonly answers: Partial<Readonly<Record<Question, Answerer>>> = {
    snapshot: json((runId) => ({ runId, workflowId: 'w', status: 'running' })),
    stream: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(frames(this.#events));
      this.#open.add(response);
      response.on('close', () => this.#open.delete(response));
    },
    poll: json(() => ({ events: this.#events, runStatus: 'running', isTerminal: false })),
  };

  /** Sends one more event; returns how many there are now. */
  emit(): number {
    const next = event(this.runId, this.#events.length, { type: 'log.appended' });
    this.#events.push(next);
    for (const response of this.#open) response.write(frames([next]));
    return this.#events.length;
  }
}
