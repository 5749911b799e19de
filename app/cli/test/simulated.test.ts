import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { discovery } from '../src/verbs/discovery.ts';
import { dispatch, gate } from '../src/verbs/simulated.ts';
import { envelope } from './acceptor-inputs.ts';
import { captureTerminal } from './capture-terminal.ts';
import { recordings, repository, ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());
let files = 0;
const file = (content: unknown): string => scratch.write(`${++files}.json`, JSON.stringify(content));

type Simulated = typeof dispatch;

async function ran(verb: Simulated, content: unknown, json = true) {
  const stored = captureTerminal({ columns: '100' });
  const status = await verb(file(content), { json, unmasked: false }, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

const good = JSON.stringify(envelope({}));
const bad = JSON.stringify(envelope({ payload: { code: 'validation_failed' } }));
const turn = {
  responses: [
    { stop: 'length', text: good.slice(0, 40), usage: { outputTokens: 512 } },
    { stop: 'stop', text: bad },
    { stop: 'stop', text: good },
  ],
  config: { maxRetryAttempts: 3, schemaRounds: 2, maxTokens: 512, multiplier: 2, ceiling: 4096 },
  context: { nodeId: 'draft' },
};

interface Vector {
  readonly id: string;
  readonly dispatch?: object;
  readonly gate?: object;
  readonly context?: object;
  readonly expect: { readonly terminal?: object; readonly decision?: string };
}
/** Vectors without a context of their own have that of their file. */
function vectorsOf(name: string): readonly Vector[] {
  const { vectors, context } = JSON.parse(readFileSync(join(repository, 'testing/vectors', name), 'utf8'));
  return vectors.map((vector: Vector) => ({ context, ...vector }));
}

describe('dispatch (acceptor 5)', () => {
  test('attempts, their routes and the events that follow', async () => {
    const { status, out } = await ran(dispatch, turn);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      terminal: { status: 'accepted', attempts: 3 },
      attempts: [
        { maxTokens: 512, decision: 'retry', reason: 'truncation' },
        { maxTokens: 1024, decision: 'retry', reason: 'schema-violation', corrective: false },
        { maxTokens: 1024, decision: 'accepted', corrective: true },
      ],
      events: [
        { type: 'envelope.truncated', payload: { nodeId: 'draft' } },
        { type: 'envelope.retry.attempted', payload: { attempt: 2, reason: 'truncation' } },
        { type: 'envelope.retry.attempted', payload: { attempt: 3, reason: 'schema-violation' } },
      ],
    });
  });

  test('for the user: each attempt with its budget, what was decided and why', async () => {
    const { out } = await ran(dispatch, turn, false);
    expect(out).toMatch(/^Accepted {2}after 3 of 3 attempts/);
    expect(out).toMatch(
      /Attempt 2 {2}budget 1,024 {2}stop stop, clean\nEnvelopes +invalid at payload, envelope_invalid/,
    );
    expect(out).toMatch(/Decision +retry for schema-violation {2}acceptor 5/);
  });

  test('a node that fails is 1, and that the file holds too few answers is reported', async () => {
    const { status, out } = await ran(dispatch, { ...turn, responses: turn.responses.slice(0, 1) }, false);
    expect(status).toBe(1);
    expect(out).toMatch(/^Failed .*a retry was due, and the file holds no further answer/);
  });

  test('answers behind the end are reported as not needed', async () => {
    const { err } = await ran(dispatch, { ...turn, responses: [turn.responses[2], turn.responses[0]] });
    expect(err).toContain('1 answer was not needed, of 2');
  });

  test.each(vectorsOf('17-dispatch.json').filter(({ dispatch: one }) => one !== undefined))(
    'ends as the vector $id says',
    async ({ dispatch: input, context, expect: expected }) => {
      const content = context === undefined ? input : { ...input, context };
      const { status, out, err } = await ran(dispatch, content);
      expect([status, err]).not.toEqual([2, err]);
      expect(JSON.parse(out)).toMatchObject({ terminal: expected.terminal ?? {} });
    },
  );
});

describe('gate (acceptor 5.1)', () => {
  test.each(vectorsOf('18-model-gate.json').filter(({ gate: one }) => one !== undefined))(
    'decides as the vector $id says',
    async ({ gate: input, expect: expected }) => {
      const { status, out } = await ran(gate, input);
      const { decision } = JSON.parse(out);
      expect([decision, status]).toEqual([expected.decision ?? decision, decision === 'fail' ? 1 : 0]);
    },
  );

  test('for the user: the four steps with their conditions', async () => {
    const active = { provider: 'acme', model: 'small', capabilities: [] };
    const host = { modelCapabilities: { supported: true } };
    const { status, out } = await ran(gate, { required: ['vision-input'], active, host }, false);
    expect(status).toBe(1);
    expect(out).toMatch(/^Failed {2}capability_not_provided\nMissing +vision-input\n/);
    expect(out).toMatch(/▸ {2}insufficient {2}decided/);
    expect(out).toContain('no   the active model has every required capability');
  });

  test('says what a missing capability was probably meant to be', async () => {
    const active = { provider: 'acme', model: 'small', capabilities: ['vision-input'] };
    const host = { modelCapabilities: { supported: true } };
    const { out } = await ran(gate, { required: ['vison-input'], active, host }, false);
    expect(out).toContain('for vison-input: did you mean vision-input?');
  });
});

