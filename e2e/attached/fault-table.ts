import type { IncompleteCode, LiveStatus } from '@openwop-inspector/host-client';
import {
  DIALECT_NAMES,
  DIALECTS,
  type DialectName,
  type Faults,
  type LiveHost,
} from '@openwop-inspector/testing/host';

/** One thing that goes wrong, and what the session may do about it. */
interface FaultRow {
  /** Every event is stored, and what keeps the session from calling that complete. */
  readonly doubt?: IncompleteCode;
  readonly name: string;
  readonly faults: Partial<Faults>;
  /** Dialects that can have it; all unless given. */
  readonly dialects?: readonly DialectName[];
  readonly clockSkewMs?: number;
  /** More of one answer the session does not read. */
  readonly maxPageBytes?: number;
  /** Events of the run, 60 unless given; those before the session are 10 or, with `hasEnded`, all. */
  readonly events?: number;
  readonly hasEnded?: boolean;
  /** Events before the session, where it is neither 10 nor all. */
  readonly eventsBefore?: number;
  /** Token of the session, the host's own unless given. */
  readonly key?: string;
  readonly halfway?: (host: LiveHost) => Promise<unknown>;
  /** Streams that may be opened at most; 1 unless given. */
  readonly mostStreams?: number;
  /** The bundle may be requested. */
  readonly mayReadBundle?: boolean;
  /** Sequences below this are only in the bundle, which may have less of them. */
  readonly poorBelow?: number;
  /** The JSON log cannot be read, or not whole: what the stream leaves out stays out. */
  readonly isStreamAlone?: boolean;
  /** Shows that the fault has struck. */
  readonly struck?: (status: LiveStatus, host: LiveHost) => boolean;
}

const HOUR_MS = 3_600_000;
const COMMENTING: readonly DialectName[] = ['reference', 'app', 'v2'];
const WITH_BUNDLE = DIALECT_NAMES.filter((name) => DIALECTS[name].bundle !== null);

const FAULT_ROWS: readonly FaultRow[] = [
  { name: 'nothing goes wrong', faults: {} },
  { name: 'nothing has happened yet', faults: {}, eventsBefore: 0 },
  { name: 'a wrong token, and strangers are answered too', faults: { anonymous: 'sees-all' }, key: 'wrong' },
  {
    name: 'the run is cancelled, and its log continues to a second end',
    faults: { behindTheEnd: { types: ['node.completed', 'run.completed'], times: 1 } },
    halfway: async (host) => host.run('run-1').cancel(null),
    struck: ({ words }) => words.includes('two ends, run.cancelled at '),
  },
  {
    name: 'the connection is torn three times',
    faults: { drop: { afterFrames: 7, times: 3, how: 'reset' } },
    mostStreams: 4,
    struck: ({ reconnects }) => reconnects >= 3,
  },
  {
    name: 'the stream closes politely three times',
    faults: { drop: { afterFrames: 7, times: 3, how: 'end' } },
    mostStreams: 4,
    struck: ({ reconnects }) => reconnects >= 3,
  },
  { name: 'the stream falls silent', faults: { stall: { afterFrames: 8, times: 1 } }, mostStreams: 3 },
  {
    name: 'every third frame comes twice',
    faults: { duplicateEvery: 3 },
    struck: ({ ledger }) => ledger.duplicates > 0,
  },
  { name: 'frames come out of order', faults: { reorderEvery: 4 }, struck: ({ ledger }) => ledger.late > 0 },
  { name: 'the stream is a JSON document', faults: { jsonInsteadOfSse: true } },
  { name: 'the stream comes byte by byte', faults: { chunkBytes: 1 } },
  { name: 'events are lost behind the backlog', faults: { losesFirst: 5 } },
  {
    name: 'everything behind the backlog is lost, the end too',
    faults: { losesFirst: 1000 },
    dialects: COMMENTING,
    mostStreams: 3,
  },
  {
    name: 'the stream closes without its terminal event',
    faults: { closesWithoutTerminal: true },
    mostStreams: 2,
  },
  {
    name: 'a proxy answers the stream with a page',
    faults: { answers: [{ on: 'stream', status: 502, body: 'html', times: 2 }] },
    mostStreams: 3,
  },
  {
    name: 'too many requests, once',
    faults: { answers: [{ on: 'stream', status: 429, body: 'json', retryAfterSeconds: 0, times: 1 }] },
    mostStreams: 2,
  },
  {
    name: 'the poll fails with 500 and nested errors',
    faults: { answers: [{ on: 'poll', status: 500, body: 'nested', times: 3 }] },
    mostStreams: 2,
  },
  {
    name: 'the snapshot fails with an empty 503',
    faults: { answers: [{ on: 'snapshot', status: 503, body: 'empty', times: 2 }] },
  },
  { name: 'the poll skips the event behind its cursor', faults: { cursorMeans: 'skip-one', losesFirst: 5 } },
  { name: 'the poll begins at its cursor', faults: { cursorMeans: 'from', losesFirst: 5 } },
  { name: 'the poll ignores its cursor', faults: { cursorMeans: 'ignored', losesFirst: 5 } },
  { name: 'poll answers are too large', faults: { losesFirst: 5 }, maxPageBytes: 3000 },
  {
    name: 'poll answers are too large and ignore their cursor',
    faults: { cursorMeans: 'ignored' },
    maxPageBytes: 3000,
    isStreamAlone: true,
    doubt: 'answer-cut',
    mayReadBundle: true,
    mostStreams: 3,
  },
  {
    name: 'the poll says complete on every short page',
    faults: { lyingComplete: true, pageEvents: 7, losesFirst: 5 },
  },
  { name: 'the host restarts in mid-run', faults: {}, halfway: (host) => host.restart(), mostStreams: 2 },
  { name: 'the clock of the host is an hour ahead', faults: {}, clockSkewMs: HOUR_MS },
  {
    name: 'the first events are no longer stored',
    faults: { keepsFrom: 5 },
    dialects: WITH_BUNDLE,
    mayReadBundle: true,
    poorBelow: 5,
  },
  {
    name: 'there is no stream',
    faults: { answers: [{ on: 'stream', status: 501, body: 'json' }] },
    struck: ({ transport }) => transport === 'poll',
  },
  {
    name: 'there are no polls',
    faults: { answers: [{ on: 'poll', status: 404, body: 'text' }] },
    isStreamAlone: true,
    mayReadBundle: true,
    mostStreams: 3,
  },
  {
    name: 'a stream of 10,500 stops at 10,000',
    faults: {
      answers: [{ on: 'poll', status: 501, body: 'json' }],
      replayStop: { at: 10_000, thenIt: 'closes' },
    },
    events: 10_500,
    hasEnded: true,
    dialects: ['app'],
    isStreamAlone: true,
    mayReadBundle: true,
    mostStreams: 2,
  },
  {
    name: 'much at once',
    faults: {
      drop: { afterFrames: 9, times: 2, how: 'reset' },
      duplicateEvery: 5,
      reorderEvery: 4,
      losesFirst: 2,
      chunkBytes: 3,
      pageEvents: 7,
      answers: [{ on: 'poll', status: 503, body: 'html', times: 2 }],
    },
    mayReadBundle: true,
    mostStreams: 6,
  },
];

/** Every fault with every dialect that can have it. */
export interface Combination extends FaultRow {
  readonly dialect: DialectName;
}

export const COMBINATIONS: readonly Combination[] = FAULT_ROWS.flatMap((row) =>
  (row.dialects ?? DIALECT_NAMES).map((dialect) => ({ ...row, dialect })),
);
