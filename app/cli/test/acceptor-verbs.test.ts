import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { accept } from '../src/verbs/accept.ts';
import { agh } from '../src/verbs/agh.ts';
import { lintSchema } from '../src/verbs/lint-schema.ts';
import { vectors } from '../src/verbs/vectors.ts';
import {
  envelope,
  say,
  vectorFile,
  writeEnvelopes,
  writeMessages,
  writeSchemas,
  writeVectors,
} from './acceptor-inputs.ts';
import { type CaptureOptions, captureTerminal } from './capture-terminal.ts';
import { eventLine, repository, ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const { fine, refused, cutEnvelope } = writeEnvelopes(scratch);
const { passing, failing, mistyped, known } = writeVectors(scratch);
const { closedSchema, openSchema } = writeSchemas(scratch);
const { said, rejected } = writeMessages(scratch);

const plainAccept: Options<'accept'> = {
  json: true,
  context: null,
  profile: null,
  whatIf: false,
  event: null,
  asText: false,
  fix: false,
  write: null,
  force: false,
  unmasked: false,
};

async function accepted(
  file: string,
  options: Partial<Options<'accept'>> = {},
  terminal: CaptureOptions = {},
) {
  const stored = captureTerminal(terminal);
  const status = await accept(file, { ...plainAccept, ...options }, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

async function ran(paths: readonly string[], options: { json?: boolean; known?: string } = {}) {
  const stored = captureTerminal();
  const all = { json: options.json ?? true, known: options.known ?? null };
  const status = await vectors(paths, all, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

async function judged(file: string, options: Partial<Options<'agh'>> = {}) {
  const stored = captureTerminal();
  const all = { json: true, now: null, peers: [], context: null, unmasked: false, ...options };
  const status = await agh(file, all, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

describe('accept --fix', () => {
  const misnamed = envelope({ payload: { code: 'validation_failed', messge: 'm' } });
  const wrong = scratch.write('wrong.json', JSON.stringify(misnamed));
  const repairOf = (out: string, at = 0): Record<string, unknown> | null =>
    JSON.parse(out).results[at].repair;

  test('the smallest repair is reported as a JSON Patch with its reasons, and was tried', async () => {
    const { status, out } = await accepted(wrong, { fix: true });
    expect(status).toBe(1);
    expect(repairOf(out)).toMatchObject({
      kind: 'found',
      patch: [{ op: 'move', from: '/payload/messge', path: '/payload/message' }],
      reasons: ['gives a member the name message'],
      outcome: { status: 'accepted' },
    });
    const { out: report } = await accepted(wrong, { fix: true, json: false });
    expect(report).toContain('gives a member the name message; tried: accepted');
    expect(report).toContain('{"op":"move","from":"/payload/messge","path":"/payload/message"}');
  });

  test('what was accepted has none, and where nobody asks nothing is said', async () => {
    expect(repairOf((await accepted(fine, { fix: true })).out)).toBeNull();
    expect(repairOf((await accepted(wrong)).out)).toBeUndefined();
  });

  test('what came before counts: a limit that is used up is no matter of the envelope', async () => {
    const questions = (id: string) =>
      envelope({
        type: 'clarification.request',
        correlationId: id,
        payload: { questions: [{ id: 'q', question: 'Which?' }] },
      });
    const file = scratch.write('questions.json', JSON.stringify([questions('c1'), questions('c2')]));
    const context = scratch.write(
      'questions.context.json',
      JSON.stringify({ host: { limits: { clarificationRounds: 1 } } }),
    );
    const { out } = await accepted(file, { fix: true, context });
    const statuses = JSON.parse(out).results.map(
      ({ outcome }: { outcome: { status: string } }) => outcome.status,
    );
    expect(statuses).toEqual(['accepted', 'breached']);
    expect(repairOf(out, 0)).toBeNull();
    expect(repairOf(out, 1)).not.toMatchObject({ kind: 'found' });
  });

  test('an envelope in what a model wrote is left as it is', async () => {
    const file = scratch.write('answer.txt', `Here it is:\n${JSON.stringify(misnamed)}\nDone.`);
    const { out } = await accepted(file, { fix: true, asText: true });
    expect(repairOf(out)).toMatchObject({
      kind: 'not-looked-for',
      why: 'it does not stand alone in its text',
    });
  });

  test('a secret of the context is in no patch', async () => {
    const secret = 'hush-hush-0123456789';
    const file = scratch.write(
      'secret.json',
      JSON.stringify(envelope({ payload: { code: 'validation_failed', messge: secret } })),
    );
    const context = scratch.write(
      'secret.context.json',
      JSON.stringify({ secrets: [{ secretId: 's', value: secret }] }),
    );
    for (const json of [true, false]) {
      const { status, out, err } = await accepted(file, { fix: true, context, json });
      expect(status).toBe(1);
      if (json) expect(repairOf(out)).toMatchObject({ kind: 'found' });
      expect(out + err).not.toContain(secret);
    }
    // The person's own file is repaired, not masked.
    const repaired = join(scratch.path, 'secret.repaired.json');
    await accepted(file, { fix: true, context, write: repaired });
    expect(readFileSync(repaired, 'utf8')).toContain(secret);
  });

  test('a discovery document as the context is named, not its members', async () => {
    const discovery = scratch.write(
      'd.json',
      '{"protocolVersions":["2.0"],"supportedEnvelopes":[],"kanban":1}',
    );
    const { status, err } = await accepted(fine, { context: discovery });
    expect([status, err]).toEqual([2, expect.stringContaining('It is a discovery document')]);
    expect(err).not.toContain('kanban');
  });

  test('--write writes it, and the file is accepted; over a file that is there only with --force', async () => {
    const out = join(scratch.path, 'repaired.json');
    expect((await accepted(wrong, { fix: true, write: out })).err).toContain('holds the repaired envelope');
    expect((await accepted(out)).status).toBe(0);
    const again = await accepted(wrong, { fix: true, write: out });
    expect([again.status, again.err]).toEqual([2, expect.stringContaining('--force')]);
    expect((await accepted(wrong, { fix: true, write: out, force: true })).status).toBe(1);
  });

  test.each([
    ['without --fix', wrong, { fix: false }, '--write writes what --fix finds'],
    ['of what was accepted', fine, {}, 'there is no repair'],
    ['of two envelopes', scratch.write('two.json', JSON.stringify([misnamed, misnamed])), {}, 'here are 2'],
    [
      'of a number that would be another one',
      scratch.write(
        'lossy.json',
        JSON.stringify(misnamed).replace('"m"', '"m","details":{"n":12345678901234567890}'),
      ),
      {},
      'more digits',
    ],
  ] as const)('--write %s says why not', async (_name, file, options, words) => {
    const out = join(scratch.path, 'nothing.json');
    const { status, err } = await accepted(file, { fix: true, write: out, ...options });
    expect([status, err]).toEqual([2, expect.stringContaining(words)]);
    expect(existsSync(out)).toBe(false);
  });
});

describe('accept --json', () => {
  test('prints the contract', async () => {
    const { status, out } = await accepted(refused);
    const { results } = JSON.parse(out);
    expect(status).toBe(1);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      envelopeId: 'e1',
      correlationId: 'c1',
      outcome: { status: 'invalid', code: 'envelope_invalid' },
      events: [],
      warnings: [],
      counters: { clarificationRounds: 0, schemaRounds: 1, envelopesPerTurn: 0 },
    });
    expect(results[0].outcome.details[0]).toMatchObject({ instancePath: '', keyword: 'required' });
    expect(results[0].steps.at(-1)).toMatchObject({
      step: 'payload',
      verdict: 'decided',
      code: 'envelope_invalid',
    });
  });

  test('says the same of the same file', async () => {
    expect((await accepted(refused)).out).toBe((await accepted(refused)).out);
  });

  test('--what-if adds what later steps would have said, marked as such', async () => {
    const { out } = await accepted(refused, { whatIf: true });
    const { steps } = JSON.parse(out).results[0];
    expect(steps.filter((step: { hypothetical?: true }) => step.hypothetical).length).toBeGreaterThan(5);
  });

  test('a context file holds limits, secrets and the profile; --profile goes before it', async () => {
    const noMeta = scratch.write('no-meta.json', JSON.stringify(envelope({ meta: undefined })));
    const context = scratch.write('strict.json', '{"profile":"strict"}');
    expect((await accepted(noMeta, { context })).status).toBe(1);
    expect((await accepted(noMeta, { context, profile: 'lenient' })).status).toBe(0);
  });

  test('secrets of the context occur nowhere', async () => {
    const secret = 'open-sesame-1234';
    const file = scratch.write('secret.json', JSON.stringify(envelope({ payload: { code: secret } })));
    const context = scratch.write(
      'secrets.json',
      JSON.stringify({ secrets: [{ value: secret, secretId: 's1' }] }),
    );
    const { out, err } = await accepted(file, { context, whatIf: true });
    expect([out.includes(secret), err.includes(secret), out.includes('[REDACTED:s1]')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('what looks like a credential is masked unless requested otherwise', async () => {
    const key = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
    const file = scratch.write(
      'key.json',
      JSON.stringify(envelope({ payload: { code: 'x', message: key } })),
    );
    const { out, err } = await accepted(file);
    expect([out.includes(key), err.includes('masked')]).toEqual([false, true]);
    expect((await accepted(file, { unmasked: true })).out).toContain(key);
  });

  test('numbers of any length keep their digits', async () => {
    const file = scratch.write(
      'digits.json',
      JSON.stringify(envelope({ payload: { code: 'x', message: 'm', details: { n: 0 } } })).replace(
        '"n":0',
        '"n":9007199254740993',
      ),
    );
    const { results } = JSON.parse((await accepted(file)).out);
    expect(results[0].lossyNumbers).toEqual([{ pointer: '/payload/details/n', digits: '9007199254740993' }]);
  });
});

describe('accept notes what a validator of doubles refuses (acceptor 3.2)', () => {
  const context = scratch.write(
    'cents.context.json',
    JSON.stringify({ schemas: { 'vendor.acme.item': { properties: { price: { multipleOf: 0.01 } } } } }),
  );
  const item = (name: string, price: number) =>
    scratch.write(name, JSON.stringify(envelope({ type: 'vendor.acme.item', payload: { price } })));
  const noted = item('noted.json', 19.99);

  test('in its JSON, with the pointer', async () => {
    const { status, out } = await accepted(noted, { context });
    const [result] = JSON.parse(out).results;
    expect(result.notes).toMatchObject([{ code: 'binary_multiple', pointer: '/payload/price' }]);
    expect([status, result.outcome.status]).toEqual([0, 'accepted']);
  });

  test('in its report', async () => {
    const { out } = await accepted(noted, { context, json: false });
    expect(out).toMatch(/Note +\/payload\/price +19\.99 is a multiple of 0\.01/);
  });

  test('nothing where both agree', async () => {
    const { results } = JSON.parse((await accepted(item('agreed.json', 0.5), { context })).out);
    expect(results[0].notes).toBeUndefined();
  });
});

describe('accept takes envelopes', () => {
  const one = JSON.stringify(envelope());
  const two = JSON.stringify(envelope({ envelopeId: 'e2', correlationId: 'c2' }));

  test.each([
    ['one', one, ['e1']],
    ['an array', `[${one},${two}]`, ['e1', 'e2']],
    ['one a line', `${one}\n${two}\n`, ['e1', 'e2']],
    ['what a model wrote', `Sure:\n\`\`\`json\n${one}\n\`\`\`\nDone.`, ['e1']],
    ['a payload of a log', `${eventLine(0)}\n${eventLine(1, { payload: envelope() })}\n`, ['e1']],
    [
      'a member of a payload of a log',
      `${eventLine(0)}\n${eventLine(1, { payload: { envelope: envelope() } })}\n`,
      ['e1'],
    ],
    ['one with a member that events have', JSON.stringify(envelope({ timestamp: 'x' })), ['e1']],
  ])('%s', async (_name, content, ids) => {
    const { out, err } = await accepted(scratch.write('in', content));
    expect(err).toBe('');
    expect(JSON.parse(out).results.map((result: { envelopeId: string }) => result.envelopeId)).toEqual(ids);
  });

  test('run and node of a log are those of its events', async () => {
    const log = `${eventLine(0)}\n${eventLine(1, { nodeId: 'draft', payload: envelope() })}\n`;
    const { results } = JSON.parse((await accepted(scratch.write('log', log))).out);
    expect(results[0].events[0]).toMatchObject({ runId: 'r1', nodeId: 'draft' });
    expect(results[0].place).toBe('#1');
  });

  test('from standard input', async () => {
    const { status } = await accepted('-', {}, { stdin: one });
    expect(status).toBe(0);
  });

  test('a list shares counters, and a breach stops its turn', async () => {
    const context = scratch.write(
      'limit.json',
      JSON.stringify({ host: { limits: { envelopesPerTurn: 1 } } }),
    );
    const three = JSON.stringify(envelope({ envelopeId: 'e3', correlationId: 'c3' }));
    const { out } = await accepted(scratch.write('list', `[${one},${two},${three}]`), { context });
    const statuses = JSON.parse(out).results.map(
      (result: { outcome: { status: string } }) => result.outcome.status,
    );
    expect(statuses).toEqual(['accepted', 'breached', 'skipped']);
  });
});

describe('accept says why it cannot', () => {
  test.each([
    ['a broken file', cutEnvelope, null, 'line 3, column 13, byte 33'],
    ['a message of AGH Network', said, null, 'the verb agh judges it'],
    ['an empty file', scratch.write('empty', ' \n'), null, 'it is empty'],
    ['an empty list', scratch.write('none.json', '[]'), null, 'holds no envelope'],
    [
      'a log without envelopes',
      scratch.write('log.ndjson', `${eventLine(0)}\n${eventLine(1)}\n`),
      null,
      '2 events',
    ],
    ['a broken context', fine, cutEnvelope, 'no valid JSON at line 3'],
    [
      'a field of the context',
      fine,
      scratch.write('c1', '{"hots":{}}'),
      'Did you mean host? Fields: profile, runId, nodeId, now, host',
    ],
    [
      'a value of the context',
      fine,
      scratch.write('c2', '{"profile":"lax"}'),
      '/profile: This takes one of: lenient',
    ],
    [
      'a type of the context',
      fine,
      scratch.write('c3', '{"secrets":[{"value":1}]}'),
      '/secrets/0/value: This takes a string',
    ],
  ])('%s', async (_name, file, context, words) => {
    const { status, out, err } = await accepted(file, { context });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });
});

describe('accept for the user', () => {
  test('reports the outcome, the steps up to the deciding one, and what to do', async () => {
    const { out } = await accepted(refused, { json: false }, { columns: '80' });
    expect(out).toMatch(/^Refused {2}at payload: envelope_invalid/);
    expect(out).toMatch(/▸ {2}S7 +payload +decided/);
    expect(out).toContain('To do');
    for (const row of out.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
  });

  test('steps that never ran are reported as such', async () => {
    const { out } = await accepted(refused, { json: false, whatIf: true });
    expect(out).toMatch(/S9 +limits +would: passed/);
  });

  test('hidden characters of the content do not reach the terminal', async () => {
    const file = scratch.write('hidden.json', JSON.stringify(envelope({ type: 'x\u001b[31m\u202e' })));
    expect((await accepted(file, { json: false })).out).toContain('[U+001B]');
  });
});

describe('vectors', () => {
  test('every vector of the project is answered, and none fails', async () => {
    const { status, out, err } = await ran([join(repository, 'testing/vectors')]);
    const document = JSON.parse(out);
    expect([status, err, document.failed, document.known]).toEqual([0, '', [], []]);
    expect(document.passed).toBeGreaterThanOrEqual(1623);
    const waiting = document.forms.filter((one: { notAnswered: number }) => one.notAnswered > 0);
    expect(waiting).toEqual([]);
  });

  test('a failure names its vector with what was expected and what was there', async () => {
    const { status, out } = await ran([failing]);
    expect(status).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      passed: 0,
      failed: [
        {
          id: 'A1',
          expected: [{ status: 'invalid' }],
          actual: [{ status: 'accepted' }],
          differences: [{ pointer: '/0/status', expected: 'invalid', actual: 'accepted' }],
        },
      ],
    });
  });

  test('a mistyped field refuses the whole run, by name', async () => {
    const { status, out, err } = await ran([mistyped]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('/vectors/0/expct: There is no field "expct". Did you mean expect? Fields: id');
  });

  test('an id of two files is refused', async () => {
    const { status, err } = await ran([passing, failing]);
    expect([status, err.includes('the id A1 was used before')]).toEqual([2, true]);
  });

  test('a folder is walked; one without a file is refused', async () => {
    const folder = join(scratch.path, 'own');
    mkdirSync(join(folder, 'below'), { recursive: true });
    expect((await ran([folder])).status).toBe(2);
    writeFileSync(join(folder, 'b.json'), vectorFile('accepted', 'B1'));
    writeFileSync(join(folder, 'below', 'a.json'), vectorFile('accepted', 'A1'));
    expect(JSON.parse((await ran([folder])).out)).toMatchObject({ passed: 2, files: 2 });
  });

  test('vectors believed wrong are reported by name with their reason', async () => {
    const { status, out } = await ran([failing], { known, json: false });
    expect(status).toBe(0);
    expect(out).toContain('Believed to be wrong');
    expect(out).toContain('A1  acceptor S14');
    expect((await ran([passing], { known, json: false })).out).toContain('passes now');
  });

  test('at most 2 % may be believed wrong', async () => {
    const ids = ['A1', 'A2'];
    const files = ids.map((id) => scratch.write(`${id}.vec`, vectorFile('invalid', id)));
    const list = scratch.write('long.txt', JSON.stringify({ known: ids.map((id) => ({ id, reason: 'x' })) }));
    const { status, err } = await ran(files, { known: list });
    expect([status, err.includes('at most 2 %')]).toEqual([2, true]);
  });

  test('a known vector needs a reason', async () => {
    const list = scratch.write('bare.txt', JSON.stringify({ known: [{ id: 'A1', reason: ' ' }] }));
    expect((await ran([failing], { known: list })).status).toBe(2);
  });
});

describe('lint-schema', () => {
  test.each([
    [closedSchema, 0, []],
    [openSchema, 1, ['T2']],
  ])('%s', async (file, expected, rules) => {
    const stored = captureTerminal();
    const status = await lintSchema(
      [file],
      { json: true, tier: 'strict', specOwned: false },
      stored.surroundings,
    );
    const { findings } = JSON.parse(stored.out());
    expect([status, findings.map((finding: { rule: string }) => finding.rule)]).toEqual([expected, rules]);
    for (const finding of findings) expect(finding).toMatchObject({ level: 'error', pointer: '' });
  });

  test('what is no JSON is reported with its place, and the others are linted', async () => {
    const stored = captureTerminal();
    const options = { json: true, tier: 'warn', specOwned: false } as const;
    expect(await lintSchema([cutEnvelope, openSchema], options, stored.surroundings)).toBe(2);
    expect(stored.err()).toContain('line 3');
    expect(stored.out().trim().split('\n')).toHaveLength(2);
  });

  test('for the user: rule, place, reason, vendors', async () => {
    const stored = captureTerminal({ columns: '100' });
    await lintSchema([openSchema], { json: false, tier: 'strict', specOwned: false }, stored.surroundings);
    expect(stored.out()).toMatch(/error +T2 +\(root\)/);
    expect(stored.out()).toContain('OpenAI strict');
  });
});

test('accept takes the envelopes outside the events of a log (envelope 1)', async () => {
  const one = (id: string) => ({
    type: 'error',
    envelopeId: id,
    correlationId: id,
    payload: { code: 'c', message: 'm' },
    meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
  });
  const event = { eventId: 'e', runId: 'r', type: 'run.started', payload: { workflowId: 'w' }, sequence: 0 };
  const file = scratch.write(
    'mixed.ndjson',
    [event, one('a'), one('b')].map((line) => JSON.stringify(line)).join('\n'),
  );
  const { out } = await accepted(file);
  expect(JSON.parse(out).results.map((result: { envelopeId: string }) => result.envelopeId)).toEqual([
    'a',
    'b',
  ]);
});

test('one bad line is reported and stops none of the others; the status is 1', async () => {
  const good =
    '{"type":"error","envelopeId":"a","correlationId":"a","payload":{"code":"c","message":"m"},"meta":{"source":"user","ts":"2026-05-18T10:00:00Z"}}';
  const file = scratch.write('bad-line.ndjson', `${good}\n{"bad\n${good.replaceAll('"a"', '"b"')}`);
  const { err, out, status } = await accepted(file);
  expect(JSON.parse(out).results).toHaveLength(2);
  expect([status, err]).toEqual([1, expect.stringMatching(/no valid JSON at line 2/)]);
});

describe('agh', () => {
  test('a message that does not name the protocol is malformed (agh 2, A2a)', async () => {
    const file = scratch.write(
      'nameless.json',
      '{"id":"1","kind":"say","channel":"c","from":"p","ts":0,"body":{"text":"x"}}',
    );
    const { status, out } = await judged(file);
    expect(status).toBe(1);
    expect(JSON.parse(out).results).toMatchObject([
      { status: 'rejected', reason_code: 'malformed', step: 'A2a' },
    ]);
  });

  test('prints the contract', async () => {
    const { status, out } = await judged(rejected);
    expect(status).toBe(1);
    expect(JSON.parse(out).results).toMatchObject([
      { id: 'm1', status: 'accepted', step: 'A7', warnings: [] },
      { id: 'm2', status: 'rejected', reason_code: 'unsupported_kind', step: 'A2c', line: 2 },
    ]);
  });

  test('without --now a recording is not too old; with it, it is', async () => {
    expect((await judged(said)).status).toBe(0);
    const { out } = await judged(said, { now: say.ts + 3600 });
    expect(JSON.parse(out).results[0]).toMatchObject({
      status: 'rejected',
      reason_code: 'expired',
      step: 'A3',
    });
  });

  test.each([
    ['Bad Channel!', 'b'],
    ['builders', '*'],
  ])('--peers %s:%s, to whom no message can be, is refused (agh 1)', async (channel, peer) => {
    const { status, err } = await judged(said, { peers: [{ channel, peer }] });
    expect([status, err]).toEqual([2, expect.stringContaining(`no message is to ${channel}:${peer}`)]);
  });

  test('--peers goes before the context file', async () => {
    const direct = { ...say, kind: 'direct', to: 'b', interaction_id: 'i1' };
    const file = scratch.write('direct.json', JSON.stringify(direct));
    const context = scratch.write(
      'agh-context.json',
      JSON.stringify({ localPeers: [{ channel: 'builders', peer: 'b' }] }),
    );
    const peers = [{ channel: 'builders', peer: 'someone' }];
    expect(JSON.parse((await judged(file, { context })).out).results[0].step).toBe('A7');
    expect(JSON.parse((await judged(file, { context, peers })).out).results[0].step).toBe('A5a');
  });

  test.each([
    ['a broken file', cutEnvelope, null, 'line 3'],
    ['another protocol', fine, null, 'nothing in it is a message of AGH Network'],
    ['a context with a typo', said, scratch.write('typo', '{"nwo":1}'), 'There is no field "nwo"'],
  ])('%s cannot be judged', async (_name, file, context, words) => {
    const { status, err } = await judged(file, { context });
    expect([status, err.includes(words)]).toEqual([2, true]);
  });

  test('for the user: a row a message, then the reasons', async () => {
    const { out } = await judged(rejected, { json: false });
    expect(out).toContain('2 messages: 1 accepted, 1 rejected');
    expect(out).toMatch(/m2 +rejected +A2c kind +unsupported_kind/);
  });
});
