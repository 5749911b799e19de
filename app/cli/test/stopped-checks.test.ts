import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runVector } from '@openwop-inspector/acceptor-core';
import { afterAll, describe, expect, test } from 'vitest';
import { accept } from '../src/verbs/accept.ts';
import { agh } from '../src/verbs/agh.ts';
import { events } from '../src/verbs/events.ts';
import { inspect } from '../src/verbs/inspect.ts';
import { lintSchema } from '../src/verbs/lint-schema.ts';
import { isPassed, type VectorRun, vectorsReport } from '../src/verbs/vectors.ts';
import { say } from './acceptor-inputs.ts';
import { captureTerminal } from './capture-terminal.ts';
import { eventLine, ScratchFolder } from './scratch-folder.ts';

/** No verb says that all is well of what was not checked (acceptor 2.2). */

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const kind = 'vendor.acme.report';
const envelope = {
  type: kind,
  schemaVersion: 1,
  envelopeId: 'e1',
  correlationId: 'c1',
  nodeId: 'n1',
  payload: { a: `${'a'.repeat(60)}!` },
  meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
};
const doubling = Object.fromEntries(
  Array.from({ length: 60 }, (_, level) => [
    `l${level}`,
    { allOf: [{ $ref: `#/$defs/l${level + 1}` }, { $ref: `#/$defs/l${level + 1}` }] },
  ]),
);

