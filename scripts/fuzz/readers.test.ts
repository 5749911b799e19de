import { gzipSync } from 'node:zlib';
import { createMessageJudge } from '@openwop-inspector/acceptor-core';
import {
  captureLines,
  EntryScanner,
  errorCodeOf,
  readDiscovery,
  readHostAddress,
  sseFrames,
} from '@openwop-inspector/host-client';
import {
  bytesSource,
  isFilterError,
  JsonTree,
  messageFacts,
  nodeLanes,
  openRunLog,
  parseFilter,
  runFilter,
  sessionSummary,
} from '@openwop-inspector/run-log';
import { EventSplitter } from '../../packages/host-client/src/poll/event-splitter.ts';
import { contentOf, inPieces, openedWith } from '../../packages/run-log/test/scanned-content.ts';
import { zipArchive } from '../../testing/files/zip-archive.ts';
import { mustEqual, parsedOf, testTargets, textOf } from './fuzz-test.ts';

const event = (sequence: number, more = ''): string =>
  `{"eventId":"e${sequence}","runId":"r","type":"node.completed","sequence":${sequence},"timestamp":"2026-05-18T10:00:0${sequence}Z","nodeId":"n","causationId":"e${sequence - 1}","correlationId":"c","payload":{"outputs":{"a":[1,"b"]}}${more}}`;
const EVENTS = [0, 1, 2, 3].map((at) => event(at));
const LOGS: readonly string[] = [
  EVENTS.join('\n'),
  `[${EVENTS.join()}]`,
  `{"bundleVersion":"1","host":{"name":"h","version":"1"},"run":{"runId":"r","status":"failed"},"events":[${EVENTS.join()}],"redactionApplied":true,"redactionMode":"mask"}`,
  `{"events":[${EVENTS.join()}],"isComplete":true}`,
  EVENTS.map((text, at) => `id: ${at}\nevent: x\ndata: ${text}\n\n`).join(''),
  '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"t","spanId":"s","name":"n","attributes":[]}]}]}]}',
  `{"capture":"openwop-inspector/1","baseUrl":"http://h","runId":"r"}\n${EVENTS.join('\n')}\n{"capture":"end"}`,
];

const message = (id: number, more: string): string =>
  `{"protocol":"agh-network/v0","id":"m${id}","channel":"c","from":"a","to":"b","interaction_id":"i","causation_id":"m${id - 1}","ts":${id},"body":{"text":"x"${more}`;
const MESSAGES = [
  message(1, '},"kind":"direct"}'),
  message(2, ',"for_id":"m1","status":"accepted"},"kind":"receipt"}'),
  message(3, ',"state":"working"},"kind":"trace"}'),
];
/** Logs of messages, and of messages between events. */
const CONVERSATIONS: readonly string[] = [
  MESSAGES.join('\n'),
  `[${MESSAGES.join()}]`,
  [...EVENTS, ...MESSAGES].join('\n'),
];

/** Opens a source, asks what a window asks first, and closes it. */
async function opened(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const log = openRunLog(bytesSource('fuzz', bytes), {
    startJudge: async (dialect) => createMessageJudge(dialect),
  });
  try {
    await log.loaded;
    await log.runChecks();
    await sessionSummary(log);
    await log.allProblems();
    const count = Math.min(20, log.order.length);
    const ordinals = Array.from({ length: count }, (_, at) => log.order.ordinalAt(at));
    await log.rows(ordinals);
    for (const ordinal of ordinals) await log.chain({ ordinal }, { descendantLimit: 20, links: true });
    for (const ordinal of ordinals) messageFacts(log, ordinal);
    await nodeLanes(log.standing(), 1000);
  } finally {
    await log.close();
  }
}

async function scannedWith(scanner: 'fast' | 'plain', bytes: Uint8Array, most: number): Promise<unknown> {
  const log = await openedWith(inPieces(bytes, most), scanner);
  try {
    return await contentOf(log);
  } finally {
    await log.close();
  }
}

/** Chunks of a size that follows from the bytes, so that a failure can be replayed. */
function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  const size = 1 + ((bytes.length * 7919) % 61);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function framesOf(chunks: Iterable<Uint8Array>): readonly unknown[] {
  const reported: unknown[] = [];
  const frames = sseFrames({ onFrame: (frame) => reported.push(frame), onComment: () => reported.push(':') });
  for (const chunk of chunks) frames.push(chunk);
  frames.end();
  return reported;
}

