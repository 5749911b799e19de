/** Three answers and never two: what a declaration does not say is not known (acceptor S0, S5, S7, S9, 3.1). */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { discovery } from '../src/verbs/discovery.ts';
import { portability } from '../src/verbs/portability.ts';
import { envelope } from './acceptor-inputs.ts';
import { captureTerminal } from './capture-terminal.ts';
import { recordings, ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

async function compared(paths: readonly string[], options: Partial<Options<'portability'>>) {
  const stored = captureTerminal({});
  const all = { hosts: [], context: null, unmasked: false, json: false, ...options };
  const status = await portability(paths, all, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

let files = 0;
const written = (value: unknown): string => scratch.write(`${++files}.json`, JSON.stringify(value));

interface Cell {
  readonly answer: string;
  readonly reasons: readonly {
    readonly step: string;
    readonly decides: string | null;
    readonly missing: readonly { readonly record: string }[];
    readonly example: { readonly line: number | null; readonly sequence: number | null };
  }[];
}

async function cellOf(one: unknown, host: unknown, context: unknown = null): Promise<Cell> {
  const given = context === null ? null : written(context);
  const { out, err } = await compared([written(one)], { hosts: [written(host)], context: given, json: true });
  expect(err).toBe('');
  return JSON.parse(out).kinds[0].cells[0];
}

const kind = 'vendor.acme.note';
const limits = { clarificationRounds: 1, schemaRounds: 1, envelopesPerTurn: 5 };
const whole = { supportedEnvelopes: [kind], schemaVersions: { [kind]: 1, error: 1 }, limits };
const note = envelope({ type: kind, payload: { text: 'x' } });
const schemas = { schemas: { [kind]: { type: 'object', required: ['text'] } } };

describe('what decides a cell', () => {
  test.each([
    ['S0 capability', note, { ...whole, aiEnvelope: false }, 'refused', 'capability', 'capability'],
    ['S3 envelope', envelope({ meta: 1 }), whole, 'refused', 'shape', 'envelope'],
    ['S5 kind', envelope({ type: 'vendor.acme.other' }), whole, 'refused', 'kind', 'kind'],
    [
      '3.1 version',
      envelope({ type: kind, schemaVersion: 9 }),
      whole,
      'refused',
      'schema-version',
      'version',
    ],
    ['S7 schema', envelope({ type: kind, payload: {} }), whole, 'refused', 'payload', 'schema'],
    [
      'S9 limit',
      note,
      { ...whole, limits: { ...limits, envelopesPerTurn: 0 } },
      'refused',
      'limits',
      'limit',
    ],
    ['accepted', note, whole, 'accepted', 'emit', null],
    ['accepted, a universal kind', envelope(), whole, 'accepted', 'emit', null],
  ])('%s', async (_clause, one, host, answer, step, decides) => {
    const cell = await cellOf(one, host, schemas);
    expect(cell).toMatchObject({ answer, reasons: [{ step, decides, example: { line: 1 } }] });
  });

  const { supportedEnvelopes: _kinds, ...withoutKinds } = whole;
  const { schemaVersions: _versions, ...withoutVersions } = whole;
  test.each([
    ['the kinds', note, withoutKinds, schemas, 'supportedEnvelopes'],
    ['the versions', note, withoutVersions, schemas, 'schemaVersions'],
    ['a limit', note, { ...whole, limits: { schemaRounds: 1 } }, schemas, 'limits.envelopesPerTurn'],
    ['the schema of the kind', note, whole, null, 'schemas'],
    ['envelopes at all', envelope(), { limits }, null, 'aiEnvelope'],
  ])('not known without %s', async (_what, one, host, context, named) => {
    const { answer, reasons } = await cellOf(one, host, context);
    expect(answer).toBe('unknown');
    expect(reasons[0]?.missing.map(({ record }) => record).join()).toContain(named);
  });
});

describe('a log', () => {
  const hosts = [join(recordings, 'app/well-known.openwop.json')];
  test('names the event of each example, and judges without what its own host declares', async () => {
    const { status, out } = await compared([sample('acme-prd-draft.bundle.json')], { hosts, json: true });
    const row = JSON.parse(out).kinds.find((one: { kind: string }) => one.kind === 'vendor.acme.prd.create');
    expect(row.cells[0]).toMatchObject({ answer: 'refused', reasons: [{ decides: 'kind' }] });
    expect(row.cells[0].reasons[0].example.sequence).toEqual(expect.any(Number));
    expect(status).toBe(1);
  });

  test('that does not hold a version, at a host of v2, whose floor of a kind it does not list is 0', async () => {
    const own = { preferredVersion: '2.0', aiEnvelope: { witness: 'w' }, schemaVersions: {} };
    const host = written({ ...whole, ...own, limits: { ...limits, schemaRounds: 9 } });
    const { out } = await compared([sample('clarification.poll.json')], { hosts: [host], json: true });
    const row = JSON.parse(out).kinds.find((one: { kind: string }) => one.kind === 'clarification.request');
    expect(row.cells[0]).toMatchObject({ answer: 'unknown', reasons: [{ step: 'schema-version' }] });
    expect(row.cells[0].reasons[0].missing[0].record).toContain('output.chunk');
  });

  const none = { ...limits, clarificationRounds: 0 };
  test.each([
    ['a payload', 'media.image', null, 'unknown'],
    ['a payload, where the limit is 0', 'clarification.request', { ...whole, limits: none }, 'refused'],
    ['a kind', '(no kind)', null, 'unknown'],
    ['a kind, where no envelope is taken', '(no kind)', { ...whole, aiEnvelope: false }, 'refused'],
  ])('that does not hold %s', async (_what, of, host, answer) => {
    const { out } = await compared([join(recordings, 'app/_envelopes/story.test-events.json')], {
      hosts: host === null ? hosts : [written(host)],
      json: true,
    });
    const row = JSON.parse(out).kinds.find((one: { kind: string }) => one.kind === of);
    expect(row.cells[0]).toMatchObject({ answer, counts: { [answer]: row.envelopes } });
  });
});

describe('bad input is named', () => {
  const folder = (name: string, inside: Readonly<Record<string, string>>): string => {
    const path = join(scratch.path, name);
    mkdirSync(path);
    for (const [file, text] of Object.entries(inside)) writeFileSync(join(path, file), text);
    return path;
  };
  const named = JSON.stringify({ implementation: { name: 'acme' }, ...whole });

  test('junk of a folder in one note, two declarations of one host', async () => {
    const hosts = folder('mixed', { 'a.json': named, 'b.json': named, 'c.txt': '\u0000', 'd.json': '[]' });
    const { err, out } = await compared([written(note)], { hosts: [hosts], json: true });
    expect(err.match(/left out/g)).toHaveLength(1);
    expect(err).toMatch(/c\.txt, .*d\.json: no declaration of a host, left out/);
    expect(err).toMatch(/declare the same host, acme/);
    expect(JSON.parse(out).hosts.map((host: { name: string }) => host.name)).toEqual([
      expect.stringContaining('a.json'),
      expect.stringContaining('b.json'),
    ]);
  });

  test.each([
    ['no --hosts', () => [], '--hosts names'],
    ['an empty folder', () => [folder('empty', {})], 'There is no declaration of a host'],
    ['junk alone', () => [folder('junk', { 'x.json': '{}' })], 'There is no declaration of a host'],
    ['a file that is none', () => [written({})], 'not a discovery document'],
  ])('%s', async (_what, hosts, words) => {
    const { status, err } = await compared([written(note)], { hosts: hosts() });
    expect([status, err]).toEqual([2, expect.stringContaining(words)]);
  });

  test('no envelope', async () => {
    const { status, err } = await compared([written({ a: 1 })], { hosts: [written(whole)] });
    expect([status, err]).toEqual([2, expect.stringContaining('it holds no envelope')]);
  });

  test('of kinds without end the first five hundred have rows, and the others are counted', async () => {
    const many = Array.from({ length: 600 }, (_, at) => envelope({ type: `__proto__${at}` }));
    const { out } = await compared([written(many)], { hosts: [written(whole)], json: true });
    const { kinds, leftOut } = JSON.parse(out);
    expect([kinds.length, leftOut]).toEqual([500, 100]);
  });
});

test('discovery --save puts a declaration into a folder by the name of its host, and never outside it', async () => {
  const file = written({ implementation: { name: '../../Acme Host' }, protocolVersion: '1.0', ...whole });
  const options = { tokenEnv: null, ca: null, force: false, json: false, save: scratch.path };
  await discovery(file, options, { ...captureTerminal({}).surroundings, readVariable: () => undefined });
  expect(existsSync(join(scratch.path, 'acme-host.json'))).toBe(true);
});
