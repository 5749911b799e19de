import { expect, test } from 'vitest';
import { runLabels } from './run-labels.ts';

test.each([
  [
    ['markets-70c4', 'markets-70c4-north', 'markets-70c4-south'],
    ['markets-70c4', '…-north', '…-south'],
  ],
  [
    ['run-2f1a', 'run-2f9c'],
    ['run-2f1a', 'run-2f9c'],
  ],
  [
    ['3f9d-aa-1', '3f9d-aa-2'],
    ['…-1', '…-2'],
  ],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [['only-one-run'], ['only-one-run']],
  [[], []],
])('%j are labelled %j', (runIds, labels) => expect([...runLabels(runIds).values()]).toEqual(labels));
