import { expect, test } from 'vitest';
import { belowText, forestText, notReadText } from './inferred-text.ts';

test.each([
  [0, 0, ''],
  [3, 3, '3 below'],
  [3, 1_204, '3 below, 1,204 in all'],
])('%i events directly below and %i in total', (children, descendants, words) =>
  expect(belowText({ children, descendants })).toBe(words),
);

test.each([
  [{ byRule: {}, edges: 0, notRead: 0 }, 0, '0 trees, 0 inferred edges'],
  [
    { byRule: { run: 1, node: 1_200, toolCall: 2 }, edges: 1_203, notRead: 0 },
    1,
    '1 tree, 1,203 inferred edges: inside this node 1,200, same callId 2, inside this run 1',
  ],
])('a forest is counted by rule, most frequent first', (counts, trees, words) =>
  expect(forestText(counts, trees)).toBe(words),
);

test.each([
  [0, ''],
  [1, 'The ids of 1 event were not read: they are shown below their node or run.'],
  [2_001, 'The ids of 2,001 events were not read: they are shown below their node or run.'],
])('%i ids that were not read', (notRead, words) =>
  expect(notReadText({ byRule: {}, edges: 0, notRead })).toBe(words),
);
