import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type LoopbackHost, sendJson, startLoopbackHost } from '../../test/loopback-host.ts';
import type { RunAction } from '../answers/actions.ts';
import { createTokenBook, openInterrupts } from '../interrupts/open-interrupts.ts';
import { createHostFetch } from '../node/host-fetch.ts';
import { createHostConnection } from '../rest/create-host-connection.ts';
import { previewAction } from './action-request.ts';
import { performAction } from './perform-action.ts';

const TOKEN = 'Z9pCZM9SStStk7yQCVAKDSflx6iReCXbXncmSJEpD1U';
const open: LoopbackHost[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
});

async function hostThat(...answer: [status: number, body: unknown]) {
  const host = await startLoopbackHost((_, response) => sendJson(response, ...answer));
  open.push(host);
  return {
    host,
    connection: createHostConnection({
      fetch: createHostFetch(),
      baseUrl: host.baseUrl,
      token: () => 'hk_CANARY_1',
    }),
  };
}

const nowhere = createHostConnection({
  fetch: createHostFetch(),
  baseUrl: 'https://host.example/team',
  token: () => 'hk_CANARY_1',
});

test('in v2 a request goes to the bare origin and names its version (bundles 12.2)', () => {
  const inV2 = createHostConnection({
    fetch: createHostFetch(),
    baseUrl: 'https://host.example',
    token: () => null,
    major: 2,
  });
  const pause: RunAction = { kind: 'pause', reason: null, drainPolicy: 'immediate' };
  const preview = previewAction(inV2, 'acme/r-0123456789abcdef', pause, createTokenBook());
  if (!preview.allowed) throw new Error(preview.message);
  expect(preview.request.url).toBe('https://host.example/runs/acme~2Fr-0123456789abcdef:pause');
  expect(preview.request.headers).toContainEqual(['OpenWOP-Version', '2']);
  expect(preview.request.curl).toContain("--header 'OpenWOP-Version: 2'");
});

test('in v2 what is open is read from the log (bundles 12.4)', async () => {
  const requested = (nodeId: string, kind: string) => ({
    type: 'interrupt.requested',
    nodeId,
    payload: { kind, key: 'k', data: { actions: ['accept'] } },
  });
  const events = [
    requested('a', 'approval'),
    requested('b', 'clarification'),
    { type: 'interrupt.resolved', nodeId: 'b', payload: {} },
    requested('c', 'custom'),
  ].map((event, sequence) => ({ ...event, sequence, timestamp: '2026-11-29T00:00:00Z' }));
  const { host, connection } = await hostThat(200, { events, lastSequence: 3, status: 'waiting-approval' });
  connection.speak(2);
  const tokens = createTokenBook();
  const answered = await openInterrupts(connection, 'acme/r-0123456789abcdef', tokens);
  expect(answered).toMatchObject({
    ok: true,
    value: [
      { nodeId: 'a', kind: 'approval', tokenRef: null },
      { nodeId: 'c', kind: 'custom' },
    ],
  });
  expect(tokens.requestedBy(null, 'a')).toMatchObject({ kind: 'approval', actions: ['accept'] });
  expect(host.seen).toHaveLength(2);
});

type Answering = Extract<RunAction, { readonly kind: 'resolve-interrupt' }>;
function answer(over: Partial<Answering>): Answering {
  return {
    kind: 'resolve-interrupt',
    interruptKind: 'clarification',
    nodeId: 'ask',
    tokenRef: null,
    resumeValue: { answers: [{ id: 'q1', answer: 'x' }] },
    valueOrigin: 'person',
    contentTrust: 'trusted',
    ...over,
  };
}

