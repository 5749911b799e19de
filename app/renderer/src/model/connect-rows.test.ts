import type { RunStatus } from '@openwop-inspector/protocol';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { expect, test } from 'vitest';
import { narrowedHosts, narrowedRuns, runRows, runStatusIcon, runsOfStatus } from './connect-rows.ts';

const recent = { runId: 'b', workflowId: 'kept', status: 'running', attachedAtMs: 5 };
const listed = (runId: string, status: string | null = 'completed') => ({
  runId,
  workflowId: null,
  status,
  startedAt: '2026-01-01T00:00:00Z',
});

test('runs attached to before come first, each once, with the host’s current values', () => {
  const rows = runRows([recent], {
    kind: 'runs',
    runs: [listed('a'), listed('b'), listed('c')],
    isCut: false,
  });
  expect(rows.map(({ runId, status, attachedAtMs }) => [runId, status, attachedAtMs])).toEqual([
    ['b', 'completed', 5],
    ['a', 'completed', null],
    ['c', 'completed', null],
  ]);
  expect(rows[0]?.workflowId).toBe('kept');
});

test.each([null, { kind: 'no-list' } as const])('without a list (%o) there are the recent ones', (list) => {
  expect(runRows([recent], list)).toEqual([{ ...recent, startedAt: null }]);
});

test('a status limits the list to the runs that have it, by any of its names, null to all', () => {
  const runs = [listed('a', 'waiting-clarification'), listed('c', 'brewing'), listed('d', null)];
  const rows = runRows([recent], { kind: 'runs', runs, isCut: false });
  const having = (status: RunStatus | null) => runsOfStatus(rows, status).map(({ runId }) => runId);
  expect(having('waiting-input')).toEqual(['a']);
  expect(having('running')).toEqual(['b']);
  expect(having('failed')).toEqual([]);
  expect(runsOfStatus(rows, null)).toBe(rows);
});

test('typed text filters by any name, case-insensitively', () => {
  const rows = runRows([recent], { kind: 'runs', runs: [listed('a', null)], isCut: false });
  expect(narrowedRuns(rows, ' KEPT ').map(({ runId }) => runId)).toEqual(['b']);
  expect(narrowedRuns(rows, '  ')).toBe(rows);
  const host: SavedHost = {
    hostId: 'h',
    baseUrl: 'https://x.example',
    name: 'N',
    token: { kept: 'none', variable: null, remark: null },
    authority: null,
    recentRuns: [],
  };
  expect(narrowedHosts([host], 'X.EX')).toEqual([host]);
  expect(narrowedHosts([host], 'y')).toEqual([]);
});

test.each([
  ['waiting-input', 'waiting'],
  ['cancelling', 'runCancelled'],
  ['brewing', 'unknown'],
  [null, 'unknown'],
] as const)('a run that is %s has the glyph %s', (status, icon) => {
  expect(runStatusIcon(status)).toBe(icon);
});
