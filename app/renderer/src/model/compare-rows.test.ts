import { literal } from '@openwop-inspector/base';
import { expect, test } from 'vitest';
import type { ComparedDifference, ComparedEvent, ComparedView } from '../worker/compare-contract.ts';
import {
  changeWords,
  countWords,
  differenceName,
  differenceWords,
  differingNodes,
  FIGURES,
  figureCell,
  verdictOf,
} from './compare-rows.ts';

const event = (sequence: number): ComparedEvent => ({
  ordinal: sequence,
  sequence,
  type: literal('node.completed'),
  nodeId: literal('draft'),
});
const changed: ComparedDifference = { kind: 'changed', parts: ['content'], a: event(3), b: event(4) };
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
  // Nothing differs of what was compared, but not all was.
  expect(verdictOf(view({ isSame: false }))).toMatchObject({ kind: 'unknown', title: 'Not known' });
  expect(verdictOf(view({ first: { ...changed, before: 3 } })).text).toBe(
    'The same for 3 events, then they part at node draft: node.completed differs in its content.',
  );
  expect(verdictOf(view({ first: { ...changed, before: 0 } })).text).toMatch(/^From the start on they part/);
});

test.each<[Partial<ComparedDifference>, words: string, cell: string]>([
  [{ kind: 'onlyA', parts: [], b: null }, 'only A has node.completed', 'only in A'],
  [{ kind: 'onlyB', parts: [], a: null }, 'only B has node.completed', 'only in B'],
  [{ kind: 'moved', parts: ['order'] }, 'node.completed comes in another order', 'another order'],
  [{ kind: 'replaced', parts: [] }, 'A has node.completed, B has node.completed', 'another event'],
  [{ parts: ['content', 'node'] }, 'node.completed differs in its content, node', 'content, node'],
])('%j in words', (change, words, cell) => {
  const one = { ...changed, ...change };
  expect(differenceWords(one)).toBe(words);
  expect(changeWords(one)).toBe(cell);
});

test('a row is named by both places; a dash stands for an event that a side does not have', () => {
  expect(differenceName(changed)).toBe('A #3, B #4: node.completed differs in its content, node draft');
  expect(differenceName({ ...changed, kind: 'onlyA', b: null })).toMatch(/^A #3, B –: only A has/);
});

test('counts say what besides the first follows from no other', () => {
  expect(countWords(view({ apart: 1 }))).toContain(
    'besides the first 1 difference that follows from no other',
  );
  expect(countWords(view({ apart: 0 }))).toMatch(/3 values left out by the rules$/);
});

test('a figure that differs shows both sides, and only nodes with one are listed', () => {
  const same = { node: literal('draft'), a: figures, b: figures };
  const other = { node: literal('intake'), a: figures, b: { ...figures, tokens: 12 } };
  const tokens = FIGURES.find(({ figure }) => figure === 'tokens') as (typeof FIGURES)[number];
  expect(figureCell(other, tokens)).toEqual({ text: '10 → 12', differs: true });
  expect(figureCell({ ...other, b: null }, tokens)).toEqual({ text: '10 → –', differs: true });
  expect(figureCell(same, tokens)).toEqual({ text: '10', differs: false });
  expect(differingNodes([same, other])).toEqual([other]);
});
