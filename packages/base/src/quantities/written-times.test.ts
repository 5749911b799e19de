import { describe, expect, test } from 'vitest';
import { formatWrittenDate, formatWrittenDuration } from './quantities.ts';

describe('dates (RFC 3339)', () => {
  test.each([
    ['2026-05-18T10:00:00Z', '18 May 2026, 10:00:00 UTC'],
    ['2026-05-18t10:00:00.125+00:00', '18 May 2026, 10:00:00.125 UTC'],
    ['2026-05-18T10:00:00-05:30', '18 May 2026, 10:00:00 UTC-05:30'],
    ['2026-12-01', '1 Dec 2026'],
    ['2024-02-29', '29 Feb 2024'],
    ['0001-01-01', '1 Jan 0001'],
    ['2026-02-29', null],
    ['2026-13-01', null],
    ['2026-05-18T25:00:00Z', null],
    ['2026-05-18T10:00Z', null],
    ['tomorrow', null],
    ['2026', null],
  ])('%s is %j', (text, words) => {
    expect(formatWrittenDate(text)).toBe(words);
  });
});

describe('durations (ISO 8601)', () => {
  test.each([
    ['PT1H30M', '1 hour 30 minutes'],
    ['P1DT0.5S', '1 day 0.5 seconds'],
    ['-P2W', 'minus 2 weeks'],
    ['P', null],
    ['PT', null],
    ['P1H', null],
    ['Paris', null],
    [`PT${'9'.repeat(100)}S`, null],
  ])('%s is %j', (text, words) => {
    expect(formatWrittenDuration(text)).toBe(words);
  });
});
