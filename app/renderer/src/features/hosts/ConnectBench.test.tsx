// @vitest-environment jsdom
import type { DoctorCheck, DoctorReport, HostDiscovery, HostError } from '@openwop-inspector/host-client';
import type { CallName, Reply, Request, SavedHost, ShellBridge } from '@openwop-inspector/shell-contract';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../shared/job-query.ts';
import { useInfoStore } from '../../shared/settings-store.ts';
import { ConnectBench } from './ConnectBench.tsx';
import { receiveHostAddress, useHostsStore, useHostWorks } from './hosts-store.ts';

const TOKEN = 'CANARY-openwop-CONFORMANCE-NEVER-SECRET-7f3a';
const BASE = 'http://127.0.0.1:3801';

const HOST: SavedHost = {
  hostId: 'h1',
  baseUrl: BASE,
  name: 'engine',
  token: { store: 'none', variable: null, remark: null },
  authority: null,
  recentRuns: [{ runId: 'run-old', workflowId: 'prd', status: 'failed', attachedAtMs: 0 }],
};

const REFUSED: HostError = {
  kind: 'status',
  status: 401,
  code: 'key_expired',
  message: '127.0.0.1 does not accept the token: it has run out. Set a new one.',
  hostMessage: 'expired',
  retryAfterMs: null,
  correlationId: null,
  rawBody: '{"error":"key_expired"}',
};

const DISCOVERY: HostDiscovery = {
  name: 'engine',
  version: '0.1.0',
  vendor: null,
  protocolVersion: '1.0',
  major: 1,
  versionChoice: null,
  versionVerdict: 'same',
  supportedEnvelopes: ['ui.card'],
  limits: {
    clarificationRounds: 5,
    schemaRounds: null,
    envelopesPerTurn: null,
    maxNodeExecutions: null,
    maxRunDurationMs: null,
  },
  features: {
    debugBundle: 'not advertised',
    stream: 'yes',
    feedback: 'no',
    replay: 'yes',
    interrupts: 'yes',
    pauseResume: 'yes',
    a2uiSurface: 'yes',
    crossHostCausation: 'yes',
  },
  documentText: '{"protocolVersion":"1.0"}',
  findings: [
    { rule: 'universal_kind_missing', level: 'warning', pointer: '', message: 'Missing.', clause: 'c' },
  ],
};

const CHECKS: readonly DoctorCheck[] = [
  { id: 'discovery', verdict: 'fine', words: 'Read.', error: null },
  { id: 'auth', verdict: 'fault', words: REFUSED.message, error: REFUSED },
  { id: 'run', verdict: 'not-tried', words: 'A fault came before.', error: null },
];

const FAULTY: DoctorReport = { checks: CHECKS, fault: 'auth', discovery: DISCOVERY, durationMs: 12 };

// Responses arrive before the next task, so that one task later everything has settled.
notifyManager.setScheduler(queueMicrotask);
// Nothing on this screen is hidden except by absence; skipping the check halves the time.
configure({ defaultHidden: true });

type Answers = { readonly [N in CallName]?: (request: Request<N>) => Reply<N> | Promise<Reply<N>> };

let answers: Answers = {};
let requested: (readonly [name: CallName, request: unknown])[] = [];
/** Replaces the bridge of the preload script. The window uses the first bridge it finds. */
const bridge: ShellBridge = {
  call: async <N extends CallName>(name: N, request: Request<N>): Promise<Reply<N>> => {
    requested.push([name, request]);
    const answer = answers[name];
    if (answer === undefined) throw new Error(`${name} is not answered here`);
    return answer(request);
  },
  on: () => () => undefined,
};

beforeEach(() => {
  vi.stubGlobal('inspector', bridge);
  vi.stubGlobal('CSS', { escape: String }); // jsdom has none
  requested = [];
  useHostsStore.setState({ hostId: null, arrival: null });
  useHostWorks.setState({}, true);
  useInfoStore.setState({ shell: 'desktop', canKeepTokens: false });
});
afterEach(cleanup);

/** Renders the screen over a shell with these hosts and these other responses. */
async function show(hosts: readonly SavedHost[], rest: Answers = {}) {
  answers = { 'hosts/list': () => hosts, 'hosts/cancel-examine': () => null, ...rest };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConnectBench isWide={false} />
    </QueryClientProvider>,
  );
  await settle();
}

const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve)));
const names = () => requested.map(([name]) => name);
const button = (name: RegExp | string) => screen.getByRole('button', { name });

