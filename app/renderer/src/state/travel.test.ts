// @vitest-environment jsdom
/** Back and forward lead through the places that were gone to (design: every jump is an entry of the real history). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHintStore } from './hint-store.ts';
import { type Session, useSessionsStore } from './sessions-store.ts';
import { goBack, goForward, jumpTo, useTravel, watchPlaces } from './travel.ts';
import { selectEvent, setBrush, setFilter, showView } from './view-actions.ts';
import { useViewStore, viewOf } from './view-store.ts';

const session = (sessionId: string): Session => ({
  sessionId,
  name: sessionId,
  source: { kind: 'text', name: sessionId, text: '' },
  reopen: null,
  progress: null,
  unpack: null,
  summary: null,
  ofRun: null,
  news: null,
  heard: 0,
  generation: 0,
  openedAtMs: 0,
  isSettled: true,
  broken: null,
});

let end: () => void;

beforeEach(() => {
  history.replaceState(null, '');
  useViewStore.setState({ views: {} });
  useSessionsStore.setState({ sessions: [session('a'), session('b')], activeId: 'a' });
  useHintStore.setState({ hint: null });
  selectEvent('a', 10);
  end = watchPlaces();
});
afterEach(() => end());

/** Goes back or forward and waits until the window has heard of it. */
async function gone(way: () => void): Promise<void> {
  const heard = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  way();
  await heard;
  await vi.waitFor(() => undefined);
}

const ways = (): string =>
  `${useTravel.getState().mayGoBack ? 'back' : '-'} ${useTravel.getState().mayGoForward ? 'forward' : '-'}`;

test('a jump is gone back from and forward to; moving along the list only changes where it began', async () => {
  expect(ways()).toBe('- -');
  selectEvent('a', 11);
  selectEvent('a', 12);
  expect(ways()).toBe('- -');
  jumpTo('a', 90);
  expect(ways()).toBe('back -');
  await gone(goBack);
  expect(viewOf('a').selected).toBe(12);
  expect(ways()).toBe('- forward');
  await gone(goForward);
  expect(viewOf('a').selected).toBe(90);
});

test.each([
  ['another view', () => showView('a', 'nodes'), () => viewOf('a').view, 'events'],
  ['a stretch of time', () => setBrush('a', { fromMs: 1, toMs: 2 }), () => viewOf('a').brush, null],
  [
    'another file',
    () => useSessionsStore.setState({ activeId: 'b' }),
    () => useSessionsStore.getState().activeId,
    'a',
  ],
])('%s is a place of its own', async (_, go, seen, before) => {
  go();
  expect(ways()).toBe('back -');
  await gone(goBack);
  expect(seen()).toEqual(before);
});

test('what is typed into the filter adds no entry, and comes back with its place', async () => {
  setFilter('a', 'node:d');
  setFilter('a', 'node:draft');
  expect(ways()).toBe('- -');
  jumpTo('a', 90);
  setFilter('a', '');
  await gone(goBack);
  expect(viewOf('a').filterText).toBe('node:draft');
});

test('a jump from a place that was gone back to leaves nothing in front', async () => {
  jumpTo('a', 20);
  jumpTo('a', 30);
  await gone(goBack);
  jumpTo('a', 40);
  expect(ways()).toBe('back -');
  await gone(goBack);
  expect(viewOf('a').selected).toBe(20);
  await gone(goForward);
  expect(viewOf('a').selected).toBe(40);
});

test('a file that was closed is not gone back to, and is said to be closed', async () => {
  useSessionsStore.setState({ activeId: 'b' });
  useSessionsStore.setState({ sessions: [session('b')] });
  await gone(goBack);
  expect(useHintStore.getState().hint).toBe('That file was closed.');
  expect(useSessionsStore.getState().activeId).toBe('b');
});

test('a jump to the visible event, and the first selection of a file, add no entry', () => {
  jumpTo('a', 10);
  useViewStore.setState({ views: {} });
  jumpTo('a', 3);
  expect(ways()).toBe('- -');
});