/** Action, path below the base, body. */
const REQUESTS: readonly (readonly [RunAction, string, unknown])[] = [
  [
    answer({ nodeId: 'a/b' }),
    '/v1/runs/r%3A1/interrupts/a%2Fb',
    { resumeValue: { answers: [{ id: 'q1', answer: 'x' }] } },
  ],
  [
    {
      kind: 'exchange',
      nodeId: 'c',
      value: { action: 'go' },
      contentTrust: 'untrusted',
      interruptKind: 'conversation',
    },
    '/v1/runs/r%3A1/interrupts/c',
    { resumeValue: { operation: 'exchange', turn: { role: 'user', content: { action: 'go' } } } },
  ],
  [
    { kind: 'fork', mode: 'branch', fromSeq: 7, runOptionsOverlay: { tags: ['a'] } },
    '/v1/runs/r%3A1:fork',
    { mode: 'branch', fromSeq: 7, runOptionsOverlay: { tags: ['a'] } },
  ],
  [
    { kind: 'fork', mode: 'replay', fromSeq: 0, runOptionsOverlay: null },
    '/v1/runs/r%3A1:fork',
    { mode: 'replay', fromSeq: 0 },
  ],
  [{ kind: 'cancel', reason: null }, '/v1/runs/r%3A1/cancel', {}],
  [{ kind: 'cancel', reason: 'enough' }, '/v1/runs/r%3A1/cancel', { reason: 'enough' }],
  [
    { kind: 'pause', reason: null, drainPolicy: 'immediate' },
    '/v1/runs/r%3A1:pause',
    { drainPolicy: 'immediate' },
  ],
  [{ kind: 'resume', reason: null }, '/v1/runs/r%3A1:resume', {}],
  [
    { kind: 'annotate', target: { eventId: 'e' }, signal: { kind: 'rating', rating: 5 }, note: null },
    '/v1/runs/r%3A1/annotations',
    { target: { eventId: 'e' }, signal: { kind: 'rating', rating: 5 } },
  ],
];

test.each(REQUESTS)('the preview is the request that is sent: %j', async (action, path, body) => {
  const tokens = createTokenBook();
  const preview = previewAction(nowhere, 'r:1', action, tokens);
  if (!preview.allowed) throw new Error(preview.message);
  const { url, headers, body: text, curl } = preview.request;
  expect([url, JSON.parse(text)]).toEqual([`https://host.example/team${path}`, body]);
  expect(headers).toContainEqual(['Authorization', 'Bearer …[masked:session-token]']);
  expect(curl).toContain(`POST '${url}'`);
  expect(curl).toContain('"Authorization: Bearer $OPENWOP_TOKEN"');
  const { host, connection } = await hostThat(200, {});
  await performAction(connection, 'r:1', action, tokens);
  expect(host.seen.map((seen) => [seen.method, seen.url, seen.body])).toEqual([['POST', path, text]]);
});

test('a token endpoint is used by reference; neither preview nor outcome holds the token (section 8)', async () => {
  const tokens = createTokenBook();
  const [tokenRef = null] = tokens.noteOpen([
    { kind: 'external-event', nodeId: 'n', token: TOKEN, actions: null },
  ]);
  const action = answer({ tokenRef, interruptKind: 'external-event', resumeValue: { it: "isn't" } });
  const preview = previewAction(nowhere, 'r-1', action, tokens);
  expect(JSON.stringify([preview, tokenRef])).not.toContain(TOKEN.slice(0, 8));
  expect(preview).toMatchObject({
    request: { url: 'https://host.example/team/v1/interrupts/…[masked:interrupt-token]' },
  });
  const curl = preview.allowed ? preview.request.curl : '';
  expect(curl).toContain(`'https://host.example/team/v1/interrupts/'"$OPENWOP_INTERRUPT_TOKEN"`);
  expect(curl).toContain(`--data-raw '{"resumeValue":{"it":"isn'\\''t"}}'`);
  expect(curl).not.toContain('Authorization');
  const { host, connection } = await hostThat(404, {
    error: 'not_found',
    message: `no /v1/interrupts/${TOKEN}`,
  });
  const outcome = await performAction(connection, 'r-1', action, tokens);
  expect(host.seen[0]).toMatchObject({ url: `/v1/interrupts/${TOKEN}` });
  expect(host.seen[0]?.headers.authorization).toBeUndefined();
  expect(JSON.stringify(outcome)).not.toContain(TOKEN.slice(0, 8));
  tokens.forget();
  expect(previewAction(nowhere, 'r-1', action, tokens)).toMatchObject({
    allowed: false,
    code: 'token_unknown',
  });
});

