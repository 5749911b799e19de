import { words } from '@openwop-inspector/base';
import type { EventRow, LoadProgress, SessionSummary } from '@openwop-inspector/run-log';
import { onAnnouncement } from '@openwop-inspector/ui';
import { beforeEach, describe, expect, test } from 'vitest';
import { readViewLink } from '../../shared/view-link.ts';
import { madeSummary } from '../../test/made.ts';
import {
  connectClient,
  type JobMessage,
  SessionClient,
  type WorkerLike,
  type WorkerMessage,
} from '../../worker/client.ts';
import { showRun } from './landing.ts';
import {
  activateSession,
  breakAllSessions,
  closeSession,
  openSource,
  receiveSessionEvent,
  reopenClosed,
  stepSession,
} from './session-actions.ts';
import { isLoading, MAX_CLOSED, noteLink, sessionOf, useClosed, useSessionsStore } from './sessions-store.ts';
import { selectEvent, viewOf } from './view-store.ts';

const SUMMARY = madeSummary();
const PROGRESS: LoadProgress = {
  phase: 'reading',
  format: 'ndjson',
  gzip: false,
  bytesRead: 50,
  bytesTotal: 100,
  events: 5,
  elapsedMs: 1000,
};

/** A worker with one event, which answers `find` with it. */
function workerHolding(
  one: { readonly eventId: string; readonly ordinal: number } | null,
  answers: Readonly<Record<string, unknown>> = {},
): JobMessage[] {
  const received: JobMessage[] = [];
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id, job, input } = message as JobMessage;
      received.push({ id, job, input });
      const wanted = 'eventId' in input ? input.eventId : undefined;
      const row = one !== null && wanted === one.eventId ? ({ ordinal: one.ordinal } as EventRow) : null;
      const answer: WorkerMessage = { id, result: job === 'find' ? row : (answers[job] ?? null) };
      queueMicrotask(() => worker.onmessage?.({ data: answer } as MessageEvent<WorkerMessage>));
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
  return received;
}

const open = (restore: Parameters<typeof openSource>[2] = null) =>
  openSource({ kind: 'text', name: 'log', text: '{}' }, null, restore);
const progress = (sessionId: string, change: Partial<LoadProgress>) =>
  receiveSessionEvent({ kind: 'progress', sessionId, progress: { ...PROGRESS, ...change } });
const summary = (sessionId: string, change: Partial<SessionSummary> = {}) =>
  receiveSessionEvent({ kind: 'summary', sessionId, summary: { ...SUMMARY, ...change } });
/** Lets the answers that are under way arrive. */
const settle = () => new Promise((resolve) => setImmediate(resolve));
const session = (sessionId: string) => {
  const found = sessionOf(sessionId);
  if (found === null) throw new Error(`no session ${sessionId}`);
  return found;
};

beforeEach(() => {
  useSessionsStore.setState({ sessions: [], activeId: null });
  workerHolding(null);
});

