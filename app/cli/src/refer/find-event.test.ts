import { expect, test } from 'vitest';
import { referenceForms } from './find-event.ts';

test.each([
  ['1282', { sequence: 1282, run: null }],
  ['#1282', { sequence: 1282, run: null }],
  ['r1:12', { sequence: null, run: { runId: 'r1', sequence: 12 } }],
  ['a:b:12', { sequence: null, run: { runId: 'a:b', sequence: 12 } }],
  ['r1:#12', { sequence: null, run: { runId: 'r1', sequence: 12 } }],
  ['evt-r1-12', { sequence: null, run: null }],
  ['-1', { sequence: null, run: null }],
  ['1.5', { sequence: null, run: null }],
  [':12', { sequence: null, run: null }],
  ['', { sequence: null, run: null }],
  ['9'.repeat(30), { sequence: null, run: null }],
])('%s', (reference, forms) => {
  expect(referenceForms(reference)).toEqual({ id: reference, ...forms });
});