const approval = (over: Partial<Answering>, resumeValue: unknown = { action: 'accept' }): Answering =>
  answer({ interruptKind: 'approval', nodeId: 'gate', resumeValue, ...over });

/** Action, code of the refusal or null. The host reported that `gate` is an approval offering accept, refine, edit-accept. */
const JUDGED: readonly (readonly [string, RunAction, string | null])[] = [
  ['the user accepts', approval({}), null],
  ['the user accepts what is untrusted', approval({ contentTrust: 'untrusted' }), null],
  [
    'an untrusted surface accepts',
    approval({ valueOrigin: 'surface', contentTrust: 'untrusted' }),
    'untrusted_content_blocks_approval',
  ],
  ['a trusted surface accepts', approval({ valueOrigin: 'surface' }), null],
  ['recorded content accepts', approval({ valueOrigin: 'content' }), 'untrusted_content_blocks_approval'],
  [
    'an untrusted surface calls the approval a clarification',
    approval({ interruptKind: 'clarification', valueOrigin: 'surface', contentTrust: 'untrusted' }),
    'untrusted_content_blocks_approval',
  ],
  ['an untrusted surface clarifies', answer({ valueOrigin: 'surface', contentTrust: 'untrusted' }), null],
  [
    'an untrusted surface talks to an approval',
    { kind: 'exchange', nodeId: 'gate', value: {}, contentTrust: 'untrusted', interruptKind: null },
    'untrusted_content_blocks_approval',
  ],
  ['an action that is not offered', approval({}, { action: 'reject' }), 'invalid_action'],
  ['ask never resolves', approval({}, { action: 'ask' }), 'invalid_action'],
  ['no action at all', approval({}, {}), 'invalid_action'],
  ['refine without a scope', approval({}, { action: 'refine' }), 'invalid_action'],
  ['refine', approval({}, { action: 'refine', refineFeedback: { scope: 'whole', text: 'x' } }), null],
  ['edit-accept without the edit', approval({}, { action: 'edit-accept' }), 'invalid_action'],
  ['edit-accept', approval({}, { action: 'edit-accept', editedArtifactData: null }), null],
  ['a voter that is pretended', approval({}, { action: 'accept', voter: 'boss' }), 'invalid_action'],
  ['a decider that is pretended', answer({ resumeValue: { decidedBy: 'boss' } }), 'invalid_action'],
  ['no address for the answer', answer({ nodeId: null }), 'invalid_action'],
  ['a token that is not known', answer({ tokenRef: 'it-1' }), 'token_unknown'],
  [
    'a fork from nowhere',
    { kind: 'fork', mode: 'branch', fromSeq: -1, runOptionsOverlay: null },
    'invalid_action',
  ],
  [
    'a replay with other options',
    { kind: 'fork', mode: 'replay', fromSeq: 0, runOptionsOverlay: {} },
    'invalid_action',
  ],
  [
    'a rating of 6',
    { kind: 'annotate', target: null, signal: { kind: 'rating', rating: 6 }, note: null },
    'invalid_action',
  ],
  [
    'a label without text',
    { kind: 'annotate', target: null, signal: { kind: 'label' }, note: null },
    'invalid_action',
  ],
  ['a flag', { kind: 'annotate', target: null, signal: { kind: 'flag' }, note: 'look' }, null],
  [
    'a key in a note',
    { kind: 'annotate', target: null, signal: { kind: 'flag' }, note: 'sk-abcdef1234567890' },
    'invalid_action',
  ],
];

test.each(JUDGED)('judged before anything is sent (sections 8 to 10): %s', async (_, action, code) => {
  const tokens = createTokenBook();
  tokens.noteOpen([
    { kind: 'approval', nodeId: 'gate', token: null, actions: ['accept', 'refine', 'edit-accept', 'ask'] },
  ]);
  const preview = previewAction(nowhere, 'r-1', action, tokens);
  expect(preview.allowed ? null : preview.code).toBe(code);
  if (preview.allowed) return;
  const { host, connection } = await hostThat(200, {});
  expect(await performAction(connection, 'r-1', action, tokens)).toMatchObject({
    ok: false,
    error: { code },
  });
  expect(host.seen).toEqual([]);
});

