import { type Answerer, type End, type HostileRow, row } from '../hostile-row.ts';
import {
  event,
  events,
  frame,
  frames,
  json,
  RUNNING,
  raw,
  SOUND,
  sendJson,
  stream,
} from '../sound-answers.ts';

const ANY_WAY: readonly End[] = ['complete', 'incomplete', 'goes-on', 'refused'];
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: ';
const STREAM_HEAD = `${HEAD}text/event-stream\r\n`;
const reset = raw('', 'resets');
const redirect =
  (to: (origin: string, other: string) => string): Answerer =>
  ({ response, origin, otherOrigin }) => {
    response.writeHead(302, { location: to(origin, otherOrigin) }).end();
  };
const status = (code: number): Answerer => json(() => ({}), code);
/** The run continues, and its stream is refused until then. */
const busy = (retryAfter: string): HostileRow['answers'] => ({
  ...RUNNING,
  stream: json(() => ({ error: 'busy' }), 503, { 'retry-after': retryAfter }),
});
/** A whole answer of a type, with 200. */
const whole =
  (type: string, textOf: (runId: string) => string): Answerer =>
  ({ response, runId }) => {
    response.writeHead(200, { 'content-type': type }).end(textOf(runId));
  };
const html = whole('text/html', () => '<form action="/login"><script>alert(1)</script>');

/** What HTTP allows and does not: resets, redirects, wrong answers, broken framing. */
export const TRANSPORT: readonly HostileRow[] = [
  row('a reset before the head of the stream', ['complete', 'goes-on'], { stream: reset }),
  row('a reset in the middle of a frame', ['complete', 'goes-on'], {
    stream: raw(`${STREAM_HEAD}\r\ndata: {"eventId":"e`, 'resets'),
  }),
  row('a reset of the discovery document', ['refused', 'complete'], { discovery: reset }),
  row('a reset of the snapshot', ANY_WAY, { snapshot: reset }),
  row('a reset of the poll', ['complete', 'incomplete', 'goes-on'], { poll: reset }),
  row('headers without an end', ['complete', 'goes-on', 'incomplete'], {
    stream: raw(`${STREAM_HEAD}${'x-a: b\r\n'.repeat(10_000)}`, 'stays'),
  }),
  row('chunks whose size is no number', ['complete', 'incomplete', 'goes-on'], {
    stream: raw(`${STREAM_HEAD}transfer-encoding: chunked\r\n\r\nzz\r\ndata: 1\n\n\r\n`),
  }),
  row('a chunk that is shorter than it says', ['complete', 'incomplete', 'goes-on'], {
    stream: raw(`${STREAM_HEAD}transfer-encoding: chunked\r\n\r\nffff\r\ndata: 1\n\n`),
  }),
  row('two lengths of one snapshot', ANY_WAY, {
    snapshot: raw(`${HEAD}application/json\r\ncontent-length: 2\r\ncontent-length: 40\r\n\r\n{}`),
  }),
  row('answers of HTTP/1.0', ['complete'], {
    stream: ({ response, runId }) => {
      const text = frames(events(runId));
      response.socket?.end(`HTTP/1.0 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${text}`);
    },
  }),
  row('a stream of the wrong type', ['complete', 'incomplete'], {
    stream: whole('text/plain', (runId) => frames(events(runId))),
  }),
  row('a login page in the place of the snapshot', ANY_WAY, { snapshot: html }),
  row('a login page in the place of everything', ['refused', 'goes-on', 'incomplete'], {
    discovery: html,
    snapshot: html,
    stream: html,
    poll: html,
  }),
  row('a redirect to another origin', ['refused'], {
    discovery: redirect((_, other) => `${other}/.well-known/openwop`),
    snapshot: redirect((_, other) => `${other}/v1/runs/x`),
  }),
  row('a redirect to a file', ['refused'], {
    discovery: redirect(() => 'file:///etc/passwd'),
    snapshot: redirect(() => 'file:///etc/passwd'),
  }),
  row('redirects in a circle', ['refused'], {
    discovery: redirect((origin) => `${origin}/.well-known/openwop`),
    snapshot: redirect((origin) => `${origin}/v1/runs/x`),
  }),
  row('a redirect of the stream to another origin', ['complete', 'goes-on', 'incomplete', 'refused'], {
    stream: redirect((_, other) => `${other}/v1/runs/x/events`),
  }),
  row('304 for the stream', ANY_WAY, { stream: status(304) }),
  row('204 for the stream', ['complete', 'incomplete', 'refused'], {
    stream: ({ response }) => void response.writeHead(204).end(),
  }),
  row('206 for the poll', ['complete', 'incomplete', 'goes-on'], {
    poll: (exchange) => sendJson(exchange, { events: [] }, 206, { 'content-range': 'bytes 0-1/9' }),
  }),
  row('503 with a Retry-After of a thousand years', ['complete', 'goes-on'], busy('31536000000')),
  row('503 with a negative Retry-After', ['complete', 'goes-on'], busy('-5')),
  row('503 with a Retry-After that is no number', ['complete', 'goes-on'], busy('NaN')),
  row('cookies that are set with every answer', ['complete'], {
    snapshot: json((runId) => ({ runId, status: 'completed' }), 200, {
      'set-cookie': ['inspector=1; Path=/', `a=${'b'.repeat(3000)}; Domain=127.0.0.1`],
    }),
  }),
  row('a certificate that nobody vouches for', ['refused'], {}, { isSelfSigned: true, says: /certificate/i }),
  row('the snapshot says complete, and more events come', ['complete', 'incomplete'], {
    stream: stream((runId) => frames([...events(runId), event(runId, 4), event(runId, 5)])),
  }),
  row('a poll page that is cut', ['incomplete', 'goes-on', 'complete'], {
    stream: status(501),
    poll: json((runId) => {
      const page = { events: events(runId), runStatus: 'completed', isTerminal: true };
      return JSON.stringify(page).slice(0, -120);
    }),
  }),
  row('a status that changes with every answer', ['complete', 'incomplete', 'goes-on'], {
    snapshot: (exchange) => {
      const flapping = ['running', 'failed', 'completed', 'paused', 'cancelled'][exchange.times % 5];
      sendJson(exchange, { runId: exchange.runId, status: flapping });
    },
  }),
  row('frames with an id and no end', ['goes-on'], {
    ...RUNNING,
    stream: raw(`${STREAM_HEAD}\r\n${frame('{"type":"x"}', 1)}id: 2\ndata: {`, 'stays'),
  }),
  row('answers to another run', ['complete', 'incomplete', 'goes-on'], {
    snapshot: json(() => ({ runId: 'somebody-else', status: 'completed' })),
    stream: stream(() => frames(events('somebody-else'))),
    poll: SOUND.poll,
  }),
];
