/** The cost of opening a source, checks included, grows with its size, in every format. */
import { gzipSync } from 'node:zlib';
import { testCost } from '@openwop-inspector/testing/cost-growth';
import { zipArchive } from '@openwop-inspector/testing/files';
import {
  childRuns,
  event,
  holes,
  longChain,
  many,
  members,
  ndjson,
  nested,
  times,
  utf8,
  wideTree,
} from '@openwop-inspector/testing/hostile-shapes';
import { bytesSource, openRunLog } from '../src/index.ts';

const HEADER = { bundleVersion: '1', host: { name: 'h' }, run: { runId: 'r' } };
const bundle = (events: readonly object[], more: object = {}): string =>
  JSON.stringify({ ...HEADER, discovery: { supportedEnvelopes: [], ...more }, events });

/** A token by its shape. */
const TOKEN = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;

const HALF_TOKEN = TOKEN.slice(0, 18);

/** A stream of `n` chunks on two channels. */
function chunks(n: number, text: (at: number) => string): string {
  const payload = { nodeId: 'n', runId: 'r', isLast: false };
  const chunk = (at: number) => ({ ...payload, chunk: text(at), channel: `c${at % 2}` });
  return ndjson(many(n, (at) => event(at, { type: 'output.chunk', nodeId: 'n', payload: chunk(at) })));
}

/** An event with a redaction marker or a secret, and media above the limit. */
function markedEvent(at: number): object {
  const message = `called by the key ${at % 2 === 0 ? '[REDACTED:k]' : TOKEN} for what it has`;
  const media = { type: 'media.image', payload: { bytes: 9, base64: 'AAAAAAAAAAAA' } };
  return event(at, { type: 'log.appended', payload: { message, media } });
}

const frame = (each: object, at: number): string => `id: ${at}\ndata: ${JSON.stringify(each)}\n\n`;
const span = (at: number): object => ({ name: `s${at}`, traceId: 't' });
const harEntry = (at: number): object => ({
  response: { content: { mimeType: 'text/event-stream', text: `data: ${at}\n\n` } },
});
const sessionHead = (length: number): string =>
  JSON.stringify({ form: 'openwop-inspector-session/1', trial: { text: 'x'.repeat(length) } });

async function open(content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const log = openRunLog(bytesSource('log', typeof content === 'string' ? utf8(content) : content));
  await log.loaded;
  await log.runChecks();
  await log.close();
}

testCost('opening NDJSON', open, {
  'a chain of causes, every name different': [500, (n) => ndjson(longChain(n))],
  'one cause of everything': [500, (n) => ndjson(wideTree(n))],
  'a gap after every event, newest first': [500, (n) => ndjson(holes(n))],
  'as many runs as events': [400, (n) => ndjson(childRuns(n))],
  'one event id': [500, (n) => ndjson(many(n, (at) => event(at, { eventId: 'e', sequence: 1 })))],
  'lines that are not JSON': times(5000, '{"eventId":"e",\n'),
  'one line without an end': [100_000, (n) => `{"type":"x","a":"${'\\"'.repeat(n)}`],
  'one event with many members': [4000, (n) => JSON.stringify(event(1, members(n)))],
  'one event nested deep': nested(20_000, '[', ']', '{"type":"x","sequence":1,"payload":'),
  'invalid timestamps': [500, (n) => ndjson(many(n, (at) => event(at, { timestamp: '9'.repeat(50) + at })))],
  'chunks that end inside a token': [300, (n) => chunks(n, (at) => `k${at}Zq7 ${HALF_TOKEN}${at}`)],
  'tokens over two chunks, on alternating channels': [
    300,
    (n) => chunks(n, (at) => ((at >> 1) % 2 === 0 ? HALF_TOKEN : `${TOKEN.slice(18)} `)),
  ],
});
testCost('opening a document', open, {
  'one array': [500, (n) => JSON.stringify(longChain(n))],
  'commas and brackets that never match': nested(20_000, '[,', '', '['),
  'a bundle': [500, (n) => bundle(holes(n))],
  'a bundle cut in its events': [500, (n) => bundle(longChain(n)).slice(0, -200)],
  'a bundle with redaction markers next to secrets, and media above the limit': [
    200,
    (n) => bundle(many(n, markedEvent), { aiProviders: { maxInlineMediaBytes: 1 } }),
  ],
  'a poll page': [500, (n) => JSON.stringify({ events: wideTree(n), isComplete: true })],
  'a session file with a long head': [500, (n) => `${sessionHead(300 * n)}\n${ndjson(longChain(n))}`],
  'OTLP spans': [
    1000,
    (n) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: many(n, span) }] }] }),
  ],
  HAR: [500, (n) => JSON.stringify({ log: { entries: many(n, harEntry) } })],
  'text without a run': times(500_000, 'a{b['),
});
testCost('opening SSE', open, {
  'one frame per event': [500, (n) => longChain(n).map(frame).join('')],
  'one frame of many lines': [10_000, (n) => `data: [\n${'data: 1,\n'.repeat(n)}data: 1]\n\n`],
  'a cut frame of many lines': [10_000, (n) => `event: error\ndata: [\n${'data: 1,\n'.repeat(n)}data: 1]\n`],
  'comments and CR line ends': times(20_000, ': x\r'),
});
testCost('opening packed bytes', open, {
  'ZIP of one log': [500, (n) => zipArchive([{ name: 'run.ndjson', content: ndjson(longChain(n)) }])],
  'ZIP of many files': [10, (n) => zipArchive(many(n, (at) => ({ name: `${at}.txt`, content: 'x' })))],
  'ZIP with an end marker everywhere': [
    5000,
    (n) => Buffer.concat([zipArchive([]), utf8('PK\x05\x06'.repeat(n))]),
  ],
  gzip: [500, (n) => new Uint8Array(gzipSync(ndjson(longChain(n))))],
});