function written(name: string, value: unknown): string {
  const path = join(scratch.path, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

async function accepted(
  schema: unknown,
  options: { json?: boolean; whatIf?: boolean; envelopes?: unknown } = {},
) {
  const { json = true, whatIf = false, envelopes = envelope } = options;
  const stored = captureTerminal();
  const context = written('context.json', schema === undefined ? {} : { schemas: { [kind]: schema } });
  const plain = {
    profile: null,
    event: null,
    asText: false,
    unmasked: false,
    fix: false,
    write: null,
    force: false,
  };
  const status = await accept(
    written('envelope.json', envelopes),
    { ...plain, json, whatIf, context },
    stored.surroundings,
  );
  return { status, out: stored.out(), err: stored.err() };
}

describe('accept', () => {
  test.each([
    ['a pattern that backtracks', { properties: { a: { pattern: '^(a+)+$' } } }, 'stopped'],
    ['a $ref to itself', { anyOf: [{ $ref: '#' }] }, 'endless'],
    ['references that double', { $defs: { ...doubling, l60: true }, $ref: '#/$defs/l0' }, 'stopped'],
    ['a pattern that is too long', { properties: { a: { pattern: 'a'.repeat(513) } } }, 'stopped'],
    ['a schema that cannot be read', { $ref: 'https://evil.example/s.json' }, 'unusable'],
  ])('%s: stopped, with the reason, and the status is 1', async (_what, schema, code) => {
    const { status, out } = await accepted(schema);
    expect(status).toBe(1);
    const [result] = JSON.parse(out).results;
    expect(result).toMatchObject({
      outcome: { status: 'stopped', reasons: [{ code }] },
      step: 'payload',
      events: [],
    });
    expect(result.outcome).not.toHaveProperty('code');
    expect(result.steps.at(-1)).toMatchObject({ step: 'payload', verdict: 'stopped' });
  });

  test('the user reads stopped, the limit, and that it is neither accepted nor refused', async () => {
    const { status, out } = await accepted({ properties: { a: { pattern: '^(a+)+$' } } }, { json: false });
    expect(status).toBe(1);
    expect(out).toContain('Stopped  at payload: neither accepted nor refused');
    expect(out).toContain('limit of 500 ms');
    expect(out).not.toMatch(/Accepted|passed.*payload/);
  });

  test('what if: the later steps are reported as what they would have said, and none records anything', async () => {
    const { out } = await accepted({ properties: { a: { pattern: '^(a+)+$' } } }, { whatIf: true });
    const { steps } = JSON.parse(out).results[0];
    expect(steps.at(-1)).toMatchObject({ step: 'emit', verdict: 'skipped', hypothetical: true });
  });

  test('an acceptance without a schema names what was not checked (acceptor 3.2)', async () => {
    const { status, out } = await accepted(undefined, { json: false });
    expect(status).toBe(0);
    expect(out).toContain('not checked: kind, schema-version, payload');
  });

  test('envelopes of a text that were left out are no acceptance', async () => {
    const error = { ...envelope, type: 'error', payload: { code: 'c', message: 'm' } };
    const many = Array.from({ length: 257 }, (_, i) => ({
      ...error,
      correlationId: `c${i}`,
      envelopeId: `e${i}`,
    }));
    const text = many.map((one) => `\`\`\`json\n${JSON.stringify(one)}\n\`\`\``).join('\n');
    const { status, err } = await accepted(undefined, { envelopes: text });
    expect(err).toContain('too_many_envelopes');
    expect(status).toBe(1);
  });
});

test('accept: an envelope outside the events that is too large to be judged is no acceptance', async () => {
  const one = (id: string, message: string) => ({
    ...envelope,
    type: 'error',
    envelopeId: id,
    correlationId: id,
    payload: { code: 'c', message },
  });
  const large = JSON.stringify(one('b', 'x'.repeat(8 * 1024 * 1024)));
  const text = [eventLine(0, { type: 'run.started' }), JSON.stringify(one('a', 'm')), large].join('\n');
  const { status, out, err } = await accepted(undefined, { envelopes: text });
  expect(JSON.parse(out).results).toHaveLength(1);
  expect(err).toMatch(/has more than 8.* and was not judged/);
  expect(status).toBe(1);
});

describe('inspect', () => {
  const event = (sequence: number, type: string, payload: object) => eventLine(sequence, { type, payload });

  async function inspected(text: string, options: { json: boolean; checks: boolean }) {
    const stored = captureTerminal();
    const status = await inspect([written('log.ndjson', text)], options, stored.surroundings);
    return { status, out: stored.out() };
  }

  const small = [event(0, 'run.started', {}), event(1, 'run.completed', {})].join('\n');

  test('with checks the document says how many payloads were checked', async () => {
    const { out } = await inspected(small, { json: true, checks: true });
    expect(JSON.parse(out).checks).toEqual({ known: true, value: { payloads: 2 } });
  });

  test('--no-checks says so next to "none found", in words and in the document', async () => {
    const { out } = await inspected(small, { json: false, checks: false });
    expect(out).toMatch(/not everything was checked: the check of the payloads was not run/);
    const document = await inspected(small, { json: true, checks: false });
    expect(JSON.parse(document.out).checks).toMatchObject({ known: false, reasons: [{ code: 'not-run' }] });
  });

  test('a payload over the limit is not taken for one that was checked; the status is 1', async () => {
    const large = event(1, 'log.appended', { level: 'info', message: 'x'.repeat(8 * 1024 * 1024) });
    const text = [event(0, 'run.started', {}), large, event(2, 'run.completed', {})].join('\n');
    const { status, out } = await inspected(text, { json: true, checks: true });
    expect(JSON.parse(out).checks).toMatchObject({
      known: false,
      reasons: [{ code: 'stopped', limit: 8 * 1024 * 1024, unit: 'bytes' }],
    });
    expect(status).toBe(1);
  });
});

test('events: a filter by problems of what was not checked says that some may be missing', async () => {
  const file = written('few.ndjson', eventLine(0, { type: 'run.started' }));
  for (const checks of [true, false]) {
    const stored = captureTerminal();
    const options = { json: true, filter: 'problem:error', limit: null, offset: 0, checks };
    await events(file, options, stored.surroundings);
    expect(stored.err().includes('not everything was checked')).toBe(!checks);
  }
});

describe('agh', () => {
  const message = { ...say, to: 'b' };

  async function judged(peers: readonly { channel: string; peer: string }[]) {
    const out: string[] = [];
    for (const json of [true, false]) {
      const stored = captureTerminal();
      const options = { json, now: null, peers, context: null, unmasked: false };
      await agh(written('messages.ndjson', message), options, stored.surroundings);
      out.push(stored.out());
    }
    return out;
  }

  test('routing without peers of this side is not checked, and is not said to have passed (agh 2)', async () => {
    const [json = '', report = ''] = await judged([]);
    const { steps } = JSON.parse(json).results[0];
    expect(steps.find(({ step }: { step: string }) => step === 'A5a')).toMatchObject({
      verdict: 'unchecked',
    });
    expect(report).toMatch(/trust: unverified, always; not checked: routing/i);
  });

  test('with peers it is checked, and nothing is left open', async () => {
    const [, report = ''] = await judged([{ channel: 'builders', peer: 'b' }]);
    expect(report).not.toContain('not checked');
  });
});

describe('vectors', () => {
  const vector = {
    id: 'A',
    clause: 'c',
    title: 't',
    context: {},
    form: 'gate',
    input: {},
    expect: {},
  } as never;
  const run = (more: Partial<VectorRun>): VectorRun => ({
    files: 1,
    passed: [],
    failed: [],
    known: [],
    knownThatPass: [],
    notAnswered: [],
    notRun: 0,
    ...more,
  });

  test('a vector that nobody answers, or that did not run, is no pass', async () => {
    const result = await runVector(vector, {});
    expect(result.kind).toBe('not-answered');
    const unanswered = run({ notAnswered: [{ file: 'f', result }] });
    for (const one of [unanswered, run({ notRun: 3 })]) {
      expect(isPassed(one)).toBe(false);
      expect(JSON.stringify(vectorsReport(one)[0])).toContain('Incomplete');
    }
    expect(isPassed(run({}))).toBe(true);
  });
});

test('lint-schema: a schema that is too large to be linted is an error in every tier', async () => {
  let deep: unknown = { type: 'string' };
  for (let level = 0; level < 2_000; level += 1) deep = { anyOf: [deep] };
  const file = written('schema.json', deep);
  for (const tier of ['strict', 'warn'] as const) {
    const stored = captureTerminal();
    expect(await lintSchema([file], { json: false, tier, specOwned: false }, stored.surroundings)).toBe(1);
    expect(stored.out()).not.toContain('Fine');
  }
});
