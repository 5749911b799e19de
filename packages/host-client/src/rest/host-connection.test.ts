import { afterEach, expect, test } from 'vitest';
import { type LoopbackHost, sendJson, startLoopbackHost } from '../../test/loopback-host.ts';
import { createHostFetch } from '../node/host-fetch.ts';
import { createHostConnection } from './create-host-connection.ts';
import { getSnapshot, listRuns } from './read-calls.ts';
import { requestUrl, runPath } from './request-url.ts';

const TOKEN = 'hk_live_CANARY/with+signs';
const open: LoopbackHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

async function host(answer: Parameters<typeof startLoopbackHost>[0]): Promise<LoopbackHost> {
  const started = await startLoopbackHost(answer);
  open.push(started);
  return started;
}

function connect({ baseUrl }: Pick<LoopbackHost, 'baseUrl'>, token: string | null = TOKEN) {
  return createHostConnection({ fetch: createHostFetch(), baseUrl, token: () => token });
}

test('the token goes into the Authorization header and not to what is public (section 5)', async () => {
  const one = await host((_, response) => sendJson(response, 200, { runs: [] }));
  const connection = connect({ baseUrl: `${one.baseUrl}/v1/` });
  await connection.getJson('/v1/runs', { query: { limit: '1' }, headers: { authorization: 'Bearer other' } });
  await connection.getJson('/v1/v1/runs', { withToken: false });
  expect(one.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/v1/runs?limit=1', `Bearer ${TOKEN}`],
    ['/v1/runs', undefined],
  ]);
});

test('a redirect is reported and not followed, whoever it leads to (security S-11)', async () => {
  const other = await host((_, response) => sendJson(response, 200, {}));
  const one = await host((_, response) =>
    response.writeHead(307, { location: `${other.baseUrl}/login?next=${encodeURIComponent(TOKEN)}` }).end(),
  );
  const answer = await connect(one).getJson('/v1/runs/r-1');
  expect(answer).toMatchObject({ ok: false, error: { kind: 'redirect', code: 'http_307', status: 307 } });
  expect(JSON.stringify(answer)).toContain(`${other.baseUrl}/login.`);
  expect(JSON.stringify(answer)).not.toContain('CANARY');
  expect(other.seen).toEqual([]);
});

test('an answer that repeats the token does not bring it back (auth-key-rotation-no-canary-echo)', async () => {
  const one = await host((_, response) =>
    sendJson(response, 401, {
      error: 'invalid_credential',
      message: `Bearer ${TOKEN} was rejected`,
      details: { url: `/x?token=${encodeURIComponent(TOKEN)}`, correlationId: TOKEN },
    }),
  );
  const answer = await connect(one).getJson('/v1/runs/r-1');
  expect(answer).toMatchObject({ error: { kind: 'status', status: 401, code: 'invalid_credential' } });
  expect(JSON.stringify(answer)).not.toContain('CANARY');
  const unnamed = await connect(one, null).getJson('/v1/runs/r-1');
  expect(unnamed.ok ? '' : unnamed.error.message).toMatch(/wants a token/);
});

test('a token that no header can carry is refused here, without its characters', async () => {
  const one = await host((_, response) => sendJson(response, 200, {}));
  const answer = await connect(one, 'CANARY\nX-Other: 1').getJson('/v1/runs');
  expect(answer).toMatchObject({ ok: false, error: { code: 'token_unusable' } });
  expect(JSON.stringify(answer)).not.toContain('CANARY');
  expect(one.seen).toEqual([]);
});

const ANSWERS: readonly (readonly [string, number, string, string, object])[] = [
  [
    'HTML of a proxy',
    502,
    'text/html',
    '<!doctype html><title>Bad gateway</title>',
    { code: 'http_502', hostMessage: 'Bad gateway' },
  ],
  [
    'HTML with 200',
    200,
    'text/html',
    '<html></html>',
    { kind: 'not-understood', code: 'web_page', status: 200 },
  ],
  ['text with 200', 200, 'text/plain', 'ok', { kind: 'not-understood', code: 'not_json' }],
  ['cut JSON', 200, 'application/json', '{"a":', { kind: 'not-understood', code: 'not_json' }],
  ['more than is read', 200, 'application/json', `"${'x'.repeat(300)}"`, { code: 'answer_too_large' }],
  ['nothing', 503, '', '', { code: 'http_503', hostMessage: null, rawBody: '' }],
];

test.each(ANSWERS)(
  'an answer of another kind than requested is an error: %s',
  async (_, status, type, body, error) => {
    const one = await host((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
    expect(await connect(one).getJson('/v1/runs', { maxBytes: 200 })).toMatchObject({ ok: false, error });
  },
);

test('an empty answer is null, and 304 is an answer when it was requested', async () => {
  const one = await host(({ headers }, response) =>
    response.writeHead(headers['if-none-match'] === undefined ? 204 : 304).end(),
  );
  expect(await connect(one).getJson('/x')).toMatchObject({ ok: true, value: { status: 204, json: null } });
  const headers = { 'If-None-Match': '"a"' };
  expect(await connect(one).getJson('/x', { headers })).toMatchObject({ ok: true, value: { status: 304 } });
});

test('a host that does not answer is reported as out of time, for the head and for the body', async () => {
  const one = await host(({ url }, response) => {
    if (url === '/body') response.writeHead(200).write('{');
  });
  const connection = connect(one);
  for (const path of ['/head', '/body']) {
    const answer = await connection.getJson(path, { timeoutMs: 40 });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'out-of-time', code: 'OUT_OF_TIME' } });
  }
});

