import {
  captureLines,
  createLedger,
  entryScanner,
  errorCodeOf,
  readDiscovery,
  readHeads,
  readHostAddress,
  sseFrames,
} from '@openwop-inspector/host-client';
import { eventSplitter } from '../../../packages/host-client/src/poll/event-splitter.ts';
import type { EntryScan } from '../../../packages/host-client/src/scan/entry-scan.ts';
import { entry, many, utf8 } from '../entry.ts';
import { event } from '../logs.ts';

const CHUNK_BYTES = 64 * 1024;
const BASE_URL = 'https://host.example';

/** A discovery document of `n` of everything that it lists. */
const discovery = (n: number): object => ({
  protocolVersion: '1.0',
  implementation: { name: 'h' },
  supportedEnvelopes: many(n, (at) => `vendor.kind${at}`),
  schemaVersions: Object.fromEntries(many(n, (at) => [`vendor.kind${at}`, [1, 2, at]])),
  capabilities: { aiEnvelope: { kinds: many(n, (at) => ({ kind: `k${at}`, versions: [at] })) } },
  extensions: Object.fromEntries(many(n, (at) => [`x-${at}`, { experimental: true }])),
});

/** Work that reads a stream as a socket hands it over. */
function streaming(text: string, chunkBytes = CHUNK_BYTES): () => number {
  const bytes = utf8(text);
  return () => {
    let told = 0;
    const tell = () => {
      told++;
    };
    const frames = sseFrames({ onFrame: tell, onComment: tell, onTooLarge: tell });
    for (let at = 0; at < bytes.length; at += chunkBytes) frames.push(bytes.subarray(at, at + chunkBytes));
    frames.end();
    return told;
  };
}

function splitting(text: string, chunkBytes = CHUNK_BYTES): () => number {
  const bytes = utf8(text);
  return () => {
    let told = 0;
    const tell = () => {
      told++;
    };
    const splitter = eventSplitter({ onElement: tell, onTooLarge: tell });
    for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.subarray(at, at + chunkBytes));
    splitter.end();
    return told;
  };
}

/** Scans of `n` events that arrive in this order. */
function scans(sequences: readonly number[]): readonly EntryScan[] {
  const scanner = entryScanner();
  return sequences.flatMap((sequence) => scanner.scan(JSON.stringify(event(sequence))) ?? []);
}

/** Work that takes events into a ledger and asks for its answer now and then, as a window does. */
function keeping(sequences: readonly number[]): () => unknown {
  const events = scans(sequences);
  return () => {
    const ledger = createLedger();
    for (const [at, each] of events.entries()) {
      ledger.add(each, at % 2 === 0 ? 'sse' : 'poll');
      if (at % 1000 === 0) ledger.answer();
    }
    ledger.settle({ hasEnded: true, isLogWhole: true, isEndKnown: true });
    return [ledger.answer(), ledger.holes()];
  };
}

const capture = captureLines((text) => text);
const scanning = (text: string) => {
  const scanner = entryScanner();
  return () => scanner.scan(text);
};

/** What a live host sends. */
export const LIVE_ENTRIES = [
  entry('SSE frames: many tiny ones in one chunk', 50_000, (n) => streaming('data: 1\n\n'.repeat(n))),
  entry('SSE frames: one, in small chunks', 500_000, (n) => streaming(`data: ${'x'.repeat(n)}\n\n`, 500)),
  entry('SSE frames: one line without an end, in small chunks', 500_000, (n) =>
    streaming('x'.repeat(n), 500),
  ),
  entry('SSE frames: one of many lines', 20_000, (n) => streaming('data: x\n'.repeat(n), 1000)),
  entry('SSE frames: comments', 50_000, (n) => streaming(':\n'.repeat(n))),
  entry('SSE frames: CR cut at every byte', 4000, (n) => streaming('data: 1\r\r'.repeat(n), 1)),
  entry('poll splitter: many elements', 50_000, (n) => splitting(`{"events":[${'1,'.repeat(n)}1]}`)),
  entry('poll splitter: one element, cut small', 500_000, (n) => splitting(`["${'\\"'.repeat(n)}"]`, 500)),
  entry('poll splitter: white space before the name', 200_000, (n) =>
    splitting(`{"a":1,${' '.repeat(n)}"events":[]}`, 500),
  ),
  entry('poll splitter: nested deep', 200_000, (n) => splitting(`{"events":[${'['.repeat(n)}`)),
  entry('entry scan: nested deep', 100_000, (n) => scanning(`{"a":${'['.repeat(n)}${']'.repeat(n)}}`)),
  entry('entry scan: many members', 50_000, (n) =>
    scanning(JSON.stringify(event(1, { payload: Object.fromEntries(many(n, (at) => [`k${at}`, at])) }))),
  ),
  entry('entry scan: an array of events', 10_000, (n) =>
    scanning(JSON.stringify(many(n, (at) => event(at)))),
  ),
  entry('ledger: a hole behind every event', 16_000, (n) => keeping(many(n, (at) => 2 * at))),
  entry('ledger: newest first', 16_000, (n) => keeping(many(n, (at) => n - at))),
  entry('ledger: from both ends', 16_000, (n) => keeping(many(n, (at) => (at % 2 === 0 ? at : 4 * n - at)))),
  entry('discovery: many kinds, versions, extensions', 400, (n) => {
    const document = discovery(n);
    return () => readDiscovery(document, BASE_URL, 0);
  }),
  entry('discovery: nested deep', 4000, (n) => {
    const document: unknown = JSON.parse(`{"capabilities":${'['.repeat(n)}${']'.repeat(n)}}`);
    return () => readDiscovery(document, BASE_URL, 0);
  }),
  entry('discovery: one long text', 80_000, (n) => {
    const document = {
      implementation: { name: '/assets/'.repeat(n / 8) },
      protocolVersion: '1.'.repeat(n / 2),
    };
    return () => readDiscovery(document, BASE_URL, 0);
  }),
  entry('error body: a long text', 200_000, (n) => {
    const body = JSON.stringify({ error: 'x'.repeat(n), message: 'api_key='.repeat(n / 8) });
    return () => errorCodeOf(500, body);
  }),
  entry('host address: a long command of curl', 20_000, (n) => {
    const text = `curl ${"-H 'a: b' \\\n".repeat(n / 10)} https://host.example`;
    return () => readHostAddress(text);
  }),
  entry('capture line of an event', 200_000, (n) => {
    const text = JSON.stringify(event(1, { payload: { text: '"token":"'.repeat(n / 10) } }));
    return () => capture.entry(text);
  }),
  entry('capture line of a bad frame', 200_000, (n) => {
    const text = 'eyJ.'.repeat(n / 4);
    return () => capture.unread('bad-frame', text, 0);
  }),
  entry('heads of a capture', 1000, (n) => {
    const text = many(n, (at) => JSON.stringify(event(at))).join(',');
    return () => readHeads(`[${text}]`);
  }),
];
