import type { Ledger, LedgerSpan } from '@openwop-inspector/host-client';
import { describe, expect, test } from 'vitest';
import { madeLedger } from '../../test/made.ts';
import {
  arrivalText,
  ledgerKeys,
  ledgerPieces,
  ledgerSentence,
  MAX_PIECES,
  stripText,
} from './ledger-pieces.ts';

const span = (first: number, last: number, via: LedgerSpan['via']): LedgerSpan => ({ first, last, via });
const ledger = (spans: readonly LedgerSpan[], change: Partial<Ledger> = {}): Ledger =>
  madeLedger({
    verdict: spans.some(({ via }) => via === 'missing') ? 'missing' : 'whole-so-far',
    spans,
    firstSequence: spans[0]?.first ?? null,
    lastSequence: spans.at(-1)?.last ?? null,
    events: 0,
    duplicates: 3,
    ...change,
  });
const GAPPED = ledger([
  span(1, 640, 'bundle'),
  span(641, 902, 'sse'),
  span(903, 911, 'poll'),
  span(912, 1037, 'sse'),
  span(1038, 1044, 'missing'),
  span(1045, 1260, 'sse'),
]);
const HOLES = Array.from({ length: 250 }, (_, at) => [
  span(at * 1000, at * 1000 + 990, 'sse'),
  span(at * 1000 + 991, at * 1000 + 999, 'missing'),
]).flat();

describe('the ledger in words (bundles-and-transport.md section 7)', () => {
  test.each<[string, Ledger, string]>([
    ['nothing', ledger([], { verdict: 'nothing' }), 'Nothing has come yet'],
    ['whole so far', ledger([span(0, 12, 'sse')]), 'Whole so far, 0 to 12'],
    ['complete', ledger([span(0, 4812, 'sse')], { verdict: 'complete' }), 'Complete, 0 to 4,812'],
    [
      'a loss without a gap',
      ledger([span(0, 9, 'sse')], {
        verdict: 'not-known',
        completeness: {
          known: false,
          reasons: [
            { code: 'too-large', count: 1, words: '1 frame was too large to read' },
            { code: 'end-unseen', count: 1, words: 'the end of the log was not seen' },
            { code: 'goes-on', count: 1, words: 'the run had not ended' },
          ],
        },
      }),
      'Not known to be whole: 1 frame was too large to read, the end of the log was not seen',
    ],
    [
      'a gap and a loss: no stretch is called complete',
      ledger([span(0, 3, 'sse'), span(4, 4, 'missing'), span(5, 9, 'sse')], {
        completeness: {
          known: false,
          reasons: [
            { code: 'missing', count: 1, words: '1 event is missing' },
            { code: 'bad-frame', count: 2, words: '2 frames could not be read' },
          ],
        },
      }),
      '1 gap: 0–3 stored, 4 missing, 5–9 stored; 2 frames could not be read',
    ],
    ['a gap', GAPPED, '1 gap: 1–1037 complete, 1038–1044 missing, 1045–1260 complete'],
    [
      'many gaps',
      ledger(HOLES.slice(0, 40)),
      '20 gaps: 0–990 complete, 991–999 missing, 1000–1990 complete, 1991–1999 missing, 2000–2990 complete, and 18 gaps more',
    ],
  ])('%s', (_, of, expected) => {
    const { lead, words } = ledgerSentence(of);
    expect(lead === null ? words : `${lead} ${words}`).toBe(expected);
  });

  test('the legend names a single range by its numbers', () =>
    expect(ledgerKeys(GAPPED).map(({ words }) => words)).toEqual([
      '1–640 from the bundle',
      'streamed',
      '903–911 backfilled by poll',
      '1038–1044 missing',
    ]));

  test('counts always include the usual ones, and the rest when there are some', () => {
    expect(arrivalText(GAPPED)).toBe('3 duplicates dropped, 0 late, 0 conflicting');
    expect(arrivalText(ledger([], { duplicates: 1, restated: 12, unsequenced: 2, badFrames: 1 }))).toBe(
      '1 duplicate dropped, 0 late, 0 conflicting, 12 completed by poll, 2 without a number, 1 unreadable frame',
    );
  });

  test('the accessible name has the ranges of the strip', () =>
    expect(stripText(GAPPED)).toContain('903–911 backfilled by poll, 912–1037 streamed, 1038–1044 missing'));
});

describe('the strip', () => {
  test('one missing event in a million is visible', () => {
    const pieces = ledgerPieces(
      ledger([span(0, 499_999, 'sse'), span(500_000, 500_000, 'missing'), span(500_001, 1_000_000, 'sse')]),
    );
    expect(pieces.map(({ via }) => via)).toEqual(['sse', 'missing', 'sse']);
    expect(pieces[1]?.weight).toBeGreaterThan(0.005);
  });

  test('many ranges become few, end to end, and gaps stay gaps', () => {
    const pieces = ledgerPieces(ledger(HOLES));
    expect(pieces.length).toBeLessThanOrEqual(MAX_PIECES);
    expect(pieces.some(({ via }) => via === 'missing')).toBe(true);
    expect([pieces[0]?.first, pieces.at(-1)?.last]).toEqual([0, 249_999]);
  });
});
