import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EntryScanner } from '../scan/entry-scan.ts';
import { LedgerBook } from './ledger.ts';
import { SeenEvents } from './seen-events.ts';
import { SequenceRuns } from './sequence-runs.ts';

const scanner = new EntryScanner();
const HOLES = 400_000;

function add(ledger: LedgerBook, sequence: number, via: 'sse' | 'poll' = 'sse'): void {
  const scan = scanner.scan(`{"type":"node.started","sequence":${sequence}}`);
  if (scan !== null) ledger.add(scan, via);
}

/** A ledger with a hole before every event but the first. */
function fullOfHoles(): LedgerBook {
  const ledger = new LedgerBook();
  for (let i = 0; i <= HOLES; i++) add(ledger, i * 2);
  return ledger;
}

test('a ledger with 400,000 holes answers at every arrival, which moves no run but its neighbours', () => {
  const ledger = fullOfHoles();
  const last = HOLES * 2;
  for (let i = 1; i <= 20_000; i++) {
    add(ledger, last + i * 2);
    expect(ledger.answer().missing).toBe(HOLES + i);
  }
  expect(ledger.answer()).toMatchObject({ verdict: 'missing', spansCut: true });
  expect(ledger.holes()).toHaveLength(500);
}, 30_000);

test('400,000 holes are filled from their beginning and from their end', () => {
  for (const isReversed of [false, true]) {
    const ledger = fullOfHoles();
    for (let i = 0; i < HOLES; i++) add(ledger, (isReversed ? HOLES - 1 - i : i) * 2 + 1);
    expect(ledger.answer()).toMatchObject({ missing: 0, spans: [{ first: 0, last: HOLES * 2, via: 'sse' }] });
    expect(ledger.holes(1)).toEqual([]);
  }
}, 60_000);

test('property: runs, holes and their count are those of a plain list, over many blocks', () => {
  const order = fc.shuffledSubarray(
    Array.from({ length: 4000 }, (_, i) => i),
    { minLength: 1500, maxLength: 3000 },
  );
  fc.assert(
    fc.property(order, fc.infiniteStream(fc.boolean()), (sequences, channels) => {
      const runs = new SequenceRuns();
      const via = new Map<number, 'sse' | 'poll'>();
      for (const sequence of sequences) {
        const channel = channels.next().value === true ? 'sse' : 'poll';
        via.set(sequence, channel);
        runs.add(sequence, channel);
      }
      const reported = [...runs.fromNewest()].reverse();
      const sorted = [...via.keys()].sort((a, b) => a - b);
      const expected: { first: number; last: number; via: string }[] = [];
      for (const sequence of sorted) {
        const before = expected.at(-1);
        const channel = via.get(sequence) ?? '';
        if (before?.last === sequence - 1 && before.via === channel) before.last = sequence;
        else expected.push({ first: sequence, last: sequence, via: channel });
      }
      const holes = expected.flatMap(({ first }, i) => {
        const last = expected[i - 1]?.last;
        return last === undefined || last + 1 === first ? [] : [{ first: last + 1, last: first - 1 }];
      });
      expect(reported).toEqual(expected);
      expect([runs.count, runs.holeCount]).toEqual([expected.length, holes.length]);
      expect(runs.holes(Number.POSITIVE_INFINITY)).toEqual(holes);
      expect(runs.holes(7)).toEqual(holes.slice(0, 7));
    }),
    { numRuns: 20, seed: 11 },
  );
});

test('events are found by their sequence, however far apart they are', () => {
  const seen = new SeenEvents();
  const steps = [1, 8, 2 ** 16, 2 ** 32, 2 ** 40];
  const sequences = steps.flatMap((step) => Array.from({ length: 3000 }, (_, i) => (i + 1) * step));
  const mark = (sequence: number) => ({
    identityHash: sequence | 0,
    eventIdHash: 1,
    payloadHash: 2,
    hasCause: sequence % 2 === 0,
  });
  for (const sequence of sequences) seen.set(sequence, mark(sequence));
  expect(seen.count).toBe(new Set(sequences).size);
  for (const sequence of sequences) expect(seen.get(sequence)).toEqual(mark(sequence));
  for (const sequence of [0, 3001 * 2 ** 16 + 1, 2 ** 53 - 1]) {
    expect(seen.has(sequence)).toBe(false);
    expect(seen.get(sequence)).toBeNull();
  }
});
