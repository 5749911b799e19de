import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import {
  type LoopbackHost,
  type SeenRequest,
  sendJson,
  startLoopbackHost,
} from '../../test/loopback-host.ts';
import type { RequestClock } from '../connection.ts';
import { realClock } from '../live/live-run.ts';
import { createHostFetch } from '../node/host-fetch.ts';
import { createHostConnection } from '../rest/create-host-connection.ts';
import { examineHost } from './examine-host.ts';

const open: LoopbackHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

const DOCUMENT = {
  protocolVersion: '1.1',
  implementation: { name: 'acme', version: '1' },
  supportedEnvelopes: ['clarification.request', 'schema.request', 'schema.response', 'error'],
  schemaVersions: {},
  limits: { clarificationRounds: 1, schemaRounds: 1, envelopesPerTurn: 1 },
};

type Answer = (response: ServerResponse, request: SeenRequest) => void;
const json =
  (status: number, value: unknown): Answer =>
  (response) =>
    sendJson(response, status, value);
const error = (status: number, code: string): Answer => json(status, { error: code, message: 'm' });

/** A host with nothing wrong, by path. */
const SOUND: Readonly<Record<string, Answer>> = {
  '/.well-known/openwop': json(200, { ...DOCUMENT, debugBundle: { supported: true } }),
  stranger: error(401, 'unauthenticated'),
  '/v1/runs/r-1': json(200, { runId: 'r-1', status: 'running' }),
  '/v1/runs/r-1/events/poll': json(200, { events: [] }),
  '/v1/runs/r-1/events': (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n'),
  '/v1/runs/r-1/debug-bundle': json(200, { events: [] }),
};

async function examine(
  over: Readonly<Record<string, Answer>>,
  runId: string | null = 'r-1',
  clock: RequestClock = realClock,
) {
  const answers = new Map(Object.entries({ ...SOUND, ...over }));
  const host = await startLoopbackHost((request, response) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isStranger = path.startsWith('/v1/') && request.headers.authorization === undefined;
    const answer = answers.get(isStranger ? 'stranger' : path) ?? error(404, 'run_not_found');
    answer(response, request);
  });
  open.push(host);
  const connection = createHostConnection({
    fetch: createHostFetch(),
    baseUrl: host.baseUrl,
    token: () => 'hk_CANARY_1',
    clock,
  });
  const report = await examineHost(connection, { runId, signal: new AbortController().signal, clock });
  expect(JSON.stringify(report)).not.toContain('CANARY');
  const verdicts = Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict]));
  return { report, verdicts, seen: host.seen };
}

test('a sound host is fine in every check, with one stream that is ended', async () => {
  const { report, verdicts, seen } = await examine({});
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['fine']));
  expect(report.checks.map(({ id }) => id).join(' ')).toBe(
    'address reachability tls discovery version auth scope run poll stream bundle',
  );
  expect(report.fault).toBeNull();
  expect(seen.filter(({ url }) => url.startsWith('/v1/runs/r-1/events?'))).toHaveLength(1);
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

