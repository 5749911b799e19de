import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EntryScanner } from '../scan/entry-scan.ts';
import { LedgerBook } from './ledger.ts';

const scanner = new EntryScanner();

function add(ledger: LedgerBook, event: object, via: 'sse' | 'poll' | 'bundle' = 'sse') {
  const scan = scanner.scan(
    JSON.stringify({ type: 'node.started', timestamp: '2026-05-18T10:00:00.000Z', ...event }),
  );
  return scan === null ? null : ledger.add(scan, via);
}

describe('verdict', () => {
  const ended = { hasEnded: true, isLogWhole: true, isEndKnown: true };
  test.each([
    ['nothing', [], null, 'nothing', 'no events yet'],
    ['no hole, the run continues', [0, 1, 2], null, 'whole-so-far', 'whole so far, 0 to 2'],
    ['no hole, the run has ended', [1, 2], ended, 'complete', 'complete 1 to 2'],
    ['a hole between stored events', [0, 1, 4], ended, 'missing', 'missing 2 to 3'],
    ['two holes', [0, 2, 4], null, 'missing', 'missing 1 and 3'],
    ['many holes', [0, 2, 4, 6], null, 'missing', 'missing 1 and more, 3 in all'],
    [
      'a first sequence over 1 while the log may be longer (run-events 1.1)',
      [5, 6],
      { ...ended, isLogWhole: false },
      'not-known',
      '5 to 6, not known to be complete: nothing says what came before 5',
    ],
    ['a first sequence over 1 of a whole log (run-events 1.1)', [5, 6], ended, 'missing', 'missing 1 to 4'],
    ['ended without any event', [], ended, 'complete', 'complete, without any event'],
  ])('%s', (_rule, sequences, state, verdict, words) => {
    const ledger = new LedgerBook();
    for (const sequence of sequences) add(ledger, { sequence });
    if (state !== null) ledger.settle(state);
    expect(ledger.answer()).toMatchObject({ verdict, words });
  });

  test('long numbers are written in groups', () => {
    const ledger = new LedgerBook();
    for (const sequence of [0, 4812]) add(ledger, { sequence });
    expect(ledger.answer().words).toBe('missing 1 to 4,811');
  });
});

describe('a second telling of an event (run-events 1.1, 5.1)', () => {
  const full = { sequence: 1, eventId: 'a', causationId: 'b', payload: { x: 1, y: [2] } };
  test.each([
    ['the same', full, full, 'duplicate'],
    [
      'members in another order',
      full,
      { payload: { y: [2], x: 1 }, causationId: 'b', eventId: 'a', sequence: 1 },
      'duplicate',
    ],
    ['under the older names', full, { seq: 1, data: { x: 1, y: [2] } }, 'duplicate'],
    [
      'a time with another fraction or zone form',
      full,
      { ...full, timestamp: '2026-05-18T10:00:00.000000+00:00' },
      'duplicate',
    ],
    ['with a cause that was lacking', { ...full, causationId: undefined }, full, 'restated'],
    ['with an id that was lacking', { ...full, eventId: undefined }, full, 'restated'],
    ['with a payload that was lacking', { ...full, payload: null }, full, 'restated'],
    ['with less than before', full, { sequence: 1 }, 'duplicate'],
    ['another payload', full, { ...full, payload: { x: 2, y: [2] } }, 'conflicting'],
    ['another id', full, { ...full, eventId: 'c' }, 'conflicting'],
    ['another type', full, { ...full, type: 'node.failed' }, 'conflicting'],
    ['another time', full, { ...full, timestamp: '2026-05-18T11:00:00.000Z' }, 'conflicting'],
  ])('%s', (_rule, first, second, verdict) => {
    const ledger = new LedgerBook();
    expect(add(ledger, first)).toBe('new');
    expect(add(ledger, second)).toBe(verdict);
    const repeated = verdict === 'restated' ? [0, 1, 0] : verdict === 'conflicting' ? [0, 0, 1] : [1, 0, 0];
    const { events, duplicates, restated, conflicting } = ledger.answer();
    expect([events, duplicates, restated, conflicting]).toEqual([1, ...repeated]);
  });

  test('events without a sequence are distinguished by content', () => {
    const ledger = new LedgerBook();
    const intake = [{ payload: 1 }, { payload: 2 }, { payload: 1 }].map((event) => add(ledger, event));
    expect(intake).toEqual(['unsequenced', 'unsequenced', 'repeated']);
    expect(ledger.answer()).toMatchObject({ events: 2, unsequenced: 2, verdict: 'whole-so-far' });
  });
});

describe('spans', () => {
  test('say over which channel each stretch came, and what is missing', () => {
    const ledger = new LedgerBook();
    for (const sequence of [0, 1, 2, 6]) add(ledger, { sequence }, 'sse');
    add(ledger, { sequence: 4 }, 'bundle');
    add(ledger, { sequence: 3 }, 'poll');
    expect(ledger.answer().spans).toEqual([
      { first: 0, last: 2, via: 'sse' },
      { first: 3, last: 3, via: 'poll' },
      { first: 4, last: 4, via: 'bundle' },
      { first: 5, last: 5, via: 'missing' },
      { first: 6, last: 6, via: 'sse' },
    ]);
  });

  test('are joined at the old end beyond 500', () => {
    const ledger = new LedgerBook();
    for (let sequence = 0; sequence < 2000; sequence += 2) add(ledger, { sequence });
    const { spans, spansCut, missing } = ledger.answer();
    expect([spans.length, spansCut, missing]).toEqual([500, true, 999]);
    expect(spans[0]).toMatchObject({ first: 0, via: 'missing' });
    expect(spans.at(-1)).toEqual({ first: 1998, last: 1998, via: 'sse' });
  });

  test('property: touch, are in order, and hold every event once, whatever the order of arrival', () => {
    const intake = fc.array(fc.tuple(fc.nat(60), fc.constantFrom('sse' as const, 'poll' as const)), {
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(intake, (list) => {
        const ledger = new LedgerBook();
        const via = new Map<number, string>();
        for (const [sequence, channel] of list) {
          add(ledger, { sequence }, channel);
          if (!via.has(sequence)) via.set(sequence, channel);
        }
        const { spans, events, missing, firstSequence, lastSequence } = ledger.answer();
        const reported = spans.flatMap((span) =>
          Array.from({ length: span.last - span.first + 1 }, (_, i) => [span.first + i, span.via]),
        );
        const first = Math.min(...via.keys());
        const last = Math.max(...via.keys());
        const wanted = Array.from({ length: last - first + 1 }, (_, i) => [
          first + i,
          via.get(first + i) ?? 'missing',
        ]);
        expect(reported).toEqual(wanted);
        expect([firstSequence, lastSequence, events, missing]).toEqual([
          first,
          last,
          via.size,
          wanted.length - via.size,
        ]);
      }),
      { numRuns: 100, seed: 3 },
    );
  });
});
