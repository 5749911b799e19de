import { describe, expect, test } from 'vitest';
import { readMessage, readRequest } from './messages.ts';
import { runJob } from './run-jobs.ts';

const SCHEMA = {
  type: 'object',
  required: ['when'],
  properties: { when: { type: 'string', minLength: 10 } },
};
const check = (schema: unknown, value: unknown) => runJob({ id: 1, job: 'check', input: { schema, value } });

describe('whether an answer satisfies the resumeSchema of its interrupt', () => {
  test('it does', () => expect(check(SCHEMA, { when: '2026-04-02' })).toEqual({ kind: 'satisfied' }));

  test('problems are reported by place, without a word of the value', () => {
    const verdict = check(SCHEMA, { when: 'soon', action: 'confirm' });
    expect(verdict).toMatchObject({ kind: 'violated', details: [{ pointer: '/when' }] });
    expect(JSON.stringify(verdict)).not.toContain('soon');
  });

  test.each<readonly [string, unknown]>([
    ['not a schema', { type: 'nothing' }],
    ['another document', { $ref: 'https://a.example/schema.json' }],
    ['no object', 7],
  ])('a schema that is %s is not used, and why is said', (_, schema) =>
    expect(check(schema, {})).toMatchObject({ kind: 'not-checked', why: expect.stringMatching(/\w/) }),
  );
});

test('the request needs a schema, and the answer is checked on arrival', () => {
  const request = readRequest({ id: 1, job: 'check', input: { schema: SCHEMA, value: null } });
  if (!request.ok) throw new Error(request.why);
  expect(readRequest({ id: 2, job: 'check', input: { value: 1 } })).toMatchObject({ ok: false, id: 2 });
  expect(readMessage({ id: 1, result: { kind: 'satisfied' } }, request.request)).not.toBeNull();
  expect(readMessage({ id: 1, result: { kind: 'fine' } }, request.request)).toBeNull();
  expect(readMessage({ id: 1, result: { kind: 'violated', details: [1] } }, request.request)).toBeNull();
});
