/** What a sound host answers, and the pieces that hostile answers are made of. */
import { Buffer } from 'node:buffer';
import type { Answerer, Exchange, Question } from './hostile-row.ts';

/** The one token that the host knows. Never to be seen anywhere, in no spelling. */
export const HOST_TOKEN = 'CANARY-Wop7f3aW9kQ-NEVER-SEEN';

/** The token as a host may write it, so that a plain search does not find it. */
export const TOKEN_SPELLINGS: Readonly<Record<'plain' | 'escaped' | 'percent' | 'base64' | 'hex', string>> = {
  plain: HOST_TOKEN,
  escaped: HOST_TOKEN.replaceAll('W', '\\u0057'),
  percent: [...HOST_TOKEN].map((c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`).join(''),
  base64: Buffer.from(HOST_TOKEN).toString('base64'),
  hex: Buffer.from(HOST_TOKEN).toString('hex'),
};

/** One event of a run; `over` replaces members. */
export function event(runId: string, sequence: number, over: object = {}): object {
  const types = ['run.started', 'node.started', 'node.completed', 'run.completed'];
  return {
    eventId: `${runId}-e${sequence}`,
    runId,
    type: types[sequence] ?? 'log.appended',
    sequence,
    timestamp: new Date(Date.UTC(2026, 4, 18, 10, 0, sequence)).toISOString(),
    payload: {},
    ...over,
  };
}

export const events = (runId: string, over: object = {}): readonly object[] =>
  [0, 1, 2, 3].map((sequence) => event(runId, sequence, sequence === 1 ? over : {}));

/** A frame whose data is this text. */
export const frame = (data: string, id: number | null = null): string =>
  `${id === null ? '' : `id: ${id}\n`}data: ${data}\n\n`;

export const frames = (reported: readonly object[]): string =>
  reported.map((each) => frame(JSON.stringify(each))).join('');

/** Objects nested to this depth, and no `type`. */
export const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

export function sendJson({ response }: Exchange, body: unknown, status = 200, headers: object = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

/** Answers with this JSON; a text is sent as it is. */
export const json =
  (body: (runId: string) => unknown, status = 200, headers: object = {}): Answerer =>
  (exchange) =>
    sendJson(exchange, body(exchange.runId), status, headers);

/** Streams this and ends. */
export const stream =
  (text: (runId: string) => string | Buffer): Answerer =>
  ({ response, runId }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text(runId));
  };

/** Streams the pieces one after another for as long as somebody listens and takes them. */
export const streamOn =
  (piece: string | Buffer, everyMs: number): Answerer =>
  ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => {
      if (response.destroyed || response.writableLength > 4_000_000) return;
      response.write(piece);
    }, everyMs);
    response.on('close', () => clearInterval(timer));
  };

/** Writes these bytes in the place of an answer, and closes or tears the connection. */
export const raw =
  (bytes: string | Buffer, then: 'ends' | 'resets' | 'stays' = 'ends'): Answerer =>
  ({ response }) => {
    const { socket } = response;
    socket?.write(bytes, () => {
      if (then === 'ends') socket.end();
      if (then === 'resets') socket.resetAndDestroy();
    });
  };

export const RUNNING: Partial<Record<Question, Answerer>> = {
  snapshot: json((runId) => ({ runId, workflowId: 'w', status: 'running' })),
  poll: json(() => ({ events: [], runStatus: 'running', isTerminal: false })),
};

/** A log of these events, each a JSON text: streamed, and polled once it was streamed. Until then the run continues. */
export const log = (texts: (runId: string) => readonly string[]): Partial<Record<Question, Answerer>> => ({
  snapshot: (exchange) => {
    const status = exchange.isStreamed ? 'completed' : 'running';
    sendJson(exchange, { runId: exchange.runId, workflowId: 'w', status });
  },
  stream: stream((runId) =>
    texts(runId)
      .map((text) => frame(text))
      .join(''),
  ),
  poll: (exchange) => {
    const { searchParams } = new URL(exchange.request.url ?? '', exchange.origin);
    const after = Number(searchParams.get('lastSequence') ?? -1);
    const page = exchange.isStreamed ? texts(exchange.runId).slice(after + 1) : [];
    const status = exchange.isStreamed
      ? '"runStatus":"completed","isTerminal":true'
      : '"runStatus":"running","isTerminal":false';
    sendJson(exchange, `{"events":[${page.join()}],${status}}`);
  },
});

/** A run that completes with four events, while it is streamed. */
export const SOUND: Readonly<Record<Question, Answerer>> = {
  discovery: json(() => ({ protocolVersion: '1.0', implementation: { name: 'hostile', version: '1' } })),
  other: (exchange) => sendJson(exchange, { error: 'not_found', message: 'There is no such path' }, 404),
  snapshot: json(() => null),
  stream: json(() => null),
  poll: json(() => null),
  ...log((runId) => events(runId).map((each) => JSON.stringify(each))),
};
