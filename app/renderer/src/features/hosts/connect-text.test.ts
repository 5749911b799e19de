import type { DoctorCheck } from '@openwop-inspector/host-client';
import type { RunStatus } from '@openwop-inspector/protocol';
import type { SavedHost, TokenState } from '@openwop-inspector/shell-contract';
import { expect, test } from 'vitest';
import {
  addressText,
  cannotKeepText,
  errorFacts,
  limitText,
  narrowedHosts,
  narrowedRuns,
  reportSentence,
  runRows,
  runStatusIcon,
  runsOfStatus,
  tokenText,
  understoodText,
} from './connect-text.ts';

const token = (store: TokenState['store'], variable: string | null = null): TokenState => ({
  store,
  variable,
  remark: null,
});

test.each([
  [token('none'), 'desktop', /^No token/],
  [token('session'), 'desktop', /until the application ends/],
  [token('session'), 'browser', /until the server of this window ends/],
  [token('system-store'), 'desktop', /encrypted by the system/],
  [token('environment', 'KEY'), 'browser', /environment variable KEY/],
] as const)('the storage of a token %o in the %s shell is named', (state, shell, words) => {
  expect(tokenText(state, shell)).toMatch(words);
});

test('the reason why the system cannot store a token is given for each shell, and nothing where it can', () => {
  expect(cannotKeepText({ canKeepTokens: true, shell: 'desktop' })).toBeNull();
  expect(cannotKeepText({ canKeepTokens: false, shell: 'desktop' })).toMatch(/no encrypted store/);
  expect(cannotKeepText({ canKeepTokens: false, shell: 'browser' })).toMatch(/In a browser/);
});

test('a read address is displayed as parsed, with the run escaped', () => {
  const reply = {
    ok: true,
    address: { baseUrl: 'https://h.example/p', runId: 'a/b' },
    host: null,
    holdsToken: true,
  } as const;
  expect(addressText(reply)).toBe('https://h.example/p/v1/runs/a%2Fb');
  expect(understoodText(reply)).toEqual(['It names a run.', expect.stringMatching(/token/)]);
  const bare = { ...reply, address: { ...reply.address, runId: null }, holdsToken: false };
  expect([addressText(bare), understoodText(bare)]).toEqual(['https://h.example/p', ['It names no run.']]);
});

const check = (verdict: DoctorCheck['verdict']): DoctorCheck => ({
  id: 'auth',
  verdict,
  words: '',
  error: null,
});

test.each([
  [{ fault: 'tls', checks: [] }, 'The fault is at: TLS.'],
  [{ fault: null, checks: [check('fine'), check('not-tried')] }, 'No fault in 1 check, 1 not tried, 1.5 s.'],
  [{ fault: null, checks: [check('fine'), check('remark')] }, 'No fault in 2 checks, 1 remark, 1.5 s.'],
] as const)('an examination %o in one sentence', (report, words) => {
  expect(reportSentence({ ...report, discovery: null, durationMs: 1500 })).toBe(words);
});

test('only the host’s response is displayed of a failed request', () => {
  const error = {
    kind: 'status',
    status: 429,
    code: 'rate_limited',
    message: '',
    hostMessage: null,
    retryAfterMs: 2000,
    correlationId: 'c-1',
    rawBody: '',
  } as const;
  expect(errorFacts(error)).toEqual([
    ['status', '429'],
    ['code', 'rate_limited'],
    ['correlationId', 'c-1'],
    ['Retry-After', '2 s'],
  ]);
  expect(errorFacts({ ...error, status: null })[0]).toEqual(['status', 'no answer']);
});

test('an undeclared limit is not a limit of 0', () => {
  expect(limitText('schemaRounds', 0)).toBe('0');
  expect(limitText('schemaRounds', null)).toBe('not declared');
  expect(limitText('maxRunDurationMs', 600_000)).toBe('10 min');
});

const recent = { runId: 'b', workflowId: 'saved', status: 'running', attachedAtMs: 5 };
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
  expect(rows[0]?.workflowId).toBe('saved');
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
  expect(narrowedRuns(rows, ' SAVED ').map(({ runId }) => runId)).toEqual(['b']);
  expect(narrowedRuns(rows, '  ')).toBe(rows);
  const host: SavedHost = {
    hostId: 'h',
    baseUrl: 'https://x.example',
    name: 'N',
    token: { store: 'none', variable: null, remark: null },
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
