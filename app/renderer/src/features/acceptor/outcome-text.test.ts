import type { AcceptContext, OutcomeDetail } from '@openwop-inspector/acceptor-core';
import { describe, expect, test } from 'vitest';
import { type RunAnswer, runJob } from '../../acceptor-worker/run-jobs.ts';
import { outcomeForm, outcomeSentence, traceInText, violationInText } from './outcome-text.ts';

function sentenceOf(text: string, context: AcceptContext): string {
  const input = { text, context, at: null };
  const answer = runJob({ id: 1, job: 'run', input }) as RunAnswer; // the reply of this job
  return outcomeSentence(answer, context)
    .map((piece) => (typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.strong))
    .join('');
}

const KIND = 'vendor.acme.prd.create';
const SCHEMA = {
  type: 'object',
  required: ['sections'],
  additionalProperties: false,
  properties: { title: { type: 'string' }, sections: { type: 'array' } },
};
const CONTEXT: AcceptContext = { runId: 'r1', nodeId: 'draft', schemas: { [KIND]: SCHEMA } };
const META = { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' };
const QUESTION = {
  type: 'clarification.request',
  payload: { questions: [{ id: 'q1', question: 'Which?' }] },
};

function envelope(change: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({
    type: KIND,
    envelopeId: 'e1',
    correlationId: 'c1',
    payload: { sections: [] },
    meta: META,
    ...change,
  });
}

const LEFT = 'A retry is left (schemaRounds without a cap), so no event is recorded.';

test.each<[string, string, AcceptContext, string]>([
  [
    'violations name the member or the place they are about',
    envelope({ payload: { title: 7, options: [] } }),
    CONTEXT,
    'Refused at payload: /payload/title is not of type string; "options" is not declared in the schema; 1 more violation. A retry is left (schemaRounds without a cap), so no event is recorded.',
  ],
  [
    'a member of the envelope itself',
    envelope({ options: 1 }),
    CONTEXT,
    `Refused at shape: "options" is not declared in the schema. ${LEFT}`,
  ],
  [
    'a missing member keeps its spelling',
    envelope({ payload: {} }),
    { ...CONTEXT, schemas: { [KIND]: { required: ['Title'] } } },
    'Refused at payload: Title is missing. A retry is left (schemaRounds without a cap), so no event is recorded.',
  ],
  [
    'a clarification that the host does not take ends node and run (acceptor S13)',
    envelope(QUESTION),
    { ...CONTEXT, host: { clarificationSupported: false } },
    'Refused at route: the host takes no clarifications. The node and the run fail.',
  ],
  [
    'a refusal at the contract fails the node alone (acceptor S8)',
    envelope({}),
    { ...CONTEXT, contract: { accepts: [] } },
    'The node fails.',
  ],
])('%s', (_, text, context, sentence) => expect(sentenceOf(text, context)).toContain(sentence));

test('a stopped check is neither accepted nor refused, and the limit is named (acceptor 2.2)', () => {
  const input = { text: envelope({}), context: CONTEXT, at: null };
  const ended = { kinds: [KIND], limitMs: 4000 };
  const answer = runJob({ id: 1, job: 'run', input, ended }) as RunAnswer; // the reply of this job
  const words = outcomeSentence(answer, CONTEXT)
    .map((piece) => (typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.strong))
    .join('');
  expect(words).toBe(
    'Stopped at payload: the check against its schema was stopped at its limit of 4000 ms. It is neither accepted nor refused; no event is recorded and nothing is counted.',
  );
  expect(outcomeForm(answer.result)).toEqual({ icon: 'stop', tone: 'warn', title: 'Stopped' });
  expect(traceInText(answer.result.trace)).toMatch(/^6 passed, 2 not checked, stopped at S7$/);
});

test('an acceptance names the steps without anything to check against (acceptor S5, S6, 3.2)', () => {
  expect(sentenceOf(envelope({}), { runId: 'r1' })).toContain('Not checked: kind, schema version, payload');
  expect(sentenceOf(envelope({}), { runId: 'r1' })).not.toContain('passed every step');
});

function detail(instancePath: string, keyword: string, message: string): OutcomeDetail {
  return { instancePath, schemaPath: '#', keyword, message };
}

const UNDECLARED = '"options" is not declared in the schema';

describe('a violation is described with its subject', () => {
  test.each([
    [detail('/title', 'type', 'is not of type string'), '/payload/title is not of type string'],
    [detail('', 'type', 'is not of type object'), 'the payload is not of type object'],
    [detail('', 'required', 'title is missing'), 'title is missing'],
    [detail('/items/0', 'required', 'id is missing'), 'id is missing at /payload/items/0'],
    [detail('', 'additionalProperties', UNDECLARED), UNDECLARED],
    [detail('/items/0', 'additionalProperties', UNDECLARED), `${UNDECLARED} at /payload/items/0`],
    [detail('', 'anyOf', 'kind is not one of a, b'), 'kind is not one of a, b'],
    [detail('/x', 'anyOf', 'has none of the allowed forms'), '/payload/x has none of the allowed forms'],
  ])('%#: %j', (given, words) => expect(violationInText(given, 'payload')).toBe(words));

  test('positions in the envelope are relative to the envelope', () => {
    expect(violationInText(detail('/meta/ts', 'format', 'is not a valid date-time'), 'shape')).toBe(
      '/meta/ts is not a valid date-time',
    );
  });
});
