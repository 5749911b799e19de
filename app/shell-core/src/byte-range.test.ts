import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readByteRange } from './file-serving.ts';

describe('readByteRange', () => {
  test.each([
    ['no header is the whole file', null, 10, { kind: 'whole' }],
    ['another unit is the whole file', 'lines=0-1', 10, { kind: 'whole' }],
    [
      'several ranges',
      'bytes=0-1, 3-4,8-99',
      10,
      {
        kind: 'parts',
        parts: [
          { start: 0, end: 1 },
          { start: 3, end: 4 },
          { start: 8, end: 9 },
        ],
      },
    ],
    ['several of another unit are the whole file', 'lines=0-1,3-4', 10, { kind: 'whole' }],
    ['several of which one lies outside are the whole file', 'bytes=0-1,10-12', 10, { kind: 'whole' }],
    ['several of which one is malformed are the whole file', 'bytes=0-1,x', 10, { kind: 'whole' }],
    ['more than 64 ranges are the whole file', `bytes=${'0-1,'.repeat(64)}0-1`, 10, { kind: 'whole' }],
    [
      'ranges of more than 64 MiB are the whole file',
      'bytes=0-40000000,0-40000000',
      4e7 + 1,
      { kind: 'whole' },
    ],
    ['a range of nothing is the whole file', 'bytes=-', 10, { kind: 'whole' }],
    ['an end before its start is malformed', 'bytes=5-2', 10, { kind: 'whole' }],
    ['first and last byte', 'bytes=2-5', 10, { kind: 'part', start: 2, end: 5 }],
    ['one byte', 'bytes=0-0', 10, { kind: 'part', start: 0, end: 0 }],
    ['an open end reaches the last byte', 'bytes=4-', 10, { kind: 'part', start: 4, end: 9 }],
    ['an end past the file is cut', 'bytes=4-99', 10, { kind: 'part', start: 4, end: 9 }],
    ['a suffix counts from the end', 'bytes=-3', 10, { kind: 'part', start: 7, end: 9 }],
    ['a suffix longer than the file is the file', 'bytes=-30', 10, { kind: 'part', start: 0, end: 9 }],
    ['an empty suffix', 'bytes=-0', 10, { kind: 'unsatisfiable' }],
    ['a start at the end', 'bytes=10-', 10, { kind: 'unsatisfiable' }],
    ['any range of an empty file', 'bytes=0-', 0, { kind: 'unsatisfiable' }],
  ])('%s', (_rule, header, size, expected) => {
    expect(readByteRange(header, size)).toEqual(expected);
  });

  test('a part always lies inside the file', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(), (noise, first, last, size) => {
        const one = [`${first}-${last}`, `-${last}`, `${first}-`, noise];
        for (const header of [noise, ...one.map((range) => `bytes=${range}`), `bytes=${one.join()}`]) {
          const range = readByteRange(header, size);
          const parts = range.kind === 'parts' ? range.parts : range.kind === 'part' ? [range] : [];
          for (const { start, end } of parts) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThan(size);
          }
        }
      }),
    );
  });
});
