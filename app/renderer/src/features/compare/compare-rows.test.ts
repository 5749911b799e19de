import { literal } from '@openwop-inspector/base';
import { expect, test } from 'vitest';
import type { ComparedDifference, ComparedEvent, ComparedView } from '../../worker/compare-jobs.ts';
import {
  countText,
  differenceName,
  differenceText,
  outcomesText,
  rowText,
  verdictOf,
} from './compare-rows.ts';

const event = (sequence: number): ComparedEvent => ({
  ordinal: sequence,
  sequence,
  type: literal('node.completed'),
  nodeId: literal('draft'),
});
const changed: ComparedDifference = {
  kind: 'changed',
  parts: ['content'],
  a: event(3),
  b: event(4),
  pieces: 1,
};
const figures = { events: 2, failures: 0, retries: 0, durationMs: 1500, tokens: 10, costUsd: 0 };

function view(change: Partial<ComparedView>): ComparedView {
  return {
    isSame: false,
    events: { a: 5, b: 5 },
    counts: { pairs: 5, same: 5, changed: 0, moved: 0, onlyA: 0, onlyB: 0 },
    figures: { all: { node: literal('all'), a: figures, b: figures }, nodes: [] },
    masked: { names: 2, pointers: 1, shapes: 0 },
    notes: [],
    first: null,
    cones: { a: null, b: null },
    apart: 0,
    total: 0,
    differences: [],
    recorded: [],
    ...change,
  };
}

test('a verdict says same, differ or not known', () => {
  expect(verdictOf(view({ isSame: true }))).toMatchObject({ kind: 'same', title: 'Same' });
  // Nothing differs in the compared part, but not everything was compared.
  expect(verdictOf(view({ isSame: false }))).toMatchObject({ kind: 'unknown', title: 'Not known' });
  expect(verdictOf(view({ first: { ...changed, before: 3 } })).text).toBe(
    'The same for 3 events, then they part at node draft: node.completed differs in its content.',
  );
  expect(verdictOf(view({ first: { ...changed, before: 0 } })).text).toMatch(/^From the start on they part/);
});

test('the difference is one sentence with the types of both', () => {
  expect(differenceText({ ...changed, kind: 'replaced', parts: [] })).toBe(
    'A has node.completed, B has node.completed',
  );
});

test('a row is named by both positions; a dash is for an event that a side does not have', () => {
  expect(differenceName(changed)).toBe('A #3, B #4: node.completed differs in its content, node draft');
  expect(differenceName({ ...changed, kind: 'onlyA', b: null })).toMatch(/^A #3, B –: only A has/);
});

test('counts list the differences besides the first that are independent', () => {
  expect(countText(view({ apart: 1 }))).toContain(
    'besides the first 1 difference that follows from no other',
  );
  expect(countText(view({ apart: 0 }))).toMatch(/3 values left out by the rules$/);
});

test('outcomes are named once where they are the same', () => {
  expect(outcomesText('failed', 'completed')).toBe('A failed, B completed.');
  expect(outcomesText('failed', 'failed')).toBe('Both failed.');
});

test('a folded stream has its number of pieces', () => {
  expect(rowText({ ...changed, pieces: 16 })).toBe('content, 16 pieces');
  expect(differenceName({ ...changed, pieces: 16 })).toMatch(/node draft, 16 pieces$/);
});
