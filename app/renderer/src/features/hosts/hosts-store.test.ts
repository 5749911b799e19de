import type { CallName, Reply, ShellBridge } from '@openwop-inspector/shell-contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { madeLive } from '../../test/made.ts';
import { visibleBench } from '../acceptor/open-acceptor.ts';
import { newEntry } from '../live/live-actions.ts';
import { addLive, useLiveStore } from '../live/live-store.ts';
import { changeView } from '../sessions/view-store.ts';
import {
  attachToRun,
  cancelAttach,
  examine,
  hostWorkOf,
  useHostsStore,
  useHostWorks,
  watchTokenField,
} from './hosts-store.ts';

let requested: CallName[];
let whenRequested: (name: CallName) => Promise<unknown>;
const bridge: ShellBridge = {
  call: async <N extends CallName>(name: N): Promise<Reply<N>> => {
    requested.push(name);
    return (await whenRequested(name)) as Reply<N>;
  },
  on: () => () => undefined,
};

beforeEach(() => {
  vi.stubGlobal('inspector', bridge);
  requested = [];
  useHostsStore.setState({ hostId: null, arrival: null });
  useHostWorks.setState({}, true);
  useLiveStore.setState({}, true);
  changeView('', { bench: null });
});

test('a run that is being attached to is not attached to again, nor is its host tested', async () => {
  whenRequested = () => new Promise(() => undefined);
  void attachToRun('h1', 'run-7');
  await attachToRun('h1', 'run-7');
  await vi.waitFor(() => expect(requested).toEqual(['live/attach']));
  expect(visibleBench()).toBeNull();
});

test('where attaching fails the host is tested, and its message is visible', async () => {
  whenRequested = () => Promise.reject(new Error('The shell has ended.'));
  await attachToRun('h1', 'run-7');
  expect(requested).toEqual(['live/attach', 'hosts/examine']);
  expect(visibleBench()).toBe('hosts');
  expect(hostWorkOf('h1').attachment).toMatchObject({ kind: 'failed', message: 'The shell has ended.' });
});

test('a second test of a host that begins while a token is being set is the only one', async () => {
  whenRequested = () => Promise.reject(new Error('The shell has ended.'));
  const stopWatching = watchTokenField('h1', () => Promise.resolve(true));
  await Promise.all([examine('h1'), examine('h1')]);
  stopWatching();
  expect(requested).toEqual(['hosts/cancel-examine', 'hosts/examine']);
  expect(hostWorkOf('h1').examination).toEqual({ kind: 'failed', message: 'The shell has ended.' });
});

test('a host whose token cannot be set is not tested', async () => {
  const stopWatching = watchTokenField('h1', () => Promise.resolve(false));
  await examine('h1');
  stopWatching();
  expect(requested).toEqual([]);
  expect(hostWorkOf('h1').examination).toBeNull();
});

test('the runs of a host without a run are requested', async () => {
  await attachToRun('h1', null);
  expect(requested).toEqual([]);
  expect(visibleBench()).toBe('hosts');
  expect(hostWorkOf('h1').asksForRuns).toBe(true);
});

test.each([
  ['is closed', null, ['live/attach', 'live/cancel-attach', 'live/close']],
  ['stays where a tab shows it', 's1', ['live/attach', 'live/cancel-attach']],
])('a session that comes after the attaching was cancelled %s', async (_, displayedBy, calls) => {
  if (displayedBy !== null) addLive(displayedBy, newEntry(madeLive({ liveId: 'live-1' })));
  let answer = (_reply: unknown): void => undefined;
  whenRequested = (name) =>
    name === 'live/attach' ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(null);
  const attached = attachToRun('h1', 'run-7');
  await vi.waitFor(() => expect(requested).toEqual(['live/attach']));
  cancelAttach('h1');
  answer({ ok: true, live: { liveId: 'live-1' } });
  await attached;
  expect(requested).toEqual(calls);
  expect(hostWorkOf('h1').attachment).toBeNull();
  expect(visibleBench()).toBeNull();
});