/** Action, answer, words. */
const OUTCOMES: readonly (readonly [RunAction, number, unknown, RegExp])[] = [
  [approval({}), 200, { status: 'waiting-approval' }, /vote is stored\. The gate still waits/],
  [approval({}), 200, { status: 'waiting-approval', interrupt: { votes: [{}, {}] } }, /\(2 so far\)/],
  [approval({}), 200, { status: 'running' }, /continues/],
  [answer({}), 200, { status: 'waiting-input' }, /still waits/],
  [answer({}), 202, {}, /will carry it out/],
  [{ kind: 'cancel', reason: null }, 200, { status: 'cancelled' }, /is cancelled/],
  [{ kind: 'cancel', reason: null }, 202, { status: 'cancelling' }, /being cancelled/],
  [{ kind: 'cancel', reason: null }, 200, { status: 'completed', alreadyTerminal: true }, /had ended before/],
  [
    { kind: 'pause', reason: null, drainPolicy: 'drain-current-node' },
    202,
    null,
    /when the current node is done/,
  ],
  [{ kind: 'resume', reason: null }, 202, { status: 'running' }, /continues/],
  [
    { kind: 'exchange', nodeId: 'c', value: 'Hi', contentTrust: 'trusted', interruptKind: null },
    200,
    { status: 'waiting-input', conversation: { turns: 3 } },
    /has 3 turns/,
  ],
];

test.each(OUTCOMES)('what the host did is one sentence: %j %i %j', async (action, status, body, words) => {
  const { connection } = await hostThat(status, body);
  const outcome = await performAction(connection, 'r-1', action, createTokenBook());
  expect(outcome.ok && outcome.words).toMatch(words);
});

test('a fork names its new run (section 9)', async () => {
  const { connection } = await hostThat(201, { runId: 'r-2', sourceRunId: 'r-1', interruptToken: TOKEN });
  const action: RunAction = { kind: 'fork', mode: 'replay', fromSeq: 0, runOptionsOverlay: null };
  const outcome = await performAction(connection, 'r-1', action, createTokenBook());
  expect(outcome).toMatchObject({ ok: true, status: 201, newRunId: 'r-2' });
  expect(JSON.stringify(outcome)).not.toContain(TOKEN);
});

/** Status and body of the answer, and whether the other form of the answers is offered. */
const OTHER_FORM_OFFERED: readonly (readonly [number, unknown, boolean])[] = [
  [400, { error: 'INVALID_RESUME_VALUE', message: 'answers must be an object keyed by question id' }, true],
  [422, { error: 'validation_error', message: 'Answer for question q1 MUST be a string' }, true],
  [422, { error: 'validation_error', message: 'wrong' }, true],
  [400, {}, true],
  [422, { error: 'interrupt_cancelled', message: 'The run was cancelled' }, false],
  [409, { error: 'interrupt_already_resolved', message: 'resolved' }, false],
  [500, { error: 'internal', message: 'answers must be an object' }, false],
];

test.each(OTHER_FORM_OFFERED)(
  'answers by question id are offered when the host refuses the list, and never sent by themselves: %i %j (bundles 8)',
  async (status, said, isOffered) => {
    const { host, connection } = await hostThat(status, said);
    const resumeValue = {
      answers: [
        { id: 'q1', answer: 'x' },
        { id: '__proto__', answer: { n: 1 } },
      ],
    };
    const outcome = await performAction(connection, 'r-1', answer({ resumeValue }), createTokenBook());
    expect(host.seen).toHaveLength(1);
    if (outcome.ok) throw new Error('the host refused');
    if (!isOffered) return expect(outcome.otherForm).toBeNull();
    if (outcome.otherForm?.kind !== 'resolve-interrupt') throw new Error('nothing is offered');
    expect(JSON.stringify(outcome.otherForm.resumeValue)).toBe(
      '{"answers":{"q1":"x","__proto__":"{\\"n\\":1}"}}',
    );
    const again = await performAction(connection, 'r-1', outcome.otherForm, createTokenBook());
    expect(again).toMatchObject({ ok: false, otherForm: null });
  },
);

