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

const row = (name: string, faults: Partial<Faults>, more: Partial<FaultRow> = {}): FaultRow => ({
  name,
  faults,
  ...more,
});

const FAULT_ROWS: readonly FaultRow[] = [
  row('nothing goes wrong', {}),
  row('nothing has happened yet', {}, { eventsBefore: 0 }),
  row('a wrong token, and strangers are answered too', { anonymous: 'sees-all' }, { key: 'wrong' }),
  row(
    'the run is cancelled, and its log continues to a second end',
    { behindTheEnd: { types: ['node.completed', 'run.completed'], times: 1 } },
    {
      halfway: async (host) => host.run('run-1').cancel(null),
      struck: ({ words }) => words.includes('two ends, run.cancelled at '),
    },
  ),
  row(
    'the connection is torn three times',
    { drop: { afterFrames: 7, times: 3, how: 'reset' } },
    { mostStreams: 4, struck: ({ reconnects }) => reconnects >= 3 },
  ),
  row(
    'the stream closes politely three times',
    { drop: { afterFrames: 7, times: 3, how: 'end' } },
    { mostStreams: 4, struck: ({ reconnects }) => reconnects >= 3 },
  ),
  row('the stream falls silent', { stall: { afterFrames: 8, times: 1 } }, { mostStreams: 3 }),
  row(
    'every third frame comes twice',
    { duplicateEvery: 3 },
    { struck: ({ ledger }) => ledger.duplicates > 0 },
  ),
  row('frames come out of order', { reorderEvery: 4 }, { struck: ({ ledger }) => ledger.late > 0 }),
  row('the stream is a JSON document', { jsonInsteadOfSse: true }),
  row('the stream comes byte by byte', { chunkBytes: 1 }),
  row('events are lost behind the backlog', { losesFirst: 5 }),
  row(
    'everything behind the backlog is lost, the end too',
    { losesFirst: 1000 },
    { dialects: COMMENTING, mostStreams: 3 },
  ),
  row('the stream closes without its terminal event', { closesWithoutTerminal: true }, { mostStreams: 2 }),
  row(
    'a proxy answers the stream with a page',
    { answers: [{ on: 'stream', status: 502, body: 'html', times: 2 }] },
    { mostStreams: 3 },
  ),
  row(
    'too many requests, once',
    { answers: [{ on: 'stream', status: 429, body: 'json', retryAfterSeconds: 0, times: 1 }] },
    { mostStreams: 2 },
  ),
  row(
    'the poll fails with 500 and nested errors',
    { answers: [{ on: 'poll', status: 500, body: 'nested', times: 3 }] },
    { mostStreams: 2 },
  ),
  row('the snapshot fails with an empty 503', {
    answers: [{ on: 'snapshot', status: 503, body: 'empty', times: 2 }],
  }),
  row('the poll skips the event behind its cursor', { cursorMeans: 'skip-one', losesFirst: 5 }),
  row('the poll begins at its cursor', { cursorMeans: 'from', losesFirst: 5 }),
  row('the poll ignores its cursor', { cursorMeans: 'ignored', losesFirst: 5 }),
  row('poll answers are too large', { losesFirst: 5 }, { maxPageBytes: 3000 }),
  row(
    'poll answers are too large and ignore their cursor',
    { cursorMeans: 'ignored' },
    { maxPageBytes: 3000, isStreamAlone: true, doubt: 'answer-cut', mayReadBundle: true, mostStreams: 3 },
  ),
  row('the poll says complete on every short page', { lyingComplete: true, pageEvents: 7, losesFirst: 5 }),
  row('the host restarts in mid-run', {}, { halfway: (host) => host.restart(), mostStreams: 2 }),
  row('the clock of the host is an hour ahead', {}, { clockSkewMs: HOUR_MS }),
  row(
    'the first events are no longer stored',
    { keepsFrom: 5 },
    { dialects: WITH_BUNDLE, mayReadBundle: true, poorBelow: 5 },
  ),
  row(
    'there is no stream',
    { answers: [{ on: 'stream', status: 501, body: 'json' }] },
    { struck: ({ transport }) => transport === 'poll' },
  ),
  row(
    'there are no polls',
    { answers: [{ on: 'poll', status: 404, body: 'text' }] },
    { isStreamAlone: true, mayReadBundle: true, mostStreams: 3 },
  ),
  row(
    'a stream of 10,500 stops at 10,000',
    { answers: [{ on: 'poll', status: 501, body: 'json' }], replayStop: 10_000 },
    {
      events: 10_500,
      hasEnded: true,
      dialects: ['app'],
      isStreamAlone: true,
      mayReadBundle: true,
      mostStreams: 2,
    },
  ),
  row(
    'much at once',
    {
      drop: { afterFrames: 9, times: 2, how: 'reset' },
      duplicateEvery: 5,
      reorderEvery: 4,
      losesFirst: 2,
      chunkBytes: 3,
      pageEvents: 7,
      answers: [{ on: 'poll', status: 503, body: 'html', times: 2 }],
    },
    { mayReadBundle: true, mostStreams: 6 },
  ),
];

/** Every fault with every dialect that can have it. */
export interface Combination extends FaultRow {
  readonly dialect: DialectName;
}

export const COMBINATIONS: readonly Combination[] = FAULT_ROWS.flatMap((row) =>
  (row.dialects ?? DIALECT_NAMES).map((dialect) => ({ ...row, dialect })),
);
