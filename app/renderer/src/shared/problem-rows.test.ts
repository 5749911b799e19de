import { masker } from '@openwop-inspector/base';
import type { ProblemGroup } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOutProblems, pagesAmong, problemRowAt } from './grouped-rows.ts';

const group = (code: string, count: number): ProblemGroup => ({
  code: masker.text(code),
  severity: 'warning',
  title: masker.text(code),
  count,
});
const GROUPS = [group('a', 2), group('b', 3), group('c', 1)];

const words = (row: ReturnType<typeof problemRowAt>) =>
  row === null ? null : row.kind === 'group' ? row.group.code : `${row.group.code}${row.offset}`;

describe('the problems as one list', () => {
  test('each header is followed by its problems', () => {
    const list = layOutProblems(GROUPS, {});
    expect(Array.from({ length: list.rows + 1 }, (_, row) => words(problemRowAt(list, row)))).toEqual([
      'a',
      'a0',
      'a1',
      'b',
      'b0',
      'b1',
      'b2',
      'c',
      'c0',
      null,
    ]);
  });

  test('a folded group keeps its header only', () => {
    const list = layOutProblems(GROUPS, { b: true });
    expect(Array.from({ length: list.rows }, (_, row) => words(problemRowAt(list, row)))).toEqual([
      'a',
      'a0',
      'a1',
      'b',
      'c',
      'c0',
    ]);
  });

  test('of more than a page of them the kinds are displayed, until one is unfolded', () => {
    const many = [group('a', 200_000), group('b', 2)];
    expect(layOutProblems(many, {}).rows).toBe(2);
    expect(layOutProblems(many, { b: false }).rows).toBe(4);
  });

  test('an empty list has no rows', () => expect(problemRowAt(layOutProblems([], {}), 0)).toBeNull());

  test('the requested pages contain every visible problem, and only near ones', () => {
    const counts = fc.array(fc.nat(900), { maxLength: 8 });
    fc.assert(
      fc.property(counts, fc.nat(2000), fc.nat(80), (sizes, start, height) => {
        const groups = sizes.map((count, at) => group(`g${at}`, count));
        const folds = Object.fromEntries(groups.map(({ code }) => [code, code === 'g1']));
        const list = layOutProblems(groups, folds);
        const pages = pagesAmong(list, start, start + height, 200).map(({ code, page }) => `${code} ${page}`);
        const wanted = new Set<string>();
        for (let row = start; row < start + height; row += 1) {
          const there = problemRowAt(list, row);
          if (there?.kind === 'problem') wanted.add(`${there.group.code} ${Math.floor(there.offset / 200)}`);
        }
        expect(new Set(pages)).toEqual(wanted);
      }),
    );
  });
});
