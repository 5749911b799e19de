import { gzipSync } from 'node:zlib';
import { type Answerer, row } from '../hostile-row.ts';
import {
  deep,
  event,
  events,
  frame,
  frames,
  json,
  RUNNING,
  SOUND,
  stream,
  streamOn,
} from '../sound-answers.ts';

const many = <T>(n: number, of: (at: number) => T): readonly T[] =>
  Array.from({ length: n }, (_, at) => of(at));
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32), { level: 9 });
const unpacks =
  (type: string): Answerer =>
  ({ response }) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(bomb);
  };
const withDeep = (levels: number) => stream((runId) => `${frame(deep(levels))}${frames(events(runId))}`);
const kinds = (n: number) => ({
  protocolVersion: '1.0',
  supportedEnvelopes: many(n, (at) => `vendor.kind${at}`),
  schemaVersions: Object.fromEntries(many(n, (at) => [`vendor.kind${at}`, 1])),
});

/** Depth, size and number: what fills a stack, a memory or a processor. */
export const DEPTH_AND_SIZE = [
  row('a frame without a type, 3,000 levels deep', ['incomplete'], { stream: withDeep(3000) }),
  row('a frame without a type, 20,000 levels deep', ['incomplete'], { stream: withDeep(20_000) }),
  row('an event 20,000 levels deep', ['complete', 'incomplete'], {
    stream: stream((runId) => {
      const [first, ...rest] = events(runId);
      const text = JSON.stringify(first).replace('"payload":{}', () => `"payload":${deep(20_000)}`);
      return frame(text) + frames(rest);
    }),
  }),
  row('a snapshot 20,000 levels deep', ['complete', 'incomplete', 'goes-on', 'refused'], {
    snapshot: json((runId) => `{"runId":"${runId}","status":"completed","variables":${deep(20_000)}}`),
  }),
  row('a poll page 20,000 levels deep', ['complete', 'incomplete'], {
    poll: json(() => `{"events":[${deep(20_000)}],"runStatus":"completed","isTerminal":true}`),
  }),
  row('a discovery document 20,000 levels deep', ['complete'], {
    discovery: json(() => `{"protocolVersion":"1.0","capabilities":${deep(20_000)}}`),
  }),
  row('an error body 20,000 levels deep', ['complete', 'incomplete', 'goes-on', 'refused'], {
    stream: json(() => deep(20_000), 500),
    poll: json(() => deep(20_000), 500),
  }),
  row('9 MB of frames that are 1,000 levels deep each', ['incomplete'], {
    stream: stream((runId) => frame(deep(1000)).repeat(1500) + frames(events(runId))),
  }),
  row('a discovery document with 100,000 kinds and versions', ['complete'], {
    discovery: json(() => kinds(100_000)),
  }),
  row('a discovery document of 64 MiB', ['complete', 'refused'], {
    discovery: json(() => `{"protocolVersion":"1.0","x":"${'x'.repeat(64 * 1024 * 1024)}"}`),
  }),
  row('40,000 holes in the sequence', ['incomplete'], {
    stream: stream((runId) => {
      const reported = many(40_000, (at) => event(runId, 2 * at + 4));
      const last = event(runId, 90_000, { type: 'run.completed' });
      return frames([...events(runId).slice(0, 3), ...reported, last]);
    }),
    poll: json(() => ({ events: [], runStatus: 'completed', isTerminal: true })),
  }),
  row('one oversized frame that holds 200,000 events', ['incomplete'], {
    stream: stream((runId) => {
      const one = JSON.stringify(event(runId, 7));
      return `event: batch\n${frame(`[${`${one},`.repeat(200_000)}${one}]`)}${frames(events(runId))}`;
    }),
  }),
  row('100,000 tiny frames in one chunk', ['complete', 'incomplete'], {
    stream: stream((runId) => `${'data: 1\n\n'.repeat(100_000)}${frames(events(runId))}`),
  }),
  row('ids of 1 MB', ['complete', 'incomplete'], {
    stream: stream((runId) =>
      frames(events(runId, { eventId: 'e'.repeat(1_000_000), nodeId: 'n'.repeat(1_000_000) })),
    ),
  }),
  row('a snapshot with 5,000 interrupts', ['complete'], {
    snapshot: json((runId) => {
      const interruptOf = (at: number) => ({
        nodeId: `n${at}`,
        kind: 'approval',
        interruptToken: `tok-${at}-abcdefgh`,
      });
      return { runId, status: 'completed', interrupts: many(5000, interruptOf) };
    }),
  }),
  row('a frame that never ends', ['goes-on'], {
    ...RUNNING,
    stream: streamOn(`data: ${'x'.repeat(1000)}\n`, 5),
  }),
  row('a line that never ends', ['goes-on'], { ...RUNNING, stream: streamOn('x'.repeat(10_000), 5) }),
  row('a flood of comments', ['goes-on'], { ...RUNNING, stream: streamOn(':\n'.repeat(20_000), 5) }),
  row('one byte every 100 ms', ['goes-on'], { ...RUNNING, stream: streamOn('x', 100) }),
  row('a discovery document that unpacks to 64 MiB', ['complete', 'refused'], {
    discovery: unpacks('application/json'),
  }),
  row('a stream that unpacks to 64 MiB of one line', ['complete', 'incomplete', 'goes-on'], {
    stream: unpacks('text/event-stream'),
    poll: SOUND.poll,
  }),
];
