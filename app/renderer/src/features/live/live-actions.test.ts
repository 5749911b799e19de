import { words } from '@openwop-inspector/base';
import { eventlessRun, type RequestedInterrupt } from '@openwop-inspector/run-log';
import type { SaveTextReply } from '@openwop-inspector/shell-contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { madeLive, madeSummary } from '../../test/made.ts';
import {
  connectClient,
  type JobMessage,
  SessionClient,
  type WorkerLike,
  type WorkerMessage,
} from '../../worker/client.ts';
import { closeSession, receiveSessionEvent } from '../sessions/session-actions.ts';
import { sessionOf, useSessionsStore } from '../sessions/sessions-store.ts';
import { selectEvent, viewOf } from '../sessions/view-store.ts';
import {
  detach,
  fetchMissing,
  noteFacts,
  openLiveSession,
  pauseByScroll,
  receiveLiveNews,
  saveCapture,
  toggleFollow,
  watchSelections,
} from './live-actions.ts';
import { type LiveStatus, liveOf, useLiveStore } from './live-store.ts';

const LIVE = madeLive();
const STATUS = LIVE.status;
const SUMMARY = madeSummary({
  name: words`r1`,
  runs: [{ ...eventlessRun('r1', null, 'running'), events: 10, firstSequence: 0, lastSequence: 9 }],
});

const REQUESTED: RequestedInterrupt = {
  ordinal: 0,
  runId: words`r1`,
  nodeId: words`review`,
  interruptId: null,
  kind: words`approval`,
  openedAtMs: null,
  timeoutMs: null,
  data: null,
  resumeSchema: null,
  isUntrusted: false,
};

let requested: JobMessage[] = [];
let calls: (readonly [string, unknown])[] = [];
let saveReply: SaveTextReply = { saved: false, reason: 'cancelled' };
/** The window keeps the first bridge it finds. */
const bridge = {
  call: async (name: string, request: unknown) => {
    calls.push([name, request]);
    if (name === 'live/fetch-missing') news({ ledger: { ...STATUS.ledger, missing: 0 } }, 400);
    return name === 'live/save-capture' ? saveReply : null;
  },
};

function startWorker(): void {
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id, job, input } = message as JobMessage;
      requested.push({ id, job, input });
      const answer: WorkerMessage = { id, result: null };
      queueMicrotask(() => worker.onmessage?.({ data: answer } as MessageEvent<WorkerMessage>));
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
}

const news = (status: Partial<LiveStatus>, sizeBytes = 100) =>
  receiveLiveNews({ liveId: 'l1', status: { ...STATUS, ...status }, sizeBytes });
const summary = (id: string, events: number, sizeBytes = 100) =>
  receiveSessionEvent({
    kind: 'summary',
    sessionId: id,
    summary: { ...SUMMARY, events, sizeBytes },
  });
const settle = () => new Promise((resolve) => setImmediate(resolve));
const newest = (id: string, newestOrdinal: number, ...open: number[]) =>
  noteFacts(id, {
    runs: [],
    nodesAtWork: [],
    interrupts: open.map((ordinal) => ({ ...REQUESTED, ordinal })),
    resolved: [],
    newestOrdinal,
  });
const follow = (id: string) => liveOf(id)?.follow;
const displayed = (id: string) => sessionOf(id)?.summary?.events;

let stop: () => void = () => undefined;
beforeEach(() => {
  stop();
  vi.stubGlobal('inspector', bridge);
  [requested, calls] = [[], []];
  useSessionsStore.setState({ sessions: [], activeId: null });
  useLiveStore.setState({}, true);
  startWorker();
  stop = watchSelections();
});

/** A session whose views show ten events. */
function attached(): string {
  const id = openLiveSession(LIVE);
  summary(id, 10);
  return id;
}

describe('a live session', () => {
  test('is named after its host and run, begins with its own tab, and opens once', () => {
    const id = openLiveSession(LIVE);
    expect(sessionOf(id)?.name).toBe('127.0.0.1:3801 · r1');
    expect(viewOf(id)).toMatchObject({ tab: 'live', selected: null });
    expect(openLiveSession(LIVE)).toBe(id);
    expect(useSessionsStore.getState().sessions).toHaveLength(1);
  });

  test('reports to the worker how far the capture may be read, and that it has ended', () => {
    const id = attached();
    news({}, 250);
    news({ ratePerSecond: 4 }, 250);
    news({ state: 'ended', end: 'run-ended' }, 250);
    expect(requested.filter(({ job }) => job === 'grow').map(({ input }) => input)).toEqual([
      { sessionId: id, sizeBytes: 250, ended: false },
      { sessionId: id, sizeBytes: 250, ended: true },
    ]);
  });

  test('what counts by the clock stops at the first moment of silence, however many tries follow', () => {
    const id = attached();
    const unheard = () => liveOf(id)?.unheardSinceMs;
    expect(unheard()).toBeNull();
    news({ state: 'lost', sinceMs: 4000 });
    news({ state: 'connecting', sinceMs: 5000 });
    news({ state: 'lost', sinceMs: 6000 });
    expect(unheard()).toBe(4000);
    news({ state: 'backfilling', sinceMs: 7000 });
    expect(unheard()).toBeNull();
    news({ state: 'ended', end: 'detached', sinceMs: 8000 });
    expect(unheard()).toBe(8000);
  });

  test('closing it ends the connection, and later notifications are ignored', async () => {
    const id = attached();
    closeSession(id);
    news({}, 300);
    await settle();
    expect(calls).toContainEqual(['live/close', { liveId: 'l1' }]);
    expect(calls.map(([name]) => name)).not.toContain('files/close');
    expect(liveOf(id)).toBeNull();
  });
});