/** Both forms of the document of a host that speaks both majors, and its paths of v2. */
const DUAL: Readonly<Record<string, Answer>> = {
  '/.well-known/openwop': (response, { headers }) => {
    const versions = { protocolVersions: ['1.1', '2.0'], preferredVersion: '2.0' };
    const witnessed = { status: 'stable', since: '2.0', witness: 'w' };
    const inV2 = headers['openwop-version'] === '2';
    sendJson(response, 200, inV2 ? { ...versions, replay: witnessed } : { ...DOCUMENT, ...versions });
  },
  '/runs/r-1': (response, { headers }) => {
    if (headers.authorization === undefined)
      sendJson(response, 401, { error: 'unauthenticated', message: 'm' });
    else sendJson(response, 200, { runId: 'acme/r-1', status: 'running', currentNodeId: 'a' });
  },
  '/runs/r-1/events/poll': json(200, { events: [], lastSequence: 4, status: 'running', isTerminal: false }),
  '/runs/r-1/events': (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n'),
};

test('a host that speaks both majors gets requests in the one it prefers, and the doctor says why (bundles 12.1)', async () => {
  const { report, seen } = await examine(DUAL);
  expect(report.fault).toBeNull();
  expect(report.discovery).toMatchObject({ major: 2, features: { replay: 'yes' } });
  const words = (id: string) => report.checks.find((check) => check.id === id)?.words;
  expect(words('version')).toBe(
    'Protocol 2.0 is one this program knows. The host also speaks 1.1, and prefers this one.',
  );
  expect(words('bundle')).toBe('Not used: OpenWOP v2 has no debug bundle.');
  const requests = seen.filter(({ url }) => !url.startsWith('/.well-known/'));
  expect(
    requests.every(({ url, headers }) => !url.startsWith('/v1') && headers['openwop-version'] === '2'),
  ).toBe(true);
  expect(requests.map(({ url }) => url)).toContain(
    '/runs/r-1/events/poll?afterSequence=2000000000&timeout=1',
  );
  const stream = requests.find(({ url }) => url.startsWith('/runs/r-1/events?'));
  expect(stream?.headers['last-event-id']).toBe('3');
});

test('without a run, the token is tried all the same', async () => {
  const { report, verdicts } = await examine({}, null);
  expect(verdicts).toMatchObject({ auth: 'fine', scope: 'fine', run: 'not-tried', stream: 'not-tried' });
  expect(report.fault).toBeNull();
});

/** What is wrong, the first fault, what is fine before it and not tried after it. */
const FAULTS: readonly (readonly [
  string,
  Readonly<Record<string, Answer>>,
  string,
  readonly string[],
  readonly string[],
])[] = [
  [
    'no discovery',
    { '/.well-known/openwop': error(404, 'not_found') },
    'discovery',
    ['reachability', 'run'],
    ['version'],
  ],
  [
    'a web page as discovery',
    {
      '/.well-known/openwop': (response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    },
    'discovery',
    ['reachability'],
    ['version'],
  ],
  ['an array as discovery', { '/.well-known/openwop': json(200, []) }, 'discovery', ['tls'], ['version']],
  [
    'another major version',
    { '/.well-known/openwop': json(200, { ...DOCUMENT, protocolVersion: '3.0' }) },
    'version',
    ['tls'],
    ['auth', 'run', 'stream'],
  ],
  [
    'a token that is refused',
    { '/v1/runs/r-1': error(401, 'invalid_credential') },
    'auth',
    ['version'],
    ['scope', 'run'],
  ],
  [
    'a scope that is missing',
    { '/v1/runs/r-1': error(403, 'forbidden') },
    'scope',
    ['auth'],
    ['run', 'stream'],
  ],
  [
    'a run of somebody else',
    { '/v1/runs/r-1': error(403, 'run_forbidden') },
    'run',
    ['auth', 'scope'],
    ['poll'],
  ],
  [
    'a run that is not there',
    { '/v1/runs/r-1': error(404, 'run_not_found') },
    'run',
    ['auth', 'scope'],
    ['stream'],
  ],
  ['a host that fails', { '/v1/runs/r-1': error(500, 'internal') }, 'run', ['version'], ['stream']],
  ['a poll without events', { '/v1/runs/r-1/events/poll': json(200, {}) }, 'poll', ['run', 'stream'], []],
  [
    'too many streams',
    { '/v1/runs/r-1/events': error(429, 'rate_limited') },
    'stream',
    ['poll', 'bundle'],
    [],
  ],
  [
    'a page instead of a stream',
    {
      '/v1/runs/r-1/events': (response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('x'),
    },
    'stream',
    ['poll'],
    [],
  ],
];

test.each(FAULTS)('the doctor names what is at fault: %s', async (_, over, fault, fine, notTried) => {
  const { report, verdicts } = await examine(over);
  expect(report.fault).toBe(fault);
  for (const id of fine) expect([id, verdicts[id]]).toEqual([id, 'fine']);
  for (const id of notTried) expect([id, verdicts[id]]).toEqual([id, 'not-tried']);
});

test('what a session can do without is a remark', async () => {
  const { report, verdicts } = await examine({
    '/v1/runs/r-1/events': json(200, { events: [] }),
    '/v1/runs/r-1/debug-bundle': error(404, 'not_found'),
    '/.well-known/openwop': json(200, { ...DOCUMENT, protocolVersion: '1.9' }),
  });
  expect(verdicts).toMatchObject({ version: 'remark', stream: 'remark', bundle: 'remark' });
  expect(report.fault).toBeNull();
});

test('a bundle that works though it is not advertised is found (section 5.2)', async () => {
  const { report, verdicts } = await examine({ '/.well-known/openwop': json(200, DOCUMENT) });
  expect(verdicts.bundle).toBe('remark');
  expect(report.discovery?.findings.map(({ rule }) => rule)).toContain('debug_bundle_missing');
});

const THERE = json(200, { runId: 'r-1', status: 'running' });
const GONE = error(404, 'run_not_found');
test.each<[string, Readonly<Record<string, Answer>>, string, string]>([
  ['the run is displayed to a stranger too', { stranger: THERE }, 'remark', 'fine'],
  ['the run is displayed with the token alone', { stranger: GONE }, 'fine', 'fine'],
  ['no run, and a stranger gets the same', { '/v1/runs/r-1': GONE, stranger: GONE }, 'remark', 'fault'],
  ['no run, and a stranger is refused', { '/v1/runs/r-1': GONE }, 'fine', 'fault'],
])('a token is proven when a stranger gets another answer: %s', async (_, over, auth, run) => {
  const { report, verdicts } = await examine(over);
  expect({ auth: verdicts.auth, run: verdicts.run }).toEqual({ auth, run });
  const words = (id: string) => report.checks.find((check) => check.id === id)?.words ?? '';
  expect(words('auth').startsWith('Not proven')).toBe(auth === 'remark');
  expect(words('run').includes('The token may be the cause')).toBe(auth === 'remark' && run === 'fault');
});

test('the stream of a run that continues is requested as a session requests it, of one that is over from its beginning', async () => {
  const poll = { '/v1/runs/r-1/events/poll': json(200, { events: [], lastEventSeq: 7 }) };
  const requested = async (over: Readonly<Record<string, Answer>>) =>
    (await examine({ ...poll, ...over })).seen.find(({ url }) => url.startsWith('/v1/runs/r-1/events?'))
      ?.headers['last-event-id'];
  expect(await requested({})).toBe('6');
  expect(
    await requested({ '/v1/runs/r-1': json(200, { runId: 'r-1', status: 'completed' }) }),
  ).toBeUndefined();
});

test('a run that continues without any event yet has no head of a stream: a remark, no fault (section 6.1)', async () => {
  let end = (): void => undefined;
  const clock: RequestClock = {
    now: () => 0,
    after: (ms, call) => {
      // The request of the stream is the only one that waits; its time is over at once.
      if (ms === 6000) end = call;
      return () => undefined;
    },
  };
  const { report, verdicts } = await examine({ '/v1/runs/r-1/events': () => end() }, 'r-1', clock);
  expect(verdicts).toMatchObject({ poll: 'fine', stream: 'remark' });
  expect(report.fault).toBeNull();
});

test('nobody at the address: everything behind it is not tried', async () => {
  const gone = await startLoopbackHost(() => undefined);
  await gone.close();
  const connection = createHostConnection({
    fetch: createHostFetch(),
    baseUrl: gone.baseUrl,
    token: () => null,
  });
  const { fault, checks } = await examineHost(connection, {
    runId: 'r-1',
    signal: new AbortController().signal,
  });
  expect(fault).toBe('reachability');
  expect(checks.slice(2).every(({ verdict }) => verdict === 'not-tried')).toBe(true);
});

test('an examination that is called off accuses nobody', async () => {
  const host = await startLoopbackHost(() => undefined);
  open.push(host);
  const connection = createHostConnection({
    fetch: createHostFetch(),
    baseUrl: host.baseUrl,
    token: () => null,
  });
  const called = new AbortController();
  const running = examineHost(connection, { runId: 'r-1', signal: called.signal });
  called.abort();
  const { fault, checks } = await running;
  expect(fault).toBeNull();
  expect(checks.filter(({ verdict }) => verdict === 'not-tried')).toHaveLength(10);
});