describe('a load', () => {
  test('is over when a summary of all its rows has come, not when reading has ended', () => {
    const id = open();
    summary(id, { isRead: false, complete: false, events: 5 });
    progress(id, { phase: 'done', events: 10 });
    expect(isLoading(session(id))).toBe(true);
    summary(id);
    expect(isLoading(session(id))).toBe(false);
  });

  test.each<[string, Partial<SessionSummary>]>([
    ['a file that ends early', { complete: false }],
    ['a cancelled load', { complete: false, cancelled: true }],
    ['a file without a run', { events: 0, explanation: words`headers` }],
  ])('%s is over too', (_, change) => {
    const id = open();
    progress(id, { phase: 'done', events: change.events ?? 10 });
    summary(id, change);
    expect(isLoading(session(id))).toBe(false);
  });

  const failedVerdict = { ...SUMMARY.verdict, title: words`Failed` };
  test.each<[string, Partial<SessionSummary>, string]>([
    ['a failed run', { events: 3, verdict: failedVerdict }, 'Read. Failed.'],
    [
      'a lone snapshot',
      { events: 0, explanation: words`a snapshot`, verdict: failedVerdict },
      'Read. No run.',
    ],
    ['an empty file', { events: 0, format: 'unknown', explanation: words`empty` }, 'Read. No run.'],
  ])('announces its end: %s', (_, change, announced) => {
    const heard: string[] = [];
    const stop = onAnnouncement((message) => heard.push(message));
    const id = open();
    summary(id, change);
    summary(id, change);
    stop();
    expect(heard).toEqual([announced]);
  });

  test('refetches the visible rows when rows came, but not at every progress message', () => {
    const id = open();
    const before = session(id).generation;
    for (let tenth = 1; tenth <= 20; tenth += 1)
      progress(id, { events: tenth * 100, elapsedMs: tenth * 100 });
    const grown = session(id).generation - before;
    expect(grown).toBeGreaterThanOrEqual(2);
    expect(grown).toBeLessThanOrEqual(6);
  });

  test('reports a lost worker with a message', () => {
    const id = open();
    breakAllSessions('out of memory');
    expect(session(id).broken).toBe('out of memory');
    expect(isLoading(session(id))).toBe(false);
  });
});

describe('landing', () => {
  test('selects what the verdict names once the load is over', async () => {
    const id = open();
    summary(id, { isRead: false, complete: false, events: 5, verdict: { ...SUMMARY.verdict, landOn: 2 } });
    await settle();
    expect(viewOf(id).selected).toBeNull();
    progress(id, { phase: 'done', events: 10 });
    summary(id);
    await settle();
    expect(viewOf(id)).toMatchObject({ selected: 7, tab: 'causes' });
  });

  test('a summary from before the causes were known selects nothing, though all rows had come', async () => {
    const id = open();
    progress(id, { phase: 'done', events: 10 });
    summary(id, { isRead: false, complete: false, events: 10, verdict: { ...SUMMARY.verdict, landOn: 0 } });
    await settle();
    expect(viewOf(id).selected).toBeNull();
    summary(id);
    await settle();
    expect(viewOf(id).selected).toBe(7);
  });

  test('never takes a selection away', async () => {
    const id = open();
    selectEvent(id, 3);
    progress(id, { phase: 'done', events: 10 });
    summary(id);
    await settle();
    expect(viewOf(id).selected).toBe(3);
  });

  test('happens once: clearing the selection later does not bring it back', async () => {
    const id = open();
    progress(id, { phase: 'done', events: 10 });
    summary(id);
    await settle();
    selectEvent(id, 1);
    summary(id);
    await settle();
    expect(viewOf(id).selected).toBe(1);
  });

  test('goes to the event an address names as soon as it is loaded', async () => {
    workerHolding({ eventId: 'evt-4', ordinal: 4 });
    const id = open({
      ...readViewLink(''),
      view: 'nodes',
      tab: 'raw',
      filter: 'node:draft',
      event: { eventId: 'evt-4', runId: 'r1', sequence: 4 },
    });
    summary(id, { isRead: false, complete: false, events: 5 });
    await settle();
    expect(viewOf(id)).toMatchObject({ selected: 4, view: 'nodes', tab: 'raw', filterText: 'node:draft' });
  });

  test('falls back to the verdict when the address names nothing that is loaded', async () => {
    const id = open({
      ...readViewLink(''),
      event: { eventId: 'gone', runId: null, sequence: null },
    });
    progress(id, { phase: 'done', events: 10 });
    summary(id);
    await settle();
    expect(viewOf(id).selected).toBe(7);
  });
});