describe('following', () => {
  test('new events are displayed immediately', () => {
    const id = attached();
    summary(id, 12);
    expect(displayed(id)).toBe(12);
  });

  test('while paused, new events are counted and the views do not change; following again displays them', () => {
    const id = attached();
    toggleFollow(id);
    const { generation } = sessionOf(id) ?? {};
    summary(id, 224);
    expect(sessionOf(id)).toMatchObject({ summary: { events: 10 }, news: { events: 224 }, generation });
    toggleFollow(id);
    expect(sessionOf(id)).toMatchObject({ summary: { events: 224 }, news: null });
  });

  test.each<[string, (id: string) => void, boolean]>([
    ['scrolling away from the end', pauseByScroll, true],
    ['choosing an event', (id) => selectEvent(id, 3), true],
    ['choosing the newest', (id) => selectEvent(id, 9), false],
  ])('%s', (_, act, pauses) => {
    const id = attached();
    newest(id, 9);
    act(id);
    expect(follow(id) !== null).toBe(pauses);
  });

  test('the chosen newest goes along, another choice never moves', () => {
    const id = attached();
    newest(id, 9);
    selectEvent(id, 9);
    newest(id, 12);
    expect(viewOf(id).selected).toBe(12);
    selectEvent(id, 3);
    newest(id, 15);
    expect(viewOf(id).selected).toBe(3);
  });

  test('an event that is chosen shows in the detail in place of the connection', () => {
    const id = attached();
    selectEvent(id, 3);
    expect(viewOf(id).tab).toBe('causes');
  });

  test('an event that waits for the user leaves its form visible', () => {
    const id = attached();
    newest(id, 9, 4);
    selectEvent(id, 4);
    expect(viewOf(id)).toMatchObject({ selected: 4, tab: 'live' });
  });

  test('nothing is selected while the run continues; once it has ended its first failure is', async () => {
    const id = attached();
    await settle();
    expect(viewOf(id).selected).toBeNull();
    news({ state: 'ended', end: 'run-ended' }, 200);
    summary(id, 20, 200);
    await settle();
    expect(viewOf(id).selected).toBe(7);
  });

  test('the end of a run takes nothing from who has paused', async () => {
    const id = attached();
    toggleFollow(id);
    news({ state: 'ended', end: 'run-ended' }, 200);
    summary(id, 20, 200);
    await settle();
    expect(viewOf(id).selected).toBeNull();
    expect(displayed(id)).toBe(10);
  });
});

describe('gaps', () => {
  test('events that come late take their place in paused views too', () => {
    const id = attached();
    toggleFollow(id);
    news({ ledger: { ...STATUS.ledger, late: 7 } }, 300);
    summary(id, 17, 300);
    expect(displayed(id)).toBe(17);
    summary(id, 30, 400);
    expect(displayed(id)).toBe(17);
    expect(follow(id)).toMatchObject({ events: 10 });
  });

  test('fetching shows what came, and says what is still missing', async () => {
    const id = attached();
    news({ ledger: { ...STATUS.ledger, missing: 7 } }, 200);
    toggleFollow(id);
    await fetchMissing(id);
    summary(id, 17, 400);
    expect(displayed(id)).toBe(17);
    expect(liveOf(id)?.command).toEqual({
      name: 'fetch',
      state: 'done',
      words: 'All missing events received.',
    });
  });
});

describe('commands to the connection', () => {
  test.each<[string, SaveTextReply, string | undefined]>([
    ['a saved capture is named', { saved: true, name: 'mine.ndjson' }, 'Saved as mine.ndjson.'],
    ['a cancelled dialog is not reported', { saved: false, reason: 'cancelled' }, undefined],
    [
      'a failure is reported',
      { saved: false, reason: 'disk-full', message: 'The disk is full.' },
      'The disk is full.',
    ],
  ])('%s', async (_, reply, words) => {
    saveReply = reply;
    const id = attached();
    await saveCapture(id);
    expect(liveOf(id)?.command?.words).toBe(words);
  });

  test('one thing at a time', async () => {
    const id = attached();
    await Promise.all([detach(id), detach(id)]);
    expect(calls.filter(([name]) => name === 'live/detach')).toHaveLength(1);
    expect(liveOf(id)?.command).toBeNull();
  });
});
