import { words } from '@openwop-inspector/base';
import type { SequenceGap } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { drawnAt, rowDrawn } from './grouped-rows.ts';

const gap = (before: number, first = before, last = first): SequenceGap => ({
  runId: words`r1`,
  first,
  last,
  before,
});

describe('rows of gaps among the rows of events', () => {
  test.each<[string, readonly SequenceGap[], number, readonly string[]]>([
    ['without holes', [], 3, ['0', '1', '2']],
    ['before the first row', [gap(0)], 2, ['gap 0', '0', '1']],
    ['between rows', [gap(2)], 4, ['0', '1', 'gap 2', '2', '3']],
    ['several', [gap(1), gap(3)], 4, ['0', 'gap 1', '1', '2', 'gap 3', '3']],
    ['two at one place', [gap(1, 10), gap(1, 20)], 2, ['0', 'gap 10', 'gap 20', '1']],
  ])('%s', (_, gaps, total, expected) => {
    const drawn = Array.from({ length: total + gaps.length }, (_row, place) => {
      const row = rowDrawn(gaps, place);
      return row.kind === 'event' ? String(row.index) : `gap ${row.gap.first}`;
    });
    expect(drawn).toEqual(expected);
    for (let index = 0; index < total; index += 1)
      expect(rowDrawn(gaps, drawnAt(gaps, index))).toEqual({ kind: 'event', index });
  });
});
