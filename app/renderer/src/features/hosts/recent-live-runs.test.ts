import type { SavedHost } from '@openwop-inspector/shell-contract';
import { expect, test } from 'vitest';
import { recentLiveRuns } from './connect-text.ts';

const host = (hostId: string, ...runs: readonly (readonly [string, number])[]): SavedHost => ({
  hostId,
  baseUrl: `http://${hostId}.test`,
  name: hostId,
  authority: null,
  token: { store: 'none', variable: null, remark: null },
  recentRuns: runs.map(([runId, attachedAtMs]) => ({ runId, attachedAtMs, workflowId: null, status: null })),
});

test('runs of all hosts are sorted newest first', () => {
  const names = recentLiveRuns([host('a', ['r1', 10], ['r3', 30]), host('b', ['r2', 20])]);
  expect(names.map(({ name }) => name)).toEqual(['r3 on a', 'r2 on b', 'r1 on a']);
});

test('a host without a run is offered after the runs, and no more than four are', () => {
  const hosts = [host('new'), host('a', ['r1', 1], ['r2', 2], ['r3', 3])];
  expect(recentLiveRuns(hosts).map(({ name, runId }) => [name, runId])).toEqual([
    ['r3 on a', 'r3'],
    ['r2 on a', 'r2'],
    ['r1 on a', 'r1'],
    ['new', null],
  ]);
  expect(recentLiveRuns([...hosts, host('more', ['r4', 4])])).toHaveLength(4);
});

test('characters that turn the reading direction are made visible', () => {
  expect(recentLiveRuns([host('a', ['r\u202e1', 1])])[0]?.name).not.toContain('\u202e');
});
