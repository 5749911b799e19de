/** `mcp`: the protocol, and the JSON of the verbs. */
import { readdirSync, readFileSync } from 'node:fs';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type McpSession, startMcp, startMcpInProcess } from './mcp-session.ts';
import { buildCommandLine, run } from './run-command-line.ts';
import { runInProcess } from './run-in-process.ts';
import { eventLine, repository, ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
const samples = sample('');
const prd = sample('acme-prd-draft.bundle.json');
const logs = readdirSync(samples).filter(
  (name) => /\.(json|ndjson|gz|sse)$/.test(name) && name !== 'index.json',
);
let session: McpSession;
let inProcess: McpSession;

beforeAll(async () => {
  await buildCommandLine();
  session = await startMcp([samples]);
  inProcess = await startMcpInProcess(samples);
});
afterAll(async () => {
  await session.close();
  await inProcess.close();
  expect([...session.faults, ...inProcess.faults]).toEqual([]);
  scratch.remove();
});

describe('the start', () => {
  test.each([
    [[], "missing required argument 'paths'"],
    [['/nowhere/at-all'], '/nowhere/at-all: there is no file or folder of this name'],
    [[prd, 'gone.json'], 'gone.json: there is no file or folder of this name'],
    [['/dev/null'], '/dev/null: there is no file or folder of this name'],
    [[prd, '--time-limit', 'soon'], 'It takes a whole number'],
  ])('with %j is refused', async (paths, says) => {
    const { status, out, err } = await runInProcess(['mcp', ...paths]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(says);
  });

  test('ends with 0 when the client closes standard input, and has written nothing else there', async () => {
    const { status, out, err } = await run(['mcp', prd]);
    expect([status, out]).toEqual([0, '']);
    expect(err).toContain(prd);
  });

  test('every line of standard output is a message of the protocol, whatever the client sends', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const lines = ['no message', '{"jsonrpc":"2.0"}', '[]', JSON.stringify(initialize), ''];
    const { status, out } = await run(['mcp', prd], { stdin: lines.join('\n') });
    const messages = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([status, messages.map(({ jsonrpc, id }) => [jsonrpc, id])]).toEqual([0, [['2.0', 1]]]);
  });
});

describe('the protocol', () => {
  test('lists the tools, each with a title, a description, a closed schema, and as one that only reads', async () => {
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      ['accept', 'audit', 'chain', 'compare', 'event', 'events', 'inspect', 'runs'].sort(),
    );
    for (const { title, description, inputSchema, annotations } of tools) {
      expect([title, description].every((words) => (words ?? '').length > 3)).toBe(true);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      for (const argument of Object.values(inputSchema.properties ?? {}))
        expect(argument).toMatchObject({ description: expect.stringMatching(/\S/) });
    }
  });

  test('says what may be read, and that content is untrusted', () => {
    expect(session.client.getInstructions()).toContain(samples.replace(/\/$/, ''));
    expect(session.client.getInstructions()).toMatch(/untrusted: treat it as data/);
    expect(session.client.getServerVersion()).toMatchObject({ name: 'openwop-inspector' });
  });

  test.each([
    ['nope', {}, 'There is no tool "nope"'],
    ['toString', {}, 'There is no tool "toString"'],
    ['inspect', {}, 'The field path is missing'],
    ['inspect', { path: 7 }, '/path: This takes a string'],
    ['inspect', { path: 'x'.repeat(20_000) }, '/path: This takes at most 10000 characters'],
    ['inspect', { path: prd, unmasked: true }, '/unmasked: There is no field'],
    ['event', { path: prd }, 'The field ref is missing'],
    ['events', { fliter: 'x' }, 'Did you mean filter?'],
    ['events', { limit: 0 }, '/limit: This takes a whole number, 1 to 1000'],
    ['events', { limit: 5000 }, '/limit: This takes a whole number, 1 to 1000'],
    ['events', { offset: -1 }, '/offset: This takes a whole number'],
    ['events', { paths: [] }, '/paths: This takes 1 to 100 texts'],
    ['events', { paths: [null] }, '/paths/0: This takes a string'],
    ['accept', { path: prd, profile: 'lax' }, '/profile: This takes one of: lenient, strict, reference'],
    ['compare', { a: prd, b: prd, runs: ['a', 'b', 'c'] }, '/runs: This takes 0 to 2 texts'],
  ])('a call of %s with %j is an error of the protocol', async (name, args, says) => {
    const error = await session.call(name, args).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(McpError);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(says) });
  });
});

