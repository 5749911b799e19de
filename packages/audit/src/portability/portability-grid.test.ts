/** A cell has the answer, its number of envelopes, and the decider (guide: which hosts would take it). */
import { expect, test } from 'vitest';
import {
  answerTotals,
  type CellReason,
  cellText,
  decidingText,
  exampleName,
  type PortabilityCell,
  reasonHead,
} from './portability-grid.ts';

const PLACE = { file: 'a', runId: 'r', sequence: 12, eventId: 'e12', correlationId: 'c', line: null };
const REASON: CellReason = {
  answer: 'refused',
  step: 'kind',
  decides: 'kind',
  clause: 'acceptor S5',
  note: 'n',
  missing: [],
  count: 2,
  example: PLACE,
};

const cell = (refused: number, unknown: number, reasons: readonly CellReason[]): PortabilityCell => ({
  answer: refused > 0 ? 'refused' : unknown > 0 ? 'unknown' : 'accepted',
  counts: { accepted: 0, refused, unknown },
  reasons,
  leftOut: 0,
});

test.each([
  ['all of one answer', cell(2, 0, [REASON]), 'refused', 'kind, S5'],
  ['counts where they differ', cell(2, 1, [REASON]), 'refused, 2 of 3', 'kind, S5'],
  [
    'what is not known names the step alone',
    cell(0, 1, [{ ...REASON, answer: 'unknown', decides: null, step: 'limits' }]),
    'not known',
    'at S9',
  ],
  [
    'a check that was stopped has no step',
    cell(0, 1, [{ ...REASON, answer: 'unknown', decides: null, step: 'stopped' }]),
    'not known',
    'at no step',
  ],
])('%s', (_, one, words, decides) => {
  expect(cellText(one)).toBe(words);
  expect(decidingText(one)).toBe(decides);
});

test('a reason has answer, decider, step and count; its example has the place', () => {
  expect(reasonHead(REASON)).toBe('refused by the kind, at step S5 (kind), 2 envelopes');
  expect(exampleName(REASON)).toBe('#12');
  expect(exampleName({ ...REASON, example: { ...PLACE, sequence: null } })).toBe('e12');
});

test('totals count cells by their answer', () => {
  expect(answerTotals([{ cells: [cell(1, 0, []), cell(0, 1, [])] }])).toEqual({
    accepted: 0,
    refused: 1,
    unknown: 1,
  });
});