async function press(name: RegExp | string) {
  fireEvent.click(button(name));
  await settle();
}

async function type(field: string, text: string, withEnter = false) {
  const element = screen.getByLabelText(field);
  fireEvent.change(element, { target: { value: text } });
  if (withEnter) fireEvent.keyDown(element, { key: 'Enter' });
  await settle();
}

test('a pasted curl command is never displayed in the window, and no request is sent to its host', async () => {
  await show([], {
    'hosts/read-address': () => ({
      ok: true,
      address: { baseUrl: BASE, runId: 'run-7' },
      host: null,
      holdsToken: true,
    }),
    'hosts/save': () => HOST,
  });
  const command = `curl -H 'Authorization: Bearer ${TOKEN}' ${BASE}/v1/runs/run-7/events`;
  const pasted = { clipboardData: { getData: () => command } };
  fireEvent.paste(screen.getByLabelText('Address of a host or run'), pasted);
  await settle();
  expect(requested).toContainEqual(['hosts/read-address', { text: command }]);
  expect(screen.getByText(`${BASE}/v1/runs/run-7`)).toBeDefined();
  expect(screen.getByText(/The address contained a token/)).toBeDefined();
  answers = { ...answers, 'hosts/list': () => [HOST] };
  await press('Add this host');
  expect(screen.getByLabelText<HTMLInputElement>('runId').value).toBe('run-7');
  expect(document.documentElement.outerHTML).not.toContain(TOKEN);
  expect(new Set(names())).toEqual(new Set(['hosts/list', 'hosts/read-address', 'hosts/save']));
});

test('an invalid address is reported next to its field, which keeps the typed text', async () => {
  await show([], { 'hosts/read-address': () => ({ ok: false, message: 'This names no host.' }) });
  await type('Address of a host or run', 'hello', true);
  expect(screen.getByRole('alert').textContent).toContain('This names no host.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Address of a host or run').value).toBe('hello');
});

test('a typed token is sent to the shell once, leaves its field, and is reported as stored', async () => {
  const stored = { store: 'session', variable: null, remark: null } as const;
  let host = HOST;
  await show([HOST], {
    'hosts/list': () => [host],
    'hosts/set-token': () => {
      host = { ...HOST, token: stored };
      return { ...stored, isTaken: true };
    },
  });
  const field = screen.getByLabelText<HTMLInputElement>('Token', { selector: 'input' });
  expect(field.type).toBe('password');
  fireEvent.change(field, { target: { value: TOKEN } });
  await press('Set the token');
  expect(field.value).toBe('');
  expect(requested.filter(([, request]) => JSON.stringify(request)?.includes(TOKEN))).toEqual([
    ['hosts/set-token', { hostId: 'h1', token: TOKEN, variable: null, remember: false }],
  ]);
  expect(screen.getByText('The token is stored until the application ends.')).toBeDefined();
  expect(document.documentElement.outerHTML).not.toContain(TOKEN);
  expect(JSON.stringify([useHostsStore.getState(), useHostWorks.getState()])).not.toContain(TOKEN);
});

describe('a token that is typed and not set', () => {
  const stored = { store: 'session', variable: null, remark: null } as const;
  const typed = ['hosts/set-token', { hostId: 'h1', token: TOKEN, variable: null, remember: false }] as const;

  /** Types a token and a run, and returns the calls that follow. */
  async function afterTyping(act: () => Promise<void>, isTaken = true) {
    await show([HOST], {
      'hosts/set-token': () => ({ ...(isTaken ? stored : HOST.token), isTaken }),
      'live/attach': () => ({ ok: false, message: 'There is no such run.', error: REFUSED }),
      'hosts/examine': () => FAULTY,
      'hosts/runs': () => ({ kind: 'no-list' }),
    });
    await type('runId', 'run-9');
    const field = screen.getByLabelText<HTMLInputElement>('Token', { selector: 'input' });
    fireEvent.change(field, { target: { value: TOKEN } });
    requested = [];
    await act();
    return requested.filter(([name]) => name !== 'hosts/list');
  }

  test.each<readonly [string, () => Promise<void>, CallName]>([
    ['Attach', () => press(/^Attach/), 'live/attach'],
    ['Enter in the field of the run', () => type('runId', 'run-8', true), 'live/attach'],
    ['Test', () => press('Test'), 'hosts/examine'],
    ['List its runs', () => press('List its runs'), 'hosts/runs'],
  ])('is set by %s, before the host is requested', async (_, act, call) => {
    const [first, second] = await afterTyping(act);
    expect([first, second?.[0]]).toEqual([typed, call]);
    expect(document.documentElement.outerHTML).not.toContain(TOKEN);
  });

  test('and cannot be a token is reported, and no request is sent with another one', async () => {
    expect(await afterTyping(() => press(/^Attach/), false)).toEqual([typed]);
    expect(button(/^Attach/).textContent).toContain('Attach');
  });
});

