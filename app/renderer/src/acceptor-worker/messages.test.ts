import { expect, test } from 'vitest';
import { readRequest } from './messages.ts';

const INPUT = { text: '{}', context: {}, at: null };

test('a whole request is carried out', () => {
  expect(readRequest({ id: 1, job: 'run', input: INPUT })).toMatchObject({ ok: true });
});

test.each([
  ['no request', 'run', -1],
  ['an unknown job', { id: 1, job: 'eval', input: INPUT }, 1],
  ['a job named like a member of objects', { id: 1, job: 'constructor', input: INPUT }, 1],
  ['no text', { id: 1, job: 'run', input: { context: {}, at: 0 } }, 1],
  ['a place that is not a number', { id: 1, job: 'run', input: { ...INPUT, at: -1 } }, 1],
  ['a context with an unknown field', { id: 2, job: 'run', input: { ...INPUT, context: { hots: {} } } }, 2],
  [
    'a host without a declaration',
    { id: 3, job: 'hosts', input: { ...INPUT, hosts: [{ name: 'a', host: 1 }] } },
    3,
  ],
])('%s is refused with its id', (_, data, id) => {
  expect(readRequest(data)).toMatchObject({ ok: false, id });
});
