/** The cost of what a live host sends grows with its size. */
import { testCost } from '@openwop-inspector/testing/cost-growth';
import { event, many, members, nested, times, utf8 } from '@openwop-inspector/testing/hostile-shapes';
import {
  captureLines,
  EntryScanner,
  errorCodeOf,
  LedgerBook,
  readDiscovery,
  readHostAddress,
  sseFrames,
} from './index.ts';
import { EventSplitter } from './poll/event-splitter.ts';
import type { EntryScan } from './scan/entry-scan.ts';

const CHUNK_BYTES = 64 * 1024;
const BASE_URL = 'https://host.example';

/** A discovery document with `n` of everything that it lists. */
const discovery = (n: number): object => ({
  protocolVersion: '1.0',
  implementation: { name: 'h' },
  supportedEnvelopes: many(n, (at) => `vendor.kind${at}`),
  schemaVersions: Object.fromEntries(many(n, (at) => [`vendor.kind${at}`, [1, 2, at]])),
  capabilities: { aiEnvelope: { kinds: many(n, (at) => ({ kind: `k${at}`, versions: [at] })) } },
  extensions: Object.fromEntries(many(n, (at) => [`x-${at}`, { experimental: true }])),
});

interface Consumer {
  readonly push: (chunk: Uint8Array) => unknown;
  readonly end: () => unknown;
}

/** Hands a text to a consumer in chunks, as a socket does. */
const inChunks = (open: () => Consumer, chunkBytes: number) => (text: string) => {
  const bytes = utf8(text);
  const consumer = open();
  for (let at = 0; at < bytes.length; at += chunkBytes) consumer.push(bytes.subarray(at, at + chunkBytes));
  consumer.end();
};
const ignore = () => undefined;
const frames = () => sseFrames({ onFrame: ignore, onComment: ignore, onTooLarge: ignore });
const splitter = () => new EventSplitter({ onElement: ignore, onTooLarge: ignore });

testCost('SSE frames in large chunks', inChunks(frames, CHUNK_BYTES), {
  'many tiny ones': times(50_000, 'data: 1\n\n'),
  comments: times(50_000, ':\n'),
});
testCost('SSE frames in small chunks', inChunks(frames, 500), {
  'one large': [500_000, (n) => `data: ${'x'.repeat(n)}\n\n`],
  'one line without an end': times(500_000, 'x'),
  'one of many lines': times(40_000, 'data: x\n'),
});
testCost('SSE frames in bytes', inChunks(frames, 1), { 'CR line ends': times(4000, 'data: 1\r\r') });
testCost('splitting a poll answer in large chunks', inChunks(splitter, CHUNK_BYTES), {
  'many elements': [50_000, (n) => `{"events":[${'1,'.repeat(n)}1]}`],
  'nested deep': nested(200_000, '[', '', '{"events":['),
});
testCost('splitting a poll answer in small chunks', inChunks(splitter, 500), {
  'one element': [500_000, (n) => `["${'\\"'.repeat(n)}"]`],
  'white space before the name': [200_000, (n) => `{"a":1,${' '.repeat(n)}"events":[]}`],
});

const scanner = new EntryScanner();
testCost('scanning an entry', (text: string) => scanner.scan(text), {
  'nested deep': [100_000, (n) => `{"a":${'['.repeat(n)}${']'.repeat(n)}}`],
  'many members': [50_000, (n) => JSON.stringify(event(1, { payload: members(n) }))],
  'an array of events': [10_000, (n) => JSON.stringify(many(n, (at) => event(at)))],
});

/** Scans of events that arrive in the order of `sequenceAt`. */
const scans = (n: number, sequenceAt: (at: number) => number): readonly EntryScan[] =>
  many(n, sequenceAt).flatMap((sequence) => scanner.scan(JSON.stringify(event(sequence))) ?? []);

/** Adds events to a ledger and requests its answer now and then, as a window does. */
function keepLedger(events: readonly EntryScan[]): void {
  const ledger = new LedgerBook();
  for (const [at, each] of events.entries()) {
    ledger.add(each, at % 2 === 0 ? 'sse' : 'poll');
    if (at % 1000 === 0) ledger.answer();
  }
  ledger.settle({ hasEnded: true, isLogWhole: true, isEndKnown: true });
  ledger.answer();
  ledger.holes();
}
testCost('the ledger', keepLedger, {
  'a gap after every event': [16_000, (n) => scans(n, (at) => 2 * at)],
  'newest first': [16_000, (n) => scans(n, (at) => n - at)],
  'from both ends': [16_000, (n) => scans(n, (at) => (at % 2 === 0 ? at : 4 * n - at))],
});

testCost('reading a discovery document', (document: unknown) => readDiscovery(document, BASE_URL, 0), {
  'many kinds, versions, extensions': [400, discovery],
  'nested deep': [4000, (n) => JSON.parse(`{"capabilities":${'['.repeat(n)}${']'.repeat(n)}}`)],
  'long texts': [
    10_000,
    (n) => ({ implementation: { name: '/assets/'.repeat(n) }, protocolVersion: '1.'.repeat(4 * n) }),
  ],
});
testCost('the code of an error body', (body: string) => errorCodeOf(500, body), {
  'long texts': [25_000, (n) => JSON.stringify({ error: 'x'.repeat(8 * n), message: 'api_key='.repeat(n) })],
});
testCost('reading a host address', readHostAddress, {
  'a long curl command': [2000, (n) => `curl ${"-H 'a: b' \\\n".repeat(n)} https://host.example`],
});

const capture = captureLines((text) => text);
testCost('a capture line of an event', (text: string) => capture.entry(text), {
  'a text of starts of secrets': [
    20_000,
    (n) => JSON.stringify(event(1, { payload: { text: '"token":"'.repeat(n) } })),
  ],
});
testCost('a capture line of a bad frame', (text: string) => capture.unread('bad-frame', text, 0), {
  'starts of secrets': times(50_000, 'eyJ.'),
});
testCost('the elements of a capture', (text: string) => [...(scanner.scan(text)?.elements ?? [])], {
  'many events': [1000, (n) => JSON.stringify(many(n, (at) => event(at)))],
});