test('a run is displayed at once, and nothing of another one until its answers come', async () => {
  const id = open();
  summary(id);
  await settle();
  selectEvent(id, 7);
  const received = workerHolding(null);
  const { generation } = session(id);
  const displayed = showRun(id, 'r1');
  expect(viewOf(id)).toMatchObject({ run: 'r1', selected: null });
  expect(session(id)).toMatchObject({ ofRun: null, generation: generation + 1 });
  expect(received.map(({ job }) => job)).toEqual(['narrow']);
  await displayed.catch(() => undefined); // the worker of this test has no rows
});

test('of two runs chosen in a row, no event of the first is selected in the second', async () => {
  const id = open();
  const runs = ['r1', 'r2'].map((runId) => ({ runId }) as SessionSummary['runs'][number]);
  summary(id, { runs });
  await settle();
  selectEvent(id, 3);
  const ofRun = madeSummary({ verdict: { ...SUMMARY.verdict, landOn: null } });
  workerHolding(null, { rowsByOrdinal: [{ ordinal: 3, runId: 'r1' }], summary: ofRun });
  await Promise.all([showRun(id, 'r1'), showRun(id, 'r2')]);
  expect(viewOf(id)).toMatchObject({ run: 'r2', selected: null });
});

describe('sessions side by side', () => {
  test('stepping goes round the ends, closing shows the neighbour', async () => {
    const [first, second, third] = [open(), open(), open()];
    expect(useSessionsStore.getState().activeId).toBe(third);
    stepSession(1);
    expect(useSessionsStore.getState().activeId).toBe(first);
    stepSession(-1);
    expect(useSessionsStore.getState().activeId).toBe(third);
    closeSession(third);
    expect(useSessionsStore.getState().activeId).toBe(second);
    activateSession(first);
    closeSession(second);
    expect(useSessionsStore.getState().activeId).toBe(first);
    closeSession(first);
    expect(useSessionsStore.getState()).toMatchObject({ sessions: [], activeId: null });
    await settle();
  });

  test('news of a closed session is ignored', () => {
    const id = open();
    closeSession(id);
    summary(id);
    progress(id, {});
    expect(useSessionsStore.getState().sessions).toEqual([]);
  });
});

describe('a closed session', () => {
  beforeEach(() => useClosed.setState({ closed: [] }));
  const names = () => useSessionsStore.getState().sessions.map(({ name }) => name);
  const openText = (name: string) => openSource({ kind: 'text', name, text: '{}' });

  test('comes back at its place with what was visible', () => {
    openText('a');
    const b = openText('b');
    openText('c');
    noteLink(b, 'view=nodes&tab=raw&q=node%3Aplan&from=5&to=9');
    closeSession(b);
    expect(names()).toEqual(['a', 'c']);
    reopenClosed();
    expect(names()).toEqual(['a', 'b', 'c']);
    const { activeId } = useSessionsStore.getState();
    expect(sessionOf(activeId)?.name).toBe('b');
    expect(viewOf(activeId ?? '')).toMatchObject({
      view: 'nodes',
      tab: 'raw',
      filterText: 'node:plan',
      brush: { fromMs: 5, toMs: 9 },
    });
  });

  test('comes back before those that were closed earlier, and once', () => {
    for (const id of [openText('a'), openText('b')]) closeSession(id);
    reopenClosed();
    expect(names()).toEqual(['b']);
    reopenClosed();
    reopenClosed();
    expect(names()).toEqual(['a', 'b']);
  });

  test('is forgotten when too many others were closed since', () => {
    const ids = Array.from({ length: MAX_CLOSED + 2 }, (_, at) => openText(`t${at}`));
    for (const id of ids) closeSession(id);
    for (const _ of ids) reopenClosed();
    expect(names()).toHaveLength(MAX_CLOSED);
    expect(names()).not.toContain('t0');
  });

  test('that was live stays closed: its connection has ended', () => {
    closeSession(openSource({ kind: 'live', name: 'l', url: '/file/l', sizeBytes: 0, liveId: 'l1' }));
    reopenClosed();
    expect(names()).toEqual([]);
  });
});
