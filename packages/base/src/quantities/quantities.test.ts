import { describe, expect, test } from 'vitest';
import {
  countOf,
  formatAgo,
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatLimit,
  formatMoment,
  formatSequence,
  formatShare,
  formatSinceStart,
  formatTook,
  wholePercent,
} from './quantities.ts';

describe('numbers as people read them', () => {
  test('whole numbers are grouped as English writes them', () => {
    const english = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
    const wholes = [0, -0, 7, 999, 1000, -1000, 12_345, 1_000_000, -9_007_199_254_740_991];
    expect(wholes.map(formatCount)).toEqual(wholes.map((count) => english.format(count)));
    expect([1e16, 0.25, 1234.5, Number.NaN].map(formatCount)).toEqual([
      '10,000,000,000,000,000',
      '0.25',
      '1,234.5',
      'NaN',
    ]);
  });

  test.each([
    [0, '+0:00.000'],
    [14_190, '+0:14.190'],
    [134_354, '+2:14.354'],
    [3_734_354, '+1:02:14.354'],
    [-10, '−0:00.010'],
    [59_999.9, '+0:59.999'],
  ])('%d ms since the start is %s', (ms, text) => expect(formatSinceStart(ms)).toBe(text));

  test.each([
    [0, 0, '0:00'],
    [14_950, 0, '0:14'],
    [134_380, 1, '2:14.3'],
    [7_200_000, 0, '2:00:00'],
  ])('%d ms with %d decimals is the clock time %s', (ms, decimals, text) =>
    expect(formatClock(ms, decimals)).toBe(text),
  );

  test.each([
    [0, '0 ms'],
    [38.4, '38 ms'],
    [4390, '4.4 s'],
    [14_449, '14.4 s'],
    [59_960, '1 min'],
    [59_999, '1 min'],
    [523.4, '523 ms'],
    [1.25, '1.3 ms'],
    [1500, '1.5 s'],
    [23_000, '23 s'],
    [65_000, '1 min 5 s'],
    [7_380_000, '2 h 3 min'],
    [-1500, '−1.5 s'],
    [104_403, '1 min 44 s'],
    [7_500_000, '2 h 5 min'],
    [90_000_000, '1 day 1 h'],
    [172_800_000, '2 days'],
  ])('%d ms lasts %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  test.each([
    [38, '38 ms'],
    [1200, '1.2 s'],
    [134_400, '2:14.4'],
  ])('%d ms took %s in a column', (ms, text) => expect(formatTook(ms)).toBe(text));

  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1100, '1.1 KB'],
    [412_000, '412 KB'],
    [1000, '1.0 KB'],
    [105_624, '106 KB'],
    [999_600, '1.0 MB'],
    [48_200_000, '48.2 MB'],
    [6.1e11, '610 GB'],
    [870_000_000, '870 MB'],
    [1e18, '1,000,000 TB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  test.each([
    [64 * 2 ** 20, '64 MiB'],
    [256 * 1024, '256 KiB'],
    [1000, '1,000 bytes'],
  ])('a limit of %d bytes is %s', (bytes, text) => expect(formatLimit(bytes)).toBe(text));

  test.each([
    [1_772_442_001_000, 'Mon, 2 Mar 2026, 09:00:01 UTC'],
    [Number.NaN, null],
  ])('%d ms since 1970 are %s', (ms, text) => expect(formatMoment(ms)).toBe(text));

  test('a missing sequence has its own sign', () => {
    expect(formatSequence(1282)).toBe('#1282');
    expect(formatSequence(null)).toBe('#–');
    expect(formatSequence(0)).toBe('#0');
  });

  test.each([
    [1, 'event', '1 event'],
    [1284, 'event', '1,284 events'],
    [0, 'event', '0 events'],
  ])('%d %s is counted as %s', (count, noun, text) => expect(countOf(count, noun)).toBe(text));

  test.each([
    [30_000, 'just now'],
    [300_000, '5 min ago'],
    [7_300_000, '2 h ago'],
    [100_000_000, 'yesterday'],
    [260_000_000, '3 days ago'],
  ])('%d ms before now is %s', (before, text) => expect(formatAgo(1e12 - before, 1e12)).toBe(text));

  test.each([
    [0, 0, 0],
    [999, 1000, 99],
    [1000, 1000, 100],
    [99_999, 100_000, 99],
  ])('%d of %d is %d percent', (part, whole, percent) => expect(wholePercent(part, whole)).toBe(percent));

  test.each([
    [0, 8, '0%'],
    [1, 1000, '<1%'],
    [3, 8, '38%'],
    [8, 8, '100%'],
    [1, 0, '–'],
  ])('%d of %d is a share of %s', (part, whole, share) => expect(formatShare(part, whole)).toBe(share));
});
