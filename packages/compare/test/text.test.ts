/** What a comparison says, on every surface. */
import { literal } from '@openwop-inspector/base';
import { expect, test } from 'vitest';
import type { Difference } from '../src/differences.ts';
import {
  beforeText,
  type ComparedFigure,
  changeText,
  differencePieces,
  differingNodes,
  FIGURES,
  figureCell,
} from '../src/text.ts';

type Change = Pick<Difference, 'kind' | 'parts'>;

test.each<[Change, words: string, cell: string]>([
  [{ kind: 'onlyA', parts: [] }, 'only A has x', 'only in A'],
  [{ kind: 'onlyB', parts: [] }, 'only B has y', 'only in B'],
  [{ kind: 'moved', parts: ['order'] }, 'x comes in another order', 'another order'],
  [{ kind: 'replaced', parts: [] }, 'A has x, B has y', 'another event'],
  [{ kind: 'changed', parts: ['content', 'node'] }, 'x differs in its content, node', 'content, node'],
])('%j in words', (change, words, cell) => {
  expect(differencePieces(change, 'x', 'y').join('')).toBe(words);
  expect(changeText(change)).toBe(cell);
});

test('how far two runs are the same', () => {
  expect(beforeText(0)).toBe('From the start on they part');
  expect(beforeText(1)).toBe('The same for 1 event, then they part');
});

test('a figure that differs shows both sides, and only nodes with one are listed', () => {
  const figures = { events: 2, failures: 0, retries: 0, durationMs: 1500, tokens: 10, costUsd: 0 };
  const same = { node: literal('draft'), a: figures, b: figures };
  const other = { node: literal('intake'), a: figures, b: { ...figures, tokens: 12 } };
  const tokens = FIGURES.find(({ figure }) => figure === 'tokens') as ComparedFigure;
  expect(figureCell(other, tokens)).toEqual({ text: '10 → 12', differs: true });
  expect(figureCell({ ...other, b: null }, tokens)).toEqual({ text: '10 → –', differs: true });
  expect(figureCell(same, tokens)).toEqual({ text: '10', differs: false });
  expect(differingNodes([same, other])).toEqual([other]);
});