test('where the system stores no token the choice is disabled, with the reason; a variable is named instead', async () => {
  await show([HOST], {
    'hosts/set-token': () => ({
      store: 'environment',
      variable: 'MY_KEY',
      remark: 'MY_KEY is empty.',
      isTaken: true,
    }),
  });
  expect(screen.getByLabelText<HTMLInputElement>('Stored by the system, encrypted').disabled).toBe(true);
  expect(screen.getByText(/The system has no encrypted store here/)).toBeDefined();
  fireEvent.click(screen.getByLabelText('From an environment variable'));
  await type('Name of the variable', 'MY_KEY', true);
  expect(requested).toContainEqual([
    'hosts/set-token',
    { hostId: 'h1', token: null, variable: 'MY_KEY', remember: false },
  ]);
  expect(screen.getByText('MY_KEY is empty.')).toBeDefined();
});

test('the fault comes first with its remedy; the raw response is available on demand', async () => {
  await show([HOST], { 'hosts/examine': () => FAULTY });
  await press('Test');
  const doctor = screen.getByRole('region', { name: 'Connection doctor' });
  expect(within(doctor).getByText('The fault is at: Token.')).toBeDefined();
  const rows = within(doctor).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    ' FineDiscovery documentRead.',
    ` FaultToken${REFUSED.message}`,
    ' Not triedRunA fault came before.',
  ]);
  expect(within(doctor).queryByText(REFUSED.rawBody)).toBeNull();
  await press('What the host answered');
  expect(within(doctor).getByText(REFUSED.rawBody)).toBeDefined();
  // A failing host is not also queried for its runs.
  expect(names()).not.toContain('hosts/runs');
});

test('a cancelled test changes nothing any more', async () => {
  let answer: (report: DoctorReport) => void = () => undefined;
  const report = new Promise<DoctorReport>((resolve) => {
    answer = resolve;
  });
  await show([HOST], { 'hosts/examine': () => report });
  await press('Test');
  await press('Cancel');
  answer(FAULTY);
  await settle();
  expect(screen.getByText('The test was cancelled.')).toBeDefined();
  const [begun, ended] = ['hosts/examine', 'hosts/cancel-examine'].map(
    (call) => requested.find(([name]) => name === call)?.[1],
  );
  expect(begun).toMatchObject(Object(ended));
});

test('missing capabilities are reported and hide nothing; findings link to their place', async () => {
  await show([HOST], { 'hosts/examine': () => FAULTY });
  await press('Test');
  fireEvent.click(screen.getByRole('tab', { name: 'Discovery' }));
  expect(screen.getByRole('row', { name: /debugBundle/ }).textContent).toContain('not advertised');
  fireEvent.click(screen.getByRole('tab', { name: /^Capabilities lint/ }));
  expect(screen.getByRole('region', { name: '1 warning' }).textContent).toContain('universal_kind_missing');
  await press(/^whole document/);
  expect(screen.getByRole('tab', { name: 'Document', selected: true })).toBeDefined();
  expect(screen.getByRole('tree', { name: 'Discovery document' })).toBeDefined();
});

test('a host without a list of runs says so; runs attached to before are listed nevertheless', async () => {
  await show([HOST], { 'hosts/runs': () => ({ kind: 'no-list' }) });
  await press('List its runs');
  expect(screen.getByText(/This host has no list of runs/)).toBeDefined();
  fireEvent.click(screen.getByRole('option', { name: /run-old/ }));
  expect(screen.getByLabelText<HTMLInputElement>('runId').value).toBe('run-old');
});

