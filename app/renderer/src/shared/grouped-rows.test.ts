import { words } from '@openwop-inspector/base';
import type { EventHits, PayloadHit } from '@openwop-inspector/run-log';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  adjacentHitRow,
  groupedRowAt,
  hitRowAt,
  hitText,
  layOutGroups,
  layOutHits,
  markedParts,
  numberOfHit,
  rowOfHit,
  type SearchedSoFar,
  unlistedText,
  withFound,
} from './grouped-rows.ts';

test('each header is followed by its members, and no row is out of range', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5 })), (members) => {
      const list = layOutGroups(members);
      const wanted = members.flatMap((count, group) =>
        Array.from({ length: count + 1 }, (_, at) => ({ group, member: at - 1 })),
      );
      expect(Array.from({ length: list.rows }, (_, row) => groupedRowAt(list, row))).toEqual(wanted);
      expect([groupedRowAt(list, -1), groupedRowAt(list, list.rows)]).toEqual([null, null]);
    }),
  );
});

const hit = (pointer: string): PayloadHit => ({
  pointer,
  part: 'value',
  text: words`one two one`,
  value: null,
  places: [
    { from: 0, to: 3 },
    { from: 8, to: 11 },
  ],
  isMasked: false,
  isCut: [false, false],
});

const event = (place: number, hits: number): EventHits => ({
  ordinal: place * 10,
  place,
  sequence: place,
  type: words`log.appended`,
  nodeId: null,
  total: hits,
  hits: Array.from({ length: hits }, (_, at) => hit(`/payload/${at}`)),
});

/** Rows: event, a, b, event, c. */
const LIST = layOutHits([event(1, 2), event(4, 1)]);

test('each event is followed by its hits', () => {
  const rows = Array.from({ length: LIST.rows + 1 }, (_, row) => hitRowAt(LIST, row));
  expect(
    rows.map((row) => (row === null ? null : `${row.event.place} ${row.hit?.pointer ?? 'event'}`)),
  ).toEqual(['1 event', '1 /payload/0', '1 /payload/1', '4 event', '4 /payload/0', null]);
  expect(LIST.listed).toBe(3);
  expect([0, 1, 2, 3, 4].map((row) => numberOfHit(LIST, row))).toEqual([0, 1, 2, 0, 3]);
});

test.each([
  [-1, 1, 1],
  [-1, -1, 4],
  [1, 1, 2],
  [2, 1, 4],
  [4, 1, 1],
  [4, -1, 2],
  [1, -1, 4],
  [3, 1, 4],
  [3, -1, 2],
] as const)(
  'from row %i by %i the hit of row %i is next, and headers are skipped',
  (row, direction, wanted) => {
    expect(adjacentHitRow(LIST, row, direction)).toBe(wanted);
  },
);

test('in an empty list there is no next hit', () => {
  expect(adjacentHitRow(layOutHits([]), -1, 1)).toBe(-1);
});

test('a hit is found again after its row has moved', () => {
  expect(rowOfHit(LIST, { ordinal: 40, at: 0 })).toBe(4);
  expect(rowOfHit(layOutHits(withFound(LIST.events, [event(2, 5)])), { ordinal: 40, at: 0 })).toBe(10);
  expect(rowOfHit(LIST, { ordinal: 20, at: 0 })).toBe(-1);
  expect(rowOfHit(LIST, null)).toBe(-1);
});

test('later hits are sorted into display order', () => {
  const places = (found: readonly EventHits[]) => withFound(LIST.events, found).map(({ place }) => place);
  expect(places([event(6, 1), event(7, 1)])).toEqual([1, 4, 6, 7]);
  expect(places([event(0, 1), event(2, 1)])).toEqual([0, 1, 2, 4]);
  expect(withFound(LIST.events, [])).toBe(LIST.events);
});

describe('status of a search', () => {
  test.each<readonly [Partial<SearchedSoFar>, string]>([
    [{}, '1,200 hits in 40 events'],
    [{ hits: 1, inEvents: 1 }, '1 hit in 1 event'],
    [{ hits: 0, inEvents: 0 }, 'No hit'],
    [{ state: 'running' }, '1,200 hits in 40 events, searching … 30 %'],
    [{ state: 'stopped' }, '1,200 hits in 40 events, stopped at 30 %'],
  ])('%j', (stand, wanted) => {
    expect(hitText({ hits: 1200, inEvents: 40, done: 30, of: 100, state: 'done', ...stand })).toBe(wanted);
  });

  test('hits that are only counted are mentioned', () => {
    expect(unlistedText(5, 5)).toBeNull();
    expect(unlistedText(12_000, 5000)).toMatch(/^5,000 of 12,000 hits are listed/);
  });
});

test('a piece is split into the match and its context', () => {
  expect(markedParts(hit('')).map(({ text, isFound }) => (isFound ? `[${text}]` : text))).toEqual([
    '[one]',
    ' two ',
    '[one]',
  ]);
});
