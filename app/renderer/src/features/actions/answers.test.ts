import { masker, words } from '@openwop-inspector/base';
import type { OpenHostInterrupt } from '@openwop-inspector/host-client';
import { formOf } from '@openwop-inspector/renderers';
import type { RequestedInterrupt } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import {
  type AnswerControl,
  clarificationValue,
  controlFor,
  type FieldDraft,
  fieldValue,
  firstAnswer,
  givenAnswers,
  readJson,
  readQuestions,
} from './answers.ts';
import { type ApprovalDraft, approvalValue, newApprovalDraft, readApproval } from './approval.ts';
import {
  answerPlace,
  asksBySurface,
  interruptTitle,
  openInterrupts,
  openText,
  votesGiven,
} from './open-interrupt.ts';

const empty = { ok: false, message: null } as const;
const value = (of: unknown) => ({ ok: true, value: of });
const problem = { ok: false, message: expect.any(String) };

test.each([
  ['{"a":[1.10,2]}', { ok: true, value: { a: [1.1, 2] } }],
  ['{"a":[{"n":107505301260286111}]}', { ok: false, message: expect.stringContaining('107505301260286111') }],
  ['1e400', { ok: false, message: expect.stringContaining('1e400') }],
  ['{"a":"107505301260286111"}', { ok: true, value: { a: '107505301260286111' } }],
  ['{', { ok: false, message: expect.stringMatching(/^Not JSON/) }],
])('the answer %s is sent as it was typed, or not at all', (text, expected) => {
  expect(readJson(text)).toEqual(expected);
});

test.each<readonly [string, unknown, AnswerControl['kind'], FieldDraft, unknown]>([
  ['a text', { type: 'string' }, 'text', 'north', value('north')],
  ['blanks', { type: 'string' }, 'text', '  ', empty],
  ['a date', { type: 'string', format: 'date' }, 'text', '2026-07-01', value('2026-07-01')],
  ['a number', { type: 'integer' }, 'number', ' 40 ', value(40)],
  ['no number', { type: 'number' }, 'number', 'many', problem],
  ['a number of too many digits', { type: 'integer' }, 'number', '107505301260286111', problem],
  ['a number with a zero at its end', { type: 'number' }, 'number', '1.10', value(1.1)],
  ['one of an enum, as its own type', { enum: ['a', 2, null] }, 'choice', 1, value(2)],
  ['null of an enum', { enum: ['a', null] }, 'choice', 1, value(null)],
  ['a place that is not there', { enum: ['a'] }, 'choice', 7, empty],
  [
    'several, in the order of the schema',
    { type: 'array', items: { enum: ['a', 'b', 'c'] } },
    'choice',
    [2, 0],
    value(['a', 'c']),
  ],
  ['yes or no, no', { type: 'boolean' }, 'check', false, value(false)],
  ['yes or no, neither', { type: 'boolean' }, 'check', null, empty],
  ['a constant', { const: 'v1' }, 'constant', null, value('v1')],
  ['an object', { type: 'object', properties: { a: {} } }, 'json', '{"a":1}', value({ a: 1 })],
  ['half an object', { type: 'object', properties: { a: {} } }, 'json', '{"a"', problem],
  ['alternatives', { anyOf: [{}] }, 'json', '7', value(7)],
])('a question for %s: its control and its value', (_, schema, kind, draft, expected) => {
  const control = controlFor(formOf(schema, null).control);
  expect(control.kind).toBe(kind);
  expect(fieldValue(control, draft)).toMatchObject(expected as object);
});

describe('answers of a clarification (bundles-and-transport 8)', () => {
  const questions = readQuestions({
    questions: [
      { id: '__proto__', question: 'Which?', schema: { enum: [1, 2] } },
      { id: 'b', question: 'Why?' },
    ],
  });

  test('are sent as a list of id and answer', () => {
    const given = givenAnswers(
      questions,
      new Map<string, FieldDraft>([
        ['__proto__', 1],
        ['b', 'so'],
      ]),
    );
    expect(given.ok && clarificationValue(given.answers)).toEqual({
      answers: [
        { id: '__proto__', answer: 2 },
        { id: 'b', answer: 'so' },
      ],
    });
  });

  test('every question is required', () => {
    const given = givenAnswers(questions, new Map([['b', ' ']]));
    expect(given.ok ? [] : given.problems.map(({ field }) => field)).toEqual(['__proto__', 'b']);
  });

  test.each<readonly [string, unknown, readonly string[]]>([
    ['a single question, as one host writes it', { question: 'Please clarify.', schema: {} }, ['answer']],
    ['a question without an id', { questions: [{ question: 'Why?' }] }, ['question 1']],
    ['no questions', { questions: [] }, []],
    ['anything else', 'why', []],
  ])('%s', (_, data, ids) => {
    expect(readQuestions(data).map(({ id }) => id)).toEqual(ids);
  });
});