test('a host with several pages of runs: all of them are listed, and a status requests its own', async () => {
  const listed = (count: number, status: string) =>
    Array.from({ length: count }, (_, at) => ({
      runId: `${status}-${at}`,
      workflowId: 'w',
      status,
      startedAt: null,
    }));
  await show([HOST], {
    'hosts/runs': ({ status }) =>
      status === null
        ? { kind: 'runs', runs: listed(200, 'completed'), isCut: true }
        : { kind: 'runs', runs: listed(60, status), isCut: false },
  });
  await press('List its runs');
  const line = screen.getByText(/The host lists 200 runs/);
  expect(line.textContent).toMatch(/It may have more.*status/);
  const list = () => screen.getByRole('listbox', { name: 'Runs' });
  expect(within(list()).getAllByRole('option', { name: /completed-1/ }).length).toBeGreaterThan(0);
  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'paused' } });
  await settle();
  expect(requested.at(-1)).toEqual(['hosts/runs', { hostId: 'h1', status: 'paused' }]);
  expect(screen.getByText(/The host lists 60 runs that are paused/)).toBeDefined();
  expect(within(list()).queryByRole('option', { name: /run-old/ })).toBeNull();
  expect(within(list()).getAllByRole('option', { name: /paused-1/ })).not.toHaveLength(0);
});

test('a refused attach is reported next to its button, and requests deltas when selected', async () => {
  await show([HOST], {
    'live/attach': () => ({ ok: false, message: 'There is no such run.', error: REFUSED }),
  });
  fireEvent.click(screen.getByLabelText(/Ask for changes of surfaces as deltas/));
  await type('runId', ' run-9 ', true);
  expect(requested).toContainEqual(['live/attach', { hostId: 'h1', runId: 'run-9', a2uiDelta: true }]);
  const run = screen.getByRole('region', { name: 'Run' });
  expect(within(run).getByRole('alert').textContent).toContain('There is no such run.');
  expect(within(run).getByRole('button', { name: 'What the host answered' })).toBeDefined();
});

test('an address from a link comes with a prompt; accepting it fills the screen and connects nothing', async () => {
  const other = { ...HOST, hostId: 'h2', baseUrl: 'https://other.example', name: 'other' };
  await show([HOST], { 'hosts/save': () => other });
  act(() =>
    receiveHostAddress({
      ok: true,
      address: { baseUrl: other.baseUrl, runId: 'run-3' },
      host: null,
      holdsToken: false,
    }),
  );
  const question = screen.getByRole('region', { name: 'Address from outside' });
  expect(question.textContent).toContain('https://other.example, run run-3');
  expect(names()).toEqual(['hosts/list']);
  answers = { ...answers, 'hosts/list': () => [other, HOST] };
  await press('Use this address');
  expect(screen.queryByRole('region', { name: 'Address from outside' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'other' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('runId').value).toBe('run-3');
  expect(names().some((name) => name.startsWith('live/') || name === 'hosts/examine')).toBe(false);
});

test('a host is removed after a prompt that names it and its data', async () => {
  await show([HOST], { 'hosts/remove': () => null });
  await press('Remove…');
  const question = screen.getByRole('alertdialog', { name: 'Remove engine?' });
  expect(question.textContent).toContain(BASE);
  expect(question.textContent).toContain('The list of 1 recent run is forgotten.');
  expect(names()).not.toContain('hosts/remove');
  answers = { ...answers, 'hosts/list': () => [] };
  await press('Remove');
  expect(requested).toContainEqual(['hosts/remove', { hostId: 'h1' }]);
  expect(screen.getByText('No host is saved')).toBeDefined();
});

test('a host is renamed in place; a blank name is ignored', async () => {
  await show([HOST], { 'hosts/save': () => ({ ...HOST, name: 'mine' }) });
  await press('Rename');
  await type('Name of this host', '  ');
  await press('Save name');
  expect(names()).not.toContain('hosts/save');
  await type('Name of this host', ' mine ');
  answers = { ...answers, 'hosts/list': () => [{ ...HOST, name: 'mine' }] };
  await press('Save name');
  expect(requested).toContainEqual(['hosts/save', { baseUrl: BASE, name: 'mine' }]);
  expect(screen.getByRole('heading', { name: 'mine' })).toBeDefined();
});

test('a hundred hosts: a field filters them, and only visible rows are rendered', async () => {
  const hosts = Array.from({ length: 100 }, (_, at) => ({
    ...HOST,
    hostId: `h${at}`,
    name: `host-${at}.example`,
  }));
  await show(hosts);
  expect(screen.getAllByRole('option').length).toBeLessThan(60);
  await type('Find a host', 'HOST-99');
  const list = screen.getByRole('listbox', { name: 'Saved hosts' });
  expect(
    within(list)
      .getAllByRole('option')
      .map((row) => row.textContent),
  ).toEqual([expect.stringContaining('host-99.example')]);
});

test('a shell that cannot list its hosts is reported with its message', async () => {
  await show([], {
    'hosts/list': () => {
      throw new Error('The shell does not answer.');
    },
  });
  expect(screen.getByText('The shell does not answer.')).toBeDefined();
});