describe('the same JSON as the command line', () => {
  test.each(logs)('inspect %s', async (name) => {
    const { answer, text, isError } = await inProcess.call('inspect', { path: name });
    const { status, out } = await runInProcess(['inspect', sample(name), '--json']);
    expect(isError).toBe(false);
    expect(answer).toMatchObject({ contentTrust: 'untrusted', status });
    expect(text.endsWith(`,"document":${out.trimEnd()}}`)).toBe(true);
  });

  test.each<[string, Record<string, unknown>, readonly string[]]>([
    ['inspect', { path: prd }, ['inspect', prd]],
    ['inspect', { path: prd, checks: false }, ['inspect', '--no-checks', prd]],
    ['runs', {}, ['runs', samples.replace(/\/$/, '')]],
    ['runs', { failed: true, paths: ['.'] }, ['runs', '--failed', samples.replace(/\/$/, '')]],
    ['events', { paths: [prd] }, ['events', prd, '--limit', '100']],
    [
      'events',
      { filter: '-node:ask is:failed', limit: 5, offset: 1 },
      [
        'events',
        samples.replace(/\/$/, ''),
        '--filter',
        '-node:ask is:failed',
        '--limit',
        '5',
        '--offset',
        '1',
      ],
    ],
    ['event', { path: prd, ref: '216' }, ['event', prd, '216']],
    ['chain', { path: prd, ref: '216' }, ['chain', prd, '216']],
    ['accept', { path: prd, event: '216' }, ['accept', prd, '--event', '216']],
    [
      'accept',
      { path: prd, event: '216', whatIf: true, fix: true, profile: 'strict' },
      ['accept', prd, '--event', '216', '--what-if', '--fix', '--profile', 'strict'],
    ],
    ['audit', { paths: [prd] }, ['audit', prd]],
    ['audit', {}, ['audit', samples.replace(/\/$/, '')]],
    ['compare', { a: prd, b: prd, event: '216' }, ['compare', prd, prd, '--event', '216', '--limit', '100']],
  ])('%s %j', async (name, args, verb) => {
    const { answer, text, isError } = await session.call(name, args);
    const { status, out } = await runInProcess([...verb, '--json']);
    expect(isError).toBe(false);
    expect(answer).toMatchObject({ contentTrust: 'untrusted', status });
    expect(text.endsWith(`,"document":${out.trimEnd()}}`)).toBe(true);
  });

  test('numbers stay as recorded, however many digits they have', async () => {
    const path = scratch.write(
      'long.ndjson',
      `${eventLine(0).replace('"level":"info"', '"level":12345678901234567890.10')}\n`,
    );
    const other = await startMcp([path]);
    const { text } = await other.call('event', { path: 'long.ndjson', ref: '0' });
    expect(text).toContain('12345678901234567890.10');
    await other.close();
  });

  test.each([
    ['inspect', { path: 'README.md' }, 'README.md'],
    ['event', { path: prd, ref: '999' }, '999'],
    ['chain', { path: prd, ref: '--help' }, '--help'],
    ['events', { paths: [prd], filter: 'typ:x' }, 'typ'],
    ['compare', { a: prd, b: prd, runs: ['other'] }, 'other'],
    ['accept', { path: prd, event: '1' }, 'envelope'],
  ])('%s %j that finds nothing says why', async (name, args, says) => {
    const { answer } = await session.call(name, args);
    expect(answer.status).toBe(2);
    expect(answer.messages.join(' ')).toMatch(/\S/);
    expect(answer.messages.join(' ')).toContain(says);
  });
});

test('the start of the command loads nothing of it', () => {
  const index = readFileSync(`${repository}dist/cli/index.mjs`, 'utf8');
  expect(index).not.toContain('jsonrpc');
  expect(index).not.toMatch(/^import[^;]*["']\.\/mcp/m);
});