describe('an approval (bundles-and-transport 8, run-events 3.2.3)', () => {
  const requested = readApproval({
    title: 'Offline export',
    actions: ['accept', 'edit', 'ask', 'launch'],
    requiredApprovals: 2,
    votes: [],
    artifactData: { a: 1 },
  });

  test('offers the actions of the request, under the names of answers, without ask', () => {
    expect(requested).toMatchObject({
      actions: ['accept', 'edit-accept'],
      offersAsk: true,
      namesNone: false,
      approvals: '0 of 2 given, a single veto rejects',
    });
  });

  test('without actions offers those that every host knows, and says so', () => {
    expect(readApproval({})).toMatchObject({
      actions: ['accept', 'reject'],
      namesNone: true,
      approvals: '1 needed, a single veto rejects',
    });
  });

  test('an untrusted artifact is not copied into the answer automatically', () => {
    expect(newApprovalDraft(requested, false)).toMatchObject({
      edited: '{\n  "a": 1\n}',
      isFromArtifact: true,
    });
    expect(newApprovalDraft(requested, true)).toMatchObject({ edited: '', isFromArtifact: false });
  });

  const base = newApprovalDraft(requested, true);
  test.each<readonly [string, Partial<ApprovalDraft>, unknown]>([
    ['accept', { action: 'accept' }, { action: 'accept' }],
    ['reject with a comment', { action: 'reject', comment: ' late ' }, { action: 'reject', comment: 'late' }],
    [
      'refine the whole',
      { action: 'refine', text: 'Shorter.' },
      { action: 'refine', refineFeedback: { scope: 'whole', text: 'Shorter.' } },
    ],
    [
      'refine items, with tags',
      { action: 'refine', scope: 'items', itemIds: 'i1, i2\ni3', tags: 'tone', sectionPath: 'left over' },
      { action: 'refine', refineFeedback: { scope: 'items', itemIds: ['i1', 'i2', 'i3'], tags: ['tone'] } },
    ],
    [
      'refine a section',
      { action: 'refine', scope: 'section', sectionPath: '/2' },
      { action: 'refine', refineFeedback: { scope: 'section', sectionPath: '/2' } },
    ],
    [
      'edit-accept',
      { action: 'edit-accept', edited: '{"b":2}' },
      { action: 'edit-accept', editedArtifactData: { b: 2 } },
    ],
  ])('%s', (_, draft, resumeValue) => {
    expect(approvalValue({ ...base, ...draft })).toEqual({ ok: true, value: resumeValue });
  });

  test.each<readonly [string, Partial<ApprovalDraft>, string]>([
    ['a section without its path', { action: 'refine', scope: 'section' }, 'sectionPath'],
    ['items without ids', { action: 'refine', scope: 'items', itemIds: ' , ' }, 'itemIds'],
    ['an edit without an artifact', { action: 'edit-accept' }, 'edited'],
    ['an edit that is no JSON', { action: 'edit-accept', edited: '{' }, 'edited'],
  ])('%s is required', (_, draft, field) => {
    const made = approvalValue({ ...base, ...draft });
    expect(made.ok ? [] : made.problems.map((problem) => problem.field)).toEqual([field]);
  });
});

