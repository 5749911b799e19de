import { gzipSync } from 'node:zlib';
import { zipArchive } from '../../../testing/files/zip-archive.ts';
import { entry, many } from '../entry.ts';
import { childRuns, event, holes, longChain, ndjson, oneIdOfAll, opening, wideTree } from '../logs.ts';

const bundle = (events: readonly object[]): string =>
  JSON.stringify({ bundleVersion: '1', host: { name: 'h' }, run: { runId: 'r' }, events });

/** A token by its shape. */
const TOKEN = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;

/** A chunk of one of two channels of a stream. */
const chunk = (at: number, text: string): object =>
  event(at, {
    ...{ type: 'output.chunk', nodeId: 'n' },
    payload: { nodeId: 'n', runId: 'r', chunk: text, channel: `c${at % 2}`, isLast: false },
  });

/** Readers of every format, from bytes to checks. */
export const READER_ENTRIES = [
  entry('open NDJSON: a chain of causes, every name its own', 500, (n) => opening(ndjson(longChain(n)))),
  entry('open NDJSON: one cause of everything', 500, (n) => opening(ndjson(wideTree(n)))),
  entry('open NDJSON: a hole behind every event, newest first', 500, (n) => opening(ndjson(holes(n)))),
  entry('open NDJSON: as many runs as events', 400, (n) => opening(ndjson(childRuns(n)))),
  entry('open NDJSON: every event under one id', 500, (n) =>
    opening(ndjson(many(n, (at) => event(at, { eventId: 'e', sequence: 1 })))),
  ),
  entry('open NDJSON: lines that are no JSON', 5000, (n) => opening('{"eventId":"e",\n'.repeat(n))),
  entry('open NDJSON: one line without an end', 100_000, (n) =>
    opening(`{"type":"x","a":"${'\\"'.repeat(n)}`),
  ),
  entry('open NDJSON: one event with many members', 4_000, (n) =>
    opening(JSON.stringify(event(1, Object.fromEntries(many(n, (at) => [`k${at}`, at]))))),
  ),
  entry('open NDJSON: one event nested deep', 20_000, (n) =>
    opening(`{"type":"x","sequence":1,"payload":${'['.repeat(n)}${']'.repeat(n)}}`),
  ),
  entry('open NDJSON: timestamps that are no time', 500, (n) =>
    opening(ndjson(many(n, (at) => event(at, { timestamp: '9'.repeat(50) + at })))),
  ),
  entry('open messages: every one under one id', 500, (n) => opening(ndjson(oneIdOfAll(n)))),
  entry('open a session file: a long head, then lines', 500, (n) =>
    opening(
      `${JSON.stringify({ form: 'openwop-inspector-session/1', trial: { text: 'x'.repeat(300 * n) } })}\n${ndjson(longChain(n))}`,
    ),
  ),
  entry('open a document: one array', 500, (n) => opening(JSON.stringify(longChain(n)))),
  entry('open a document: commas and brackets that never match', 20_000, (n) =>
    opening(`[${'[,'.repeat(n)}`),
  ),
  entry('open a bundle', 500, (n) => opening(bundle(holes(n)))),
  entry('open a bundle: cut events, mended', 500, (n) => opening(bundle(longChain(n)).slice(0, -200))),
  entry('open NDJSON: every chunk of a stream ends inside a token', 300, (n) =>
    opening(ndjson(many(n, (at) => chunk(at, `k${at}Zq7 ${TOKEN.slice(0, 18)}${at}`)))),
  ),
  entry('open NDJSON: tokens over two chunks, of channels in turn', 300, (n) =>
    opening(
      ndjson(many(n, (at) => chunk(at, (at >> 1) % 2 === 0 ? TOKEN.slice(0, 18) : `${TOKEN.slice(18)} `))),
    ),
  ),
  entry('open a bundle: marks beside secrets, media above the cap', 200, (n) =>
    opening(
      JSON.stringify({
        ...{ bundleVersion: '1', host: { name: 'h' }, run: { runId: 'r' } },
        discovery: { supportedEnvelopes: [], aiProviders: { maxInlineMediaBytes: 1 } },
        events: many(n, (at) =>
          event(at, {
            type: 'log.appended',
            payload: {
              message: `asked by the key ${at % 2 === 0 ? '[REDACTED:k]' : TOKEN} for what it has`,
              shown: { type: 'media.image', payload: { bytes: 9, base64: 'AAAAAAAAAAAA' } },
            },
          }),
        ),
      }),
    ),
  ),
  entry('open a poll page', 500, (n) => opening(JSON.stringify({ events: wideTree(n), isComplete: true }))),
  entry('open SSE: a frame an event', 500, (n) =>
    opening(
      longChain(n)
        .map((each, at) => `id: ${at}\ndata: ${JSON.stringify(each)}\n\n`)
        .join(''),
    ),
  ),
  entry('open SSE: one frame of many lines', 10_000, (n) =>
    opening(`data: [\n${'data: 1,\n'.repeat(n)}data: 1]\n\n`),
  ),
  entry('open SSE: comments and CR line ends', 20_000, (n) => opening(': x\r'.repeat(n))),
  entry('open OTLP spans', 1000, (n) =>
    opening(
      JSON.stringify({
        resourceSpans: [{ scopeSpans: [{ spans: many(n, (at) => ({ name: `s${at}`, traceId: 't' })) }] }],
      }),
    ),
  ),
  entry('open ZIP: one log', 500, (n) =>
    opening(zipArchive([{ name: 'run.ndjson', content: ndjson(longChain(n)) }])),
  ),
  entry('open ZIP: many files', 10, (n) =>
    opening(zipArchive(many(n, (at) => ({ name: `${at}.txt`, content: 'x' })))),
  ),
  entry('open ZIP: an end in every place', 5000, (n) =>
    opening(new Uint8Array(Buffer.concat([zipArchive([]), Buffer.from('PK\x05\x06'.repeat(n))]))),
  ),
  entry('open HAR', 500, (n) =>
    opening(
      JSON.stringify({
        log: {
          entries: many(n, (at) => ({
            response: { content: { mimeType: 'text/event-stream', text: `data: ${at}\n\n` } },
          })),
        },
      }),
    ),
  ),
  entry('open SSE: a cut frame of many lines', 10_000, (n) =>
    opening(`event: error\ndata: [\n${'data: 1,\n'.repeat(n)}data: 1]\n`),
  ),
  entry('open gzip', 500, (n) => opening(new Uint8Array(gzipSync(ndjson(longChain(n)))))),
  entry('open text without a run', 500_000, (n) => opening('a{b['.repeat(n))),
];