test('a request that may have arrived is reported as one, and is not sent again', async () => {
  const host = await startLoopbackHost((_, response) => response.socket?.destroy());
  open.push(host);
  const connection = createHostConnection({
    fetch: createHostFetch(),
    baseUrl: host.baseUrl,
    token: () => null,
  });
  const outcome = await performAction(connection, 'r-1', { kind: 'cancel', reason: null }, createTokenBook());
  expect(outcome.ok ? '' : outcome.error.message).toMatch(/not known whether the host carried it out/);
  expect(host.seen).toHaveLength(1);
});

const recorded = (path: string): unknown =>
  JSON.parse(readFileSync(`testing/recordings/app/${path}`, 'utf8'));

test('open interrupts come from the snapshot and from the list, each once, without tokens (section 8)', async () => {
  const snapshot = recorded('conformance-approval/suspended/snapshot.json');
  const [list] = JSON.parse(JSON.stringify(recorded('conformance-approval/interrupt-resolution.json')));
  const host = await startLoopbackHost(({ url }, response) => {
    if (url.startsWith('/v1/runs/with-list') || url.startsWith('/v1/runs/plain'))
      sendJson(response, 200, snapshot);
    else if (url.includes('/runs/with-list/interrupts')) sendJson(response, 200, list.body);
    else sendJson(response, 404, { error: 'not_found', message: 'm' });
  });
  open.push(host);
  const connection = createHostConnection({
    fetch: createHostFetch(),
    baseUrl: host.baseUrl,
    token: () => null,
  });
  for (const [runId, interruptId] of [
    ['with-list', '27acaa92c59516e38c31761129a05180'],
    ['plain', null],
  ] as const) {
    const tokens = createTokenBook();
    const answered = await openInterrupts(connection, runId, tokens);
    if (!answered.ok) throw new Error(answered.error.message);
    expect(answered.value).toMatchObject([{ kind: 'approval', nodeId: 'gate', interruptId }]);
    expect(JSON.stringify(answered.value)).not.toContain(TOKEN.slice(0, 8));
    const [first] = answered.value;
    expect(tokens.tokenOf(first?.tokenRef ?? '')).toBe(TOKEN);
    expect(tokens.requestedBy(null, 'gate')?.actions).toEqual(['accept', 'reject']);
    expect(tokens.noteOpen([{ kind: 'approval', nodeId: 'gate', token: TOKEN, actions: null }])).toEqual([
      first?.tokenRef,
    ]);
  }
});

test('what two hosts wrap as config is unwrapped (run-events 3.3)', async () => {
  const config = { questions: [{ id: 'q', question: '?' }] };
  const interrupt = {
    kind: 'clarification',
    nodeId: 'ask',
    payload: { kind: 'clarification', nodeId: 'ask', config },
  };
  const { connection } = await hostThat(200, { runId: 'r-1', status: 'waiting-input', interrupt });
  const answered = await openInterrupts(connection, 'r-1', createTokenBook());
  expect(answered).toMatchObject({ ok: true, value: [{ data: config, tokenRef: null }] });
});

test.each<[RunAction, string, RegExp]>([
  [
    { kind: 'fork', mode: 'replay', fromSeq: 0, runOptionsOverlay: null },
    'not_found',
    /cannot do this: it has no endpoint/,
  ],
  [{ kind: 'resume', reason: null }, 'not_found', /cannot do this: it has no endpoint/],
  [{ kind: 'resume', reason: null }, 'run_not_found', /no run with this id/],
  [answer({}), 'not_found', /Check the address/],
])(
  '404 on an action: the host cannot, unless it speaks of the run (5.1, 5.2): %o, %s',
  async (action, error, words) => {
    const { connection } = await hostThat(404, { error, message: 'm' });
    const outcome = await performAction(connection, 'r-1', action, createTokenBook());
    expect(outcome).toMatchObject({
      ok: false,
      error: { status: 404, message: expect.stringMatching(words) },
    });
  },
);
