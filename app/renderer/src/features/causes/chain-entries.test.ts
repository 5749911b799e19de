import { words } from '@openwop-inspector/base';
import type { CausalChain, ChainLink, ChainNode } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { madeRow } from '../../test/made.ts';
import { belowText, chainEntries, forestText, NEAR_END, notReadText, ROOT_END } from './chain-entries.ts';

const event = (ordinal: number): ChainNode => ({ kind: 'event', row: madeRow(ordinal) });

/** A chain 0 → 1 → … → length. */
function chainOf(length: number, links: readonly ChainLink[] = []): CausalChain {
  const ancestors = Array.from({ length }, (_, at): ChainLink => {
    return { node: event(length - 1 - at), via: 'eventId', marks: [], depth: at + 1 };
  });
  return {
    target: event(length),
    ancestors: [...ancestors, ...links],
    ancestorTotal: ancestors.length + links.length,
    descendants: [],
    descendantTotal: 0,
    chainStart: event(0),
    cause: null,
    ending: 'start',
    marks: [],
    causationOmitted: false,
    inferred: null,
  };
}

function outline(chain: CausalChain, unfolded = 0): string {
  return chainEntries(chain, unfolded)
    .flatMap((entry) => {
      if (entry.kind === 'folded') return [`(${entry.count})`];
      if (entry.kind === 'edge') return [];
      const name = entry.node.kind === 'event' ? entry.node.row.ordinal : entry.node.kind;
      return [entry.role === 'cause' ? `${name}` : `${name}:${entry.role}`];
    })
    .join(' ');
}

describe('a chain reads from its start to the event', () => {
  test.each([
    [0, '0:target'],
    [1, '0:start 1:target'],
    [3, '0:start 1 2 3:target'],
  ])('%i causes', (length, expected) => expect(outline(chainOf(length))).toBe(expected));

  test('a long one folds in the middle and unfolds from its near end', () => {
    const hidden = 412 - ROOT_END - NEAR_END;
    expect(outline(chainOf(412))).toBe(`0:start 1 2 (${hidden}) 404 405 406 407 408 409 410 411 412:target`);
    expect(outline(chainOf(412), 100)).toContain(`0:start 1 2 (${hidden - 100}) 304 305`);
    expect(outline(chainOf(412), hidden)).not.toContain('(');
  });

  test('it starts at the last event, not at the stub above it', () => {
    const stub: ChainLink = { node: { kind: 'dangling', id: words`x` }, via: 'eventId', marks: [], depth: 3 };
    expect(outline(chainOf(2, [stub]))).toBe('dangling 0:start 1 2:target');
  });
});

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
  [1, 'The ids of 1 event were not read: they are displayed below their node or run.'],
  [2_001, 'The ids of 2,001 events were not read: they are displayed below their node or run.'],
])('%i ids that were not read', (notRead, words) =>
  expect(notReadText({ byRule: {}, edges: 0, notRead })).toBe(words),
);
