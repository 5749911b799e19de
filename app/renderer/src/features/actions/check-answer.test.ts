import { expect, test } from 'vitest';
import type { GivenAnswer } from './answers.ts';
import { type Checker, checkAnswers } from './answers.ts';

const question = { id: 'q1', question: 'Which?', schema: { type: 'string' } };
const given = [{ question, value: 'a' }] as unknown as readonly GivenAnswer[]; // fields read by the check
const answering =
  (verdict: Awaited<ReturnType<NonNullable<Checker>>>): Checker =>
  () =>
    Promise.resolve(verdict);

test.each<readonly [string, Checker, number, number]>([
  ['satisfied', answering({ kind: 'satisfied' }), 0, 0],
  ['violated', answering({ kind: 'violated', details: [{ pointer: '', message: 'is wrong' }] }), 1, 0],
  ['stopped', answering({ kind: 'not-checked', why: 'The schema took too long and was stopped.' }), 0, 1],
  ['thrown', () => Promise.reject(new Error('x')), 0, 1],
  ['checked by nobody', null, 0, 1],
])('an answer that is %s', async (_how, check, problems, warnings) => {
  const found = await checkAnswers(check, given);
  expect([found.problems.length, found.warnings.length]).toEqual([problems, warnings]);
});

test('the reason why an answer was not checked is reported before it is sent', async () => {
  const check = answering({ kind: 'not-checked', why: 'The schema took too long and was stopped.' });
  const { warnings } = await checkAnswers(check, given);
  expect(warnings).toEqual([
    'The answer to q1 was not checked against its schema. The schema took too long and was stopped.',
  ]);
});
