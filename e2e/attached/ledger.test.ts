import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@openwop-inspector/base';
import {
  createHostConnection,
  type LiveRun,
  LiveRunSession,
  type LiveStatus,
  type LiveTimings,
} from '@openwop-inspector/host-client';
import { createHostFetch } from '@openwop-inspector/host-client/node';
import {
  DIALECT_NAMES,
  DIALECTS,
  type LiveHost,
  plainScript,
  startLiveHost,
  until,
} from '@openwop-inspector/testing/host';
import { describe, expect, test } from 'vitest';
import { COMBINATIONS, type Combination } from './fault-table.ts';

const RUN_ID = 'run-1';
const EVENTS = 60;
const EVENTS_BEFORE = 10;

/** Times of a session, short enough for a table of hundreds of them. */
const SHORT: Partial<LiveTimings> = {
  backoffMs: [2, 4, 8, 16],
  idleMs: 500,
  snapshotEveryMs: 60,
  pollEveryMs: 5,
  pollWaitingMs: 5,
  statusEveryMs: 50,
  writeEveryMs: 6,
};

/** A live session with a run of a test host, its capture as text. */
interface Attached {
  readonly live: LiveRun;
  /** The capture so far. */
  text(): string;
  readonly statuses: readonly LiveStatus[];
}

/**
 * Attaches as the shells do, over loopback, with the host's own key unless another is given. `maxPageBytes` makes answers
 * too large that are not.
 */
function attach(
  host: LiveHost,
  runId: string,
  {
    key = host.key,
    maxPageBytes,
  }: { readonly key?: string | undefined; readonly maxPageBytes?: number | undefined } = {},
): Attached {
  const statuses: LiveStatus[] = [];
  const pieces: string[] = [];
  let size = 0;
  const live = new LiveRunSession({
    host: createHostConnection({
      fetch: createHostFetch(),
      baseUrl: host.origin,
      token: () => key,
      major: DIALECTS[host.dialect].major,
    }),
    runId: host.run(runId).runId,
    discovery: null,
    a2uiDelta: false,
    sink: {
      write: (piece) => {
        pieces.push(piece);
        size += Buffer.byteLength(piece);
        return Promise.resolve(size);
      },
    },
    onStatus: (status) => statuses.push(status),
    timings: SHORT,
    ...(maxPageBytes === undefined ? {} : { maxPageBytes }),
  });
  live.start();
  return { live, text: () => pieces.join(''), statuses };
}

const STEP_EVENTS = 6;

/**
 * Plays a run to its end under an attached session: only while somebody streams it, or polls a host without a stream, a
 * few events at a time, so that every part of it goes over the wire. `halfway` happens once in the middle.
 */
async function playUnder(
  host: LiveHost,
  runId: string,
  { live }: Attached,
  halfway?: () => Promise<unknown>,
): Promise<void> {
  const run = host.run(runId);
  const isListening = () => host.streams.open(run.runId) > 0 || live.status().transport === 'poll';
  let isHalfway = false;
  while (!run.isTerminal && live.status().end === null) {
    await until(() => isListening() || live.status().end !== null);
    run.emit(STEP_EVENTS);
    if (!isHalfway && run.events.length > STEP_EVENTS * 4) {
      isHalfway = true;
      await halfway?.();
    }
    await new Promise<void>((again) => setTimeout(again, 4));
  }
}

type Doc = Readonly<Record<string, unknown>>;

/**
 * Reads a capture back, as whoever opens the file would: an event of each sequence, the later line winning, and the
 * sequences of lines that added nothing. Control lines are left out.
 */
function capturedEvents(text: string) {
  const merged = new Map<number, Doc>();
  const needless: number[] = [];
  for (const line of text.split('\n')) {
    const doc: unknown = line === '' ? null : JSON.parse(line);
    if (!isRecord(doc) || typeof doc.type !== 'string') continue;
    const sequence = Number(doc.sequence ?? doc.seq);
    const before = merged.get(sequence);
    // A bundle calls the payload `data` (section 2.1).
    const payload = Object.hasOwn(doc, 'data') && !Object.hasOwn(doc, 'payload') ? { payload: doc.data } : {};
    const after = { ...before, ...doc, ...payload };
    if (before !== undefined && Object.keys(after).length === Object.keys(before).length)
      needless.push(sequence);
    merged.set(sequence, after);
  }
  const events = [...merged].sort(([a], [b]) => a - b).map(([, doc]) => doc);
  return { events, needless };
}

/** Plays one combination to the end of its session. */
async function play(combination: Combination) {
  const { dialect, faults, events = EVENTS, hasEnded = false, clockSkewMs = 0, halfway } = combination;
  const { maxPageBytes, eventsBefore = EVENTS_BEFORE, key } = combination;
  const runs = [{ workflow: plainScript(events), runId: RUN_ID }];
  const host = await startLiveHost({ dialect, faults, runs, clockSkewMs, heartbeatMs: 50 });
  try {
    if (hasEnded) host.run(RUN_ID).finish();
    else host.run(RUN_ID).emit(eventsBefore);
    const attached = attach(host, RUN_ID, { maxPageBytes, key });
    await playUnder(host, RUN_ID, attached, halfway && (() => halfway(host)));
    const status = await attached.live.ended;
    await attached.live.detach();
    return { status, captured: capturedEvents(attached.text()), host };
  } finally {
    await host.close();
  }
}

type Played = Awaited<ReturnType<typeof play>>;