test('a request is called off by its signal, before and while it runs', async () => {
  const one = await host(() => undefined);
  const later = new AbortController();
  const running = connect(one).getJson('/x', { signal: later.signal });
  later.abort();
  expect(await running).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  const before = await connect(one).getJson('/x', { signal: AbortSignal.abort() });
  expect(before).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
});

test('nobody at the port, no such name, and no HTTP are distinguished', async () => {
  const gone = await startLoopbackHost(() => undefined);
  await gone.close();
  expect(await connect(gone).getJson('/x')).toMatchObject({
    error: { kind: 'unreachable', code: 'ECONNREFUSED' },
  });
  const odd = await host((_, response) => response.socket?.end('220 mail.example ESMTP\r\n'));
  expect(await connect(odd).getJson('/x')).toMatchObject({ error: { kind: 'not-understood' } });
  const cut = await host((_, response) => response.socket?.destroy());
  expect(await connect(cut).getJson('/x')).toMatchObject({ error: { kind: 'unreachable' } });
  expect(await connect({ baseUrl: 'nonsense' }).getJson('/x')).toMatchObject({
    error: { code: 'BAD_ADDRESS' },
  });
});

test('a stream is handed over with its head, and ends with its signal', async () => {
  const one = await host((_, response) => {
    response.writeHead(200, { 'content-type': 'Text/Event-Stream; charset=utf-8' }).write(': open\n\n');
  });
  const ended = new AbortController();
  const answer = await connect(one).openStream('/v1/runs/r-1/events', {
    signal: ended.signal,
    timeoutMs: 2000,
  });
  expect(one.seen[0]?.headers.accept).toBe('text/event-stream');
  if (!answer.ok) throw new Error(answer.error.message);
  expect(answer.value.contentType).toBe('text/event-stream');
  const reader = answer.value.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(': open\n\n');
  ended.abort();
  await expect(reader?.read()).rejects.toThrow();
});

test('the skew of the clocks is what the Date headers allow', async () => {
  const hostAhead = new Date(Date.now() + 3_600_000).toUTCString();
  const one = await host((_, response) => response.writeHead(200, { date: hostAhead }).end('{}'));
  const connection = connect(one);
  expect(connection.clockSkewMs).toBeNull();
  await connection.getJson('/x');
  expect(Math.abs((connection.clockSkewMs ?? 0) - 3_600_000)).toBeLessThan(60_000);
});

test('ids stay inside their segment of the path', () => {
  const paths = ['a/b', '..', '.', "it's", '\ud800', 'ä', 'a:fork'].map((id) =>
    requestUrl('http://h', runPath({ major: 1 }, id)),
  );
  expect(paths).toEqual([
    'http://h/v1/runs/a%2Fb',
    'http://h/v1/runs/%252E%252E',
    'http://h/v1/runs/%252E',
    'http://h/v1/runs/it%27s',
    'http://h/v1/runs/%EF%BF%BD',
    'http://h/v1/runs/%C3%A4',
    'http://h/v1/runs/a%3Afork',
  ]);
});

test.each([
  ['acme/r-0123456789abcdef', '/runs/acme~2Fr-0123456789abcdef'],
  ['anon:a/r~1', '/runs/anon~3Aa~2Fr~7E1'],
  ["it's", '/runs/it~27s'],
  ['..', '/runs/~2E~2E'],
  ['ä', '/runs/~C3~A4'],
])('the id %s is one segment in v2 (bundles 12.2)', (id, path) => {
  expect(runPath({ major: 2 }, id)).toBe(path);
});

test('a snapshot is read under the names of every host (section 4)', async () => {
  const one = await host(({ url }, response) =>
    sendJson(
      response,
      200,
      url.endsWith('r-1')
        ? {
            runId: 'r-1',
            status: 'failed',
            endedAt: '2026-01-01',
            interrupt: { kind: 'approval', nodeId: 'n', payload: 1 },
          }
        : [],
    ),
  );
  const connection = connect(one);
  expect(await getSnapshot(connection, 'r-1')).toMatchObject({
    ok: true,
    value: { status: 'failed', isTerminal: true, interrupt: { kind: 'approval', payload: 1 } },
  });
  expect(await getSnapshot(connection, 'r-2')).toMatchObject({ ok: false, error: { code: 'no_snapshot' } });
});

test.each([
  [200, { runs: [{ runId: 'r-1', status: 'running' }, { runId: 7 }, null] }, 'runs'],
  [200, { hello: 1 }, 'no-list'],
  [404, { error: 'not_found', message: '' }, 'no-list'],
  [405, {}, 'no-list'],
  [501, {}, 'no-list'],
  [401, {}, 'error'],
])('a list of runs, which most hosts do not have: %i %j', async (status, body, kind) => {
  const one = await host((_, response) => sendJson(response, status, body));
  const list = await listRuns(connect(one), null);
  expect(list.kind).toBe(kind);
  if (list.kind === 'runs') {
    expect(list.runs).toEqual([{ runId: 'r-1', workflowId: null, status: 'running', startedAt: null }]);
    expect(list.isCut).toBe(false);
  }
});

test.each([
  [null, 199, false, '/v1/runs?limit=200'],
  [null, 200, true, '/v1/runs?limit=200'],
  ['waiting-input', 3, false, '/v1/runs?limit=200&status=waiting-input'],
] as const)(
  'the most that a host may send is requested, of one status when it is named: %s, %i runs (bundles 5)',
  async (status, count, isCut, path) => {
    const runs = Array.from({ length: count }, (_, at) => ({ runId: `r-${at}`, status: 'running' }));
    const one = await host((_, response) => sendJson(response, 200, { runs }));
    const list = await listRuns(connect(one), status);
    expect(one.seen.map(({ url }) => url)).toEqual([path]);
    expect(list.kind === 'runs' && [list.runs.length, list.isCut]).toEqual([count, isCut]);
  },
);