describe('open interrupts, from the log and from the host', () => {
  const requested = (part: Partial<RequestedInterrupt>): RequestedInterrupt => ({
    ordinal: 4,
    runId: words`r`,
    nodeId: words`review`,
    interruptId: null,
    kind: words`approval`,
    openedAtMs: 1000,
    timeoutMs: null,
    data: masker.value({ kind: 'approval', nodeId: 'review', config: { title: 'T' } }).value,
    resumeSchema: null,
    isUntrusted: false,
    ...part,
  });
  const reported = (part: Partial<OpenHostInterrupt>): OpenHostInterrupt => ({
    interruptId: null,
    nodeId: 'review',
    kind: 'approval',
    tokenRef: 't1',
    data: null,
    resumeSchema: { type: 'object' },
    createdAt: null,
    expiresAt: '1970-01-01T00:30:00Z',
    ...part,
  });

  test('an interrupt in both is merged into one with the facts of either, without its wrapper', () => {
    expect(openInterrupts([reported({})], [requested({})], 'r')).toMatchObject([
      {
        ordinal: 4,
        tokenRef: 't1',
        data: { title: 'T' },
        resumeSchema: { type: 'object' },
        endsAtMs: 1_800_000,
      },
    ]);
  });

  test.each([
    ['in the event', { timeoutMs: 5000 }, {}, 6000],
    ['in what the event asks', { data: { timeoutMs: 5000 } }, {}, 6000],
    ['in what some hosts wrap', { data: { config: { questions: [], timeoutMs: 5000 } } }, {}, 6000],
    ['in the host’s list', {}, { data: { title: 'T', timeoutMs: 5000 } }, 6000],
    ['as a moment, in the request', { data: { expiresAt: '1970-01-01T00:00:07Z' } }, { data: null }, 7000],
    ['nowhere', {}, {}, null],
  ])('a timeout is read where it is displayed: %s (run-events 3.3)', (_, log, host, endsAtMs) => {
    const { data = { title: 'T' }, timeoutMs }: { data?: unknown; timeoutMs?: number } = log;
    const one = requested({ openedAtMs: 1000, timeoutMs: timeoutMs ?? null, data: masker.value(data).value });
    const said = reported({ expiresAt: null, ...host });
    expect(openInterrupts([said], [one], 'r')).toMatchObject([{ endsAtMs }]);
  });

  test('an interrupt that only the host lists counts as untrusted (security S-16)', () => {
    expect(openInterrupts([reported({ nodeId: 'other' })], [], 'r')).toMatchObject([
      { ordinal: null, isUntrusted: true },
    ]);
  });

  test('several events for one answer are one; a child run of the same node is another', () => {
    const found = openInterrupts(
      null,
      [requested({}), requested({ ordinal: 5 }), requested({ runId: words`child` })],
      'r',
    );
    expect(found.map(({ runId, ordinal }) => [runId, ordinal])).toEqual([
      ['r', 4],
      ['child', 4],
    ]);
  });

  test.each([
    ['an external event', { kind: 'external-event' }, 't1'],
    ['no node', { nodeId: null }, 't1'],
    ['everything else', {}, null],
  ])('the token is used for %s (bundles-and-transport 8)', (_, part, tokenRef) => {
    const [one] = openInterrupts([reported(part)], [], 'r');
    expect(one && answerPlace(one).tokenRef).toBe(tokenRef);
  });

  test.each([
    ['approval', { prompt: 'Go?' }, 'Approve “Go?”'],
    ['clarification', { questions: [{}, {}] }, 'Answer 2 questions'],
    ['clarification', { question: 'Why?' }, 'Answer a question'],
    ['external-event', { eventType: 'paid' }, 'paid'],
    ['custom', null, 'An answer is waited for'],
  ])('%s: its title', (kind, data, title) => {
    expect(interruptTitle({ kind, data })).toBe(title);
  });

  test.each([
    [{ votes: [{ action: 'accept' }, { action: 'reject' }] }, 1],
    [{ ledger: { accepts: ['a', 'b'], rejects: [] } }, 2],
    [{ quorumProgress: { granted: 1, required: 3 } }, 1],
    [{}, null],
  ])('votes in %j: %s', (data, votes) => {
    expect(votesGiven(data)).toBe(votes);
  });

  test('a surface is answered by its own buttons (envelope 7.5)', () => {
    const [one] = openInterrupts([reported({ data: { catalogVersion: '0.9.1', surface: {} } })], [], 'r');
    expect(one && asksBySurface(one)).toBe(true);
  });
});

test.each([
  ['external-event', { correlation: { orderId: 1 } }, '{\n  "orderId": 1\n}', true],
  ['external-event', {}, '{}', false],
  ['approval', { correlation: { a: 1 } }, '{}', false],
])('a JSON answer of %s with %j begins with %j', (kind, data, text, isFromContent) => {
  expect(firstAnswer({ kind, data })).toEqual({ text, isFromContent });
});

test.each([
  [0, null, 72_000, 'open 1 min 12 s, no timeout'],
  [0, 100_000, 72_000, 'open 1 min 12 s, rejected in 28 s'],
  [0, 50_000, 72_000, 'open 1 min 12 s, its time is over'],
  [90_000, null, 72_000, 'open 0 s, no timeout'],
  [null, null, 72_000, 'open, no timeout'],
])('opened at %s, ends at %s, now %s: %s', (openedAtMs, endsAtMs, nowMs, words) => {
  expect(openText({ openedAtMs, endsAtMs, timeoutMs: null }, nowMs, true)).toBe(words);
});

test('a reported timeout is never denied, and an interrupt of a disconnected run does not count on', () => {
  const waiting = { openedAtMs: null, endsAtMs: null, timeoutMs: 90_000 };
  expect(openText(waiting, 0, true)).toBe('open, rejected after 1 min 30 s');
  expect(openText({ ...waiting, openedAtMs: 0, endsAtMs: 90_000 }, 72_000, false)).toBe(
    'open 1 min 12 s when last heard of',
  );
});