/** The first event of which the capture has less than the host reports; undefined when it has all of all. */
function firstPoorer({ captured, host }: Played, { poorBelow = 0, isStreamAlone = false }: Combination) {
  const { json, stream } = DIALECTS[host.dialect].events;
  const forms = isStreamAlone ? [stream, json] : [json];
  return host.run(RUN_ID).events.find((event, index) => {
    const stored = captured.events[index];
    const hasAll = (reported: Readonly<Record<string, unknown>>): boolean =>
      Object.entries(reported).every(([key, value]) => isDeepStrictEqual(stored?.[key], value));
    return index >= poorBelow && !forms.some((form) => hasAll(form(event)));
  });
}

describe('a session ends complete with exactly the host’s events, in order, once each (sections 6.3 and 7)', () => {
  test.concurrent.each(COMBINATIONS)('$dialect: $name', async (combination) => {
    const played = await play(combination);
    const { status, captured, host } = played;
    const { mostStreams = 1, mayReadBundle = false, struck, doubt } = combination;
    const { events } = host.run(RUN_ID);
    expect(status.end).toBe('run-ended');
    const verdict = doubt === undefined ? 'complete' : 'not-known';
    const { completeness } = status.ledger;
    expect(status.ledger).toMatchObject({ verdict, events: events.length, missing: 0 });
    expect(completeness.known ? [] : completeness.reasons.map(({ code }) => code)).toEqual(
      doubt === undefined ? [] : [doubt],
    );
    const { json } = DIALECTS[host.dialect].events;
    expect(captured.events.map(({ type }) => type)).toEqual(events.map((event) => json(event).type));
    expect(firstPoorer(played, combination)).toBeUndefined();
    expect(captured.needless).toEqual([]);
    expect(struck?.(status, host) ?? true).toBe(true);

    const requested = (path: RegExp) => host.requests.filter((request) => path.test(request.path)).length;
    expect(host.streams.most(host.run(RUN_ID).runId)).toBeLessThanOrEqual(1);
    expect(requested(/\/events(\?|$)/)).toBeLessThanOrEqual(mostStreams);
    expect(mayReadBundle ? 0 : requested(/debug-bundle/)).toBe(0);
    expect(host.requests.every(({ token }) => token === (combination.key ?? host.key))).toBe(true);
  });

  test('there are at least sixty of them', () => {
    expect(COMBINATIONS.length).toBeGreaterThanOrEqual(60);
  });
});

describe('a healthy run in which nothing happens is live on every host (sections 6.1 and 6.3)', () => {
  test.each(DIALECT_NAMES)('%s: the stream opens with the newest event', async (dialect) => {
    const host = await startLiveHost({ dialect, runs: [{ workflow: plainScript(30), runId: RUN_ID }] });
    const run = host.run(RUN_ID);
    run.emit(10);
    const attached = attach(host, RUN_ID);
    await until(() => attached.live.status().state === 'live');
    const { transport, ledger } = attached.live.status();
    expect({ transport, duplicates: ledger.duplicates }).toEqual({ transport: 'sse', duplicates: 0 });
    const streams = host.requests.filter(({ path }) => /\/events\?/.test(path));
    expect(streams.map(({ headers }) => headers['last-event-id'])).toEqual([String(run.lastSequence - 1)]);
    run.finish();
    expect((await attached.live.ended).ledger).toMatchObject({ verdict: 'complete', duplicates: 0 });
    await host.close();
  });

  test.each(DIALECT_NAMES)('%s: also before its first event', async (dialect) => {
    const host = await startLiveHost({ dialect, runs: [{ workflow: plainScript(30), runId: RUN_ID }] });
    const attached = attach(host, RUN_ID);
    await until(() => attached.live.status().state === 'live');
    expect(attached.statuses.map(({ state }) => state)).not.toContain('lost');
    host.run(RUN_ID).finish();
    expect((await attached.live.ended).ledger).toMatchObject({ verdict: 'complete', events: 30 });
    await host.close();
  });
});

describe('what ends a session for good (section 6.3)', () => {
  test.each([401, 403, 404, 410])('after %i nothing is requested again', async (status) => {
    const faults = { answers: [{ on: 'any', status, body: 'json' } as const] };
    const host = await startLiveHost({
      dialect: 'reference',
      faults,
      runs: [{ workflow: 'plain', runId: RUN_ID }],
    });
    const attached = attach(host, RUN_ID);
    const ended = await attached.live.ended;
    const requested = host.requests.length;
    await attached.live.detach();
    expect(ended).toMatchObject({ end: 'refused', state: 'ended', lastError: { status } });
    expect(host.requests).toHaveLength(requested);
    expect(host.requests.filter(({ path }) => /\/events(\?|$)/.test(path)).length).toBeLessThanOrEqual(1);
    await host.close();
  });

  test('a host that forgot everything loses nothing that is stored', async () => {
    const host = await startLiveHost({ dialect: 'sqlite', runs: [{ workflow: 'plain', runId: RUN_ID }] });
    host.run(RUN_ID).emit(20);
    const attached = attach(host, RUN_ID);
    await playUnder(host, RUN_ID, attached, () => host.restart({ forgets: true }));
    const { ledger } = await attached.live.ended;
    await attached.live.detach();
    expect(ledger.lastSequence).toBe(59);
    expect(capturedEvents(attached.text()).events).toHaveLength(60);
    await host.close();
  });
});
