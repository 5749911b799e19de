import { describe, expect, test } from 'vitest';
import { type AcceptorResult, type RunAnswer, runJob } from './run-jobs.ts';

const META = '"meta": {"source": "ai-generation", "ts": "2026-01-01T00:00:00Z"}';
const question = (id: string, payload: string) =>
  `{"type": "clarification.request", "envelopeId": "${id}", "correlationId": "${id}", "payload": ${payload}, ${META}}`;
const GOOD = question('e1', '{"questions": [{"id": "q1", "question": "Which?"}]}');
const BAD = question('e2', '{"questions": [{"question": "Which?"}]}');

function run(text: string, context = {}, at: number | null = null): RunAnswer {
  return runJob({ id: 1, job: 'run', input: { text, context, at } }) as RunAnswer; // what this job answers
}

describe('a run', () => {
  test('puts each violation at its place in the text', () => {
    const { result, marks } = run(BAD);
    expect(result).toMatchObject({ status: 'invalid', step: 'payload' });
    const [mark] = marks.filter(({ tone }) => tone === 'error');
    expect(mark).toMatchObject({ label: 'S7', pointer: '/payload/questions/0' });
    expect(BAD.slice(mark?.from, mark?.to)).toBe('{');
    expect(mark?.from).toBe(BAD.indexOf('{"question"'));
  });

  test('marks the key that should not be there', () => {
    const text = GOOD.replace('"payload"', '"extra": 1, "payload"');
    const [mark] = run(text).marks.filter(({ tone }) => tone === 'error');
    expect(text.slice(mark?.from, mark?.to)).toBe('"extra"');
  });

  test.each([
    ['a refusal before the kind was checked', GOOD, { host: { aiEnvelope: false } }],
    ['a refused shape', GOOD.replace('"payload"', '"extra": 1, "payload"'), {}],
  ])('names the kind that is written, also for %s', (_, text, context) => {
    expect(run(text, context).lines).toMatchObject([{ status: 'invalid', type: 'clarification.request' }]);
  });

  test('a kind that contains a secret is masked', () => {
    const secrets = [{ secretId: 'key', value: 'sk-live-0123' }];
    const text = GOOD.replace('clarification.request', 'sk-live-0123');
    expect(run(text, { host: { aiEnvelope: false }, secrets }).lines).toMatchObject([
      { type: '[REDACTED:key]' },
    ]);
  });

  test('finds the places of an envelope in the text of a model', () => {
    const text = `Größe:\n\`\`\`json\n${BAD}\n\`\`\`\n`;
    const { result, marks } = run(text);
    expect(result.recovery?.path).toBe('markdown-fence');
    expect(marks.find(({ tone }) => tone === 'error')?.from).toBe(text.indexOf('{"question"'));
  });

  test('selects the first of several that is refused, unless another is requested', () => {
    const text = `[${GOOD}, ${BAD}]`;
    expect(run(text)).toMatchObject({ at: 1, lines: [{ status: 'accepted' }, { status: 'invalid' }] });
    expect(run(text).marks.find(({ tone }) => tone === 'error')?.from).toBe(text.indexOf('{"question"'));
    expect(run(text, {}, 0)).toMatchObject({ at: 0, repair: null });
  });

  test('takes more envelopes than a text may contain', () => {
    const text = `[${Array.from({ length: 1000 }, (_, at) => GOOD.replaceAll('e1', `e${at}`)).join(',')}]`;
    expect(run(text).lines).toHaveLength(1000);
  });

  test('a repair keeps the form and the digits of the text, and is accepted', () => {
    const text = BAD.replace('"Which?"', '"Which?", "context": {"n": 12345678901234567890}');
    const { repair } = run(text);
    expect(repair?.outcome.status).toBe('accepted');
    expect(repair?.text).toContain('12345678901234567890');
    expect(run(repair?.text ?? '').result.status).toBe('accepted');
  });

  test.each(['', '[]', 'null', '{', '"\\ud800"', '['.repeat(5000), '{"__proto__": {"type": "x"}}'])(
    'says something of %.20s and never throws',
    (text) => {
      expect(run(text).lines.length).toBeGreaterThan(0);
    },
  );

  test('no value of a secret is in the answer, but for the repaired text itself', () => {
    const secret = 'sk-live-0123456789';
    const text = BAD.replace('Which?', `Use ${secret}?`);
    const { repair, ...answer } = run(text, { secrets: [{ secretId: 'key', value: secret }] });
    expect(JSON.stringify([answer, repair?.patch, repair?.reasons])).not.toContain(secret);
    expect(answer.marks.some(({ message }) => message.includes('value of key'))).toBe(true);
  });
});

describe('a schema that had to be ended (security S-13)', () => {
  const kind = 'vendor.acme.report';
  const text = GOOD.replace('clarification.request', kind);
  const context = { schemas: { [kind]: { type: 'object' } } };
  const ended = { kinds: [kind], limitMs: 4000 };

  test('the run says stopped at S7, with the limit, and proposes no repair', () => {
    const input = { text, context, at: null };
    const answer = runJob({ id: 1, job: 'run', input, ended }) as RunAnswer; // what this job answers
    expect(answer.result).toMatchObject({
      status: 'stopped',
      step: 'payload',
      reasons: [{ code: 'stopped', limit: 4000, unit: 'ms' }],
    });
    expect(answer.lines).toMatchObject([{ status: 'stopped', code: null }]);
    expect(answer.repair).toBeNull();
    expect(answer.marks.at(-1)).toMatchObject({ label: 'S7', tone: 'warning', pointer: '/payload' });
  });

  test('so do the profiles and the hosts', () => {
    const profiles = runJob({ id: 1, job: 'profiles', input: { text, context, at: 0 }, ended });
    expect(profiles).toMatchObject([
      { result: { status: 'stopped' } },
      { result: { status: 'stopped' } },
      { result: { status: 'stopped' } },
    ]);
    const hosts = [{ name: 'open', host: {} }];
    expect(runJob({ id: 1, job: 'hosts', input: { text, context, at: 0, hosts }, ended })).toMatchObject([
      { outcome: { status: 'stopped', step: 'payload' }, note: expect.stringContaining('4000 ms') },
    ]);
  });

  test('the listener is notified which kind runs, and that none does', () => {
    const heard: (string | null)[] = [];
    runJob({ id: 1, job: 'run', input: { text, context, at: null } }, (one) => heard.push(one));
    expect(heard.slice(0, 2)).toEqual([kind, null]);
    expect(heard.at(-1)).toBeNull();
  });
});

test('profiles are compared on the same envelope', () => {
  const text = '{"type": "error", "payload": {"code": "c", "message": "m"}}';
  const answers = runJob({
    id: 1,
    job: 'profiles',
    input: { text, context: {}, at: 0 },
  }) as AcceptorResult<'profiles'>; // what this job answers
  expect(answers.map(({ profile, result }) => [profile, result.status])).toEqual([
    ['lenient', 'accepted'],
    ['strict', 'invalid'],
    ['reference', 'invalid'],
  ]);
});

test('hosts are compared on the same envelope', () => {
  const hosts = [
    { name: 'open', host: {} },
    { name: 'closed', host: { aiEnvelope: false } },
  ];
  const answers = runJob({
    id: 1,
    job: 'hosts',
    input: { text: GOOD, context: {}, at: 0, hosts },
  }) as AcceptorResult<'hosts'>; // what this job answers
  expect(answers.map(({ name, outcome }) => [name, outcome.code])).toEqual([
    ['open', null],
    ['closed', 'capability_required'],
  ]);
});
