// @vitest-environment jsdom
/** Back and forward lead through the places that were gone to (design: every jump is an entry of the real history). */

import { words } from '@openwop-inspector/base';
import type { CausalChain, ChainLink, ChainNode, TrustAnswer } from '@openwop-inspector/run-log';
import { onAnnouncement } from '@openwop-inspector/ui';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useHintStore } from '../../shared/hint-store.ts';
import { madeRow } from '../../test/made.ts';
import { connectClient, SessionClient, type WorkerLike, type WorkerMessage } from '../../worker/client.ts';
import { newSession, type Session, useSessionsStore } from './sessions-store.ts';
import {
  type CausalStep,
  eventAfter,
  goBack,
  goForward,
  goToTaint,
  jumpTo,
  stepProblem,
  useTravel,
  watchPlaces,
} from './travel.ts';
import { changeView, selectEvent, showView, useViewStore, viewOf } from './view-store.ts';

const session = (sessionId: string): Session => ({
  ...newSession({
    sessionId,
    name: sessionId,
    source: { kind: 'text', name: sessionId, text: '' },
    reopen: null,
  }),
  isSettled: true,
});

let end: () => void;

beforeEach(() => {
  history.replaceState(null, '');
  useViewStore.setState({}, true);
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
  [
    'a stretch of time',
    () => changeView('a', { brush: { fromMs: 1, toMs: 2 } }),
    () => viewOf('a').brush,
    null,
  ],
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
  changeView('a', { filterText: 'node:d' });
  changeView('a', { filterText: 'node:draft' });
  expect(ways()).toBe('- -');
  jumpTo('a', 90);
  changeView('a', { filterText: '' });
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
  useViewStore.setState({}, true);
  jumpTo('a', 3);
  expect(ways()).toBe('- -');
});

const ROW = madeRow(0, { type: words`node.failed`, eventId: words`e` });
const event = (ordinal: number): ChainNode => ({ kind: 'event', row: { ...ROW, ordinal } });
const ENVELOPE: ChainNode = {
  kind: 'envelope',
  correlationId: words`c`,
  envelopeType: null,
  virtual: false,
  events: 2,
  runId: words`r1`,
};
const DANGLING: ChainNode = { kind: 'dangling', id: words`gone` };
const link = (node: ChainNode): ChainLink => ({ node, via: 'eventId', marks: [], depth: 1 });
const chain = (ancestors: readonly ChainNode[], descendants: readonly ChainNode[]): CausalChain => ({
  target: event(5),
  ancestors: ancestors.map(link),
  ancestorTotal: ancestors.length,
  descendants: descendants.map(link),
  descendantTotal: descendants.length,
  chainStart: ancestors.at(-1) ?? event(5),
  cause: null,
  ending: 'start',
  marks: [],
  causationOmitted: false,
  inferred: null,
});

describe('walking along the causes', () => {
  test.each<[string, CausalStep, CausalChain, number | null]>([
    ['the nearest cause', 'cause', chain([event(4), event(1)], []), 4],
    ['past an envelope', 'cause', chain([ENVELOPE, event(1)], []), 1],
    ['nowhere, when the cause is not loaded', 'cause', chain([DANGLING], []), null],
    ['nowhere, without a cause', 'cause', chain([], []), null],
    ['the first effect', 'effect', chain([], [event(6), event(7)]), 6],
    ['an effect behind an envelope', 'effect', chain([], [ENVELOPE, event(8)]), 8],
    ['the root', 'start', chain([event(4), event(1)], []), 1],
    ['itself, when nothing caused it', 'start', chain([], []), 5],
  ])('leads to %s', (_, step, walked, ordinal) => expect(eventAfter(walked, step)).toBe(ordinal));
});

test('a step requested before the previous one was answered begins where that one ends', async () => {
  type Step = {
    readonly id: number;
    readonly input: { readonly fromOrdinal: number; readonly direction: number };
  };
  const worker: WorkerLike = {
    postMessage: (message) => {
      const { id, input } = message as Step;
      const ordinal = input.fromOrdinal + 10 * input.direction;
      // Of a failure without a problem only the event is known.
      const result = { ordinal, problem: input.direction === 1 ? { id: 1, ordinal } : null };
      setImmediate(() => worker.onmessage?.({ data: { id, result } } as MessageEvent<WorkerMessage>));
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
  };
  connectClient(new SessionClient(worker));
  selectEvent('s1', 50);
  await Promise.all([stepProblem('s1', 1), stepProblem('s1', 1), stepProblem('s1', -1)]);
  expect(viewOf('s1').selected).toBe(60);
});

describe('to where the taint came from', () => {
  const said: string[] = [];
  async function goFrom(answer: TrustAnswer): Promise<number | null> {
    const worker: WorkerLike = {
      postMessage: (message) => {
        const { id } = message as { readonly id: number };
        queueMicrotask(() =>
          worker.onmessage?.({ data: { id, result: answer } } as MessageEvent<WorkerMessage>),
        );
      },
      terminate: () => undefined,
      onmessage: null,
      onerror: null,
      onmessageerror: null,
    };
    connectClient(new SessionClient(worker));
    selectEvent('s2', 50);
    const stop = onAnnouncement((message) => said.push(message));
    await goToTaint('s2');
    stop();
    return viewOf('s2').selected;
  }
  const source = {
    ordinal: 12,
    sequence: 1209,
    type: words`agent.toolReturned`,
    name: words`docs.search`,
  };

  test('an untrusted event leads to what brought the content', async () =>
    expect(await goFrom({ level: 'untrusted', source, via: 'cause' })).toBe(12));

  test.each<[TrustAnswer, RegExp]>([
    [{ level: 'trusted', source: null, via: 'own' }, /not untrusted/],
    [{ level: 'unmarked', source: null, via: null }, /not untrusted/],
    [{ level: 'untrusted', source: null, via: 'own' }, /This log does not record/],
    [{ level: 'untrusted', source: { ...source, ordinal: 50 }, via: 'own' }, /with this event/],
  ])('%j stays and says why', async (answer, reported) => {
    expect(await goFrom(answer)).toBe(50);
    expect(said.at(-1)).toMatch(reported);
  });
});