function elementsOf(chunks: Iterable<Uint8Array>): readonly unknown[] {
  const reported: unknown[] = [];
  const splitter = new EventSplitter({
    onElement: (text) => reported.push(text),
    onTooLarge: (text) => reported.push(text),
  });
  for (const chunk of chunks) splitter.push(chunk);
  return [...reported, splitter.end()];
}

const filtered = openRunLog(bytesSource('fuzz', new TextEncoder().encode(EVENTS.join('\n'))));
const scanner = new EntryScanner();
const lines = captureLines((text) => text);

/** Readers of files and of what a live host sends. */
testTargets({
  log: { seeds: LOGS, run: opened },
  messages: { seeds: CONVERSATIONS, run: opened },
  scanners: {
    seeds: LOGS,
    run: async (bytes) => {
      const most = 16 + ((bytes.length * 7919) % 601);
      const [fast, plain] = [await scannedWith('fast', bytes, most), await scannedWith('plain', bytes, most)];
      mustEqual(fast, plain, 'the two scanners read different things');
    },
  },
  gzip: { seeds: LOGS.map((text) => new Uint8Array(gzipSync(text))), run: opened },
  containers: {
    seeds: LOGS.flatMap((text) => [
      zipArchive([{ name: 'run.ndjson', content: text }]),
      zipArchive([
        { name: 'run.ndjson', content: text, method: 0 },
        { name: 'other.txt', content: 'x' },
      ]),
      new TextEncoder().encode(
        JSON.stringify({
          log: { entries: [{ response: { content: { mimeType: 'text/event-stream', text } } }] },
        }),
      ),
    ]),
    run: opened,
  },
  sse: {
    seeds: LOGS,
    run: (bytes) =>
      mustEqual(framesOf([bytes]), framesOf(cut(bytes)), 'frames depend on where the stream is cut'),
  },
  poll: {
    seeds: LOGS,
    run: (bytes) =>
      mustEqual(elementsOf([bytes]), elementsOf(cut(bytes)), 'events depend on where the answer is cut'),
  },
  entry: {
    seeds: EVENTS,
    run: (bytes) => {
      const text = textOf(bytes);
      // A text that is no JSON object or array is no entry, and never becomes a line of a capture.
      const scan = scanner.scan(text);
      return scan === null ? null : [[...(scan.elements ?? [])], lines.entry(text)];
    },
  },
  frame: {
    seeds: EVENTS,
    run: (bytes) => [lines.frame('x', textOf(bytes), 0), lines.unread('bad-frame', textOf(bytes), 0)],
  },
  discovery: {
    seeds: [
      '{"protocolVersion":"1.0","implementation":{"name":"h"},"supportedEnvelopes":["a"],"schemaVersions":{"a":1},"limits":{"schemaRounds":1},"capabilities":{"a":{}}}',
    ],
    run: (bytes) => readDiscovery(parsedOf(bytes), 'https://h.example', 0),
  },
  'error-body': {
    seeds: ['{"error":"x","message":"m","details":{"a":1}}', '<html>'],
    run: (bytes) => errorCodeOf(500, textOf(bytes)),
  },
  'host-address': {
    seeds: ["curl -H 'Authorization: Bearer x' https://h.example/v1/runs/r", 'https://h/v1/runs/r%2F1?x=1'],
    run: (bytes) => readHostAddress(textOf(bytes)),
  },
  filter: {
    seeds: [
      'type:node.* -node:"a b" seq:1..3 time:<2s not trust:absent "some words" is:failed',
      '(under:#1 or payload.error."c d":x*) and /a+(b|[^c])\\w$/i at:09:00..09:05 size:>1k dur:<2s tokens:1..2 kind:a* #3',
    ],
    run: async (bytes) => {
      await filtered.loaded;
      const filter = await parseFilter(textOf(bytes), filtered.standing());
      if (!isFilterError(filter)) await runFilter(filter, filtered.standing(), { isCancelled: () => false });
    },
  },
  'json-tree': {
    seeds: EVENTS,
    run: (bytes) => {
      const tree = new JsonTree(bytes);
      return [
        tree.children('', 0, 20, 0),
        tree.children('/payload', 0, 20, 0),
        tree.search('a'),
        tree.at(9, 0),
      ];
    },
  },
});