describe('what is no such file is refused by name', () => {
  test.each<[string, Simulated, unknown, RegExp]>([
    [
      'a mistyped field',
      dispatch,
      { respnses: [] },
      /\/respnses: There is no field "respnses"\. Did you mean responses\?/,
    ],
    ['a wrong type', dispatch, { responses: [{ stop: 1 }] }, /\/responses\/0\/stop: This takes a string/],
    [
      'a wrong context',
      dispatch,
      { responses: [], context: { hots: {} } },
      /\/context\/hots: .*Did you mean host/,
    ],
    ['no object', dispatch, [], /the file: This takes an object/],
    [
      'a model without a name',
      gate,
      { active: { provider: 'a' }, host: {} },
      /\/active: The field model is missing/,
    ],
    ['no host', gate, { active: { provider: 'a', model: 'm' } }, /the file: The field host is missing/],
    [
      'a host that is a text',
      gate,
      { active: { provider: 'a', model: 'm' }, host: 'x' },
      /\/host: This takes an object/,
    ],
  ])('%s', async (_what, verb, content, words) => {
    const { status, out, err } = await ran(verb, content);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(words);
  });
});

describe('discovery', () => {
  const plain: Options<'discovery'> = { tokenEnv: null, ca: null, save: null, force: false, json: true };
  const requested = async (source: string, options: Partial<Options<'discovery'>> = {}) => {
    const stored = captureTerminal({ columns: '100' });
    const means = {
      readVariable: (name: string) => (name === 'HOST_KEY' ? 'the-token-of-a-host' : undefined),
    };
    const status = await discovery(source, { ...plain, ...options }, { ...stored.surroundings, ...means });
    return { status, out: stored.out(), err: stored.err() };
  };
  const served = async (answer: (token: string | undefined) => unknown) => {
    const server = createServer((request, response) => {
      const found =
        request.url === '/.well-known/openwop' ? answer(request.headers.authorization) : undefined;
      response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found ?? { error: 'not_found' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
  };

  test.each(['app', 'in-memory'])('the recorded host %s breaks no rule', async (host) => {
    const { status, out } = await requested(join(recordings, host, 'well-known.openwop.json'));
    const document = JSON.parse(out);
    expect(status).toBe(0);
    expect(document.findings.every(({ level }: { level: string }) => level !== 'error')).toBe(true);
    expect(document.protocolVersion).toMatch(/^1\./);
  });

  test('both lints are in it, each with rule, place and clause', async () => {
    const document = { protocolVersion: '1.0', modelCapabilities: { advertised: ['A', 'A'] } };
    const { status, out } = await requested(file(document));
    const { findings } = JSON.parse(out);
    const rules = findings.map(({ rule }: { rule: string }) => rule);
    expect(status).toBe(1);
    expect(rules).toContain('model_capability_duplicate');
    for (const { pointer, clause } of findings)
      expect([typeof pointer, clause]).toEqual(['string', expect.stringMatching(/^\w+ \d/)]);
  });

  test('of a host is requested without a token, unless one is named, and can be saved', async () => {
    const tokens: (string | undefined)[] = [];
    const host = await served((token) => {
      tokens.push(token);
      return {
        protocolVersion: '1.0',
        implementation: { name: 'Loopback' },
        supportedEnvelopes: ['vendor.a.b'],
      };
    });
    const save = join(scratch.path, 'saved.json');
    const { out, err } = await requested(host.url, { save, json: false });
    await requested(host.url, { tokenEnv: 'HOST_KEY' });
    host.close();
    expect(out).toMatch(/^Loopback\nProtocol +1\.0\nKinds +vendor\.a\.b\n/);
    expect(err).toContain('saved.json holds the discovery document');
    expect(JSON.parse(readFileSync(save, 'utf8')).supportedEnvelopes).toEqual(['vendor.a.b']);
    expect(tokens).toEqual([undefined, 'Bearer the-token-of-a-host']);
  });

  test.each<[string, () => string, RegExp, string | null]>([
    ['a file that is no object', () => file([1]), /this is no discovery document/, null],
    ['a run', () => sample('acme-prd-draft.bundle.json'), /names neither a protocol version/, null],
    ['a file that is not there', () => 'gone.json', /gone\.json/, null],
    ['an address where nobody answers', () => 'http://127.0.0.1:9', /127\.0\.0\.1:9/, null],
    ['an empty variable', () => 'http://127.0.0.1:9', /the environment variable NONE is empty/, 'NONE'],
  ])('%s is 2, with the reason', async (_what, source, words, tokenEnv) => {
    const save = join(scratch.path, 'never.json');
    const { status, out, err } = await requested(source(), { tokenEnv, save });
    expect([status, out, existsSync(save)]).toEqual([2, '', false]);
    expect(err).toMatch(words);
  });
});
