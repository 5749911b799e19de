import { describe, expect, test } from 'vitest';
import { unitText } from './card-renderer.tsx';

describe('durations by their key', () => {
  test.each([
    ['durationMs', 83_400, '1 min 23 s'],
    ['ms', 12, '12 ms'],
    ['timeout_ms', 1_000, '1 s'],
    ['durationSeconds', 7_200, '2 h'],
    ['ttlSeconds', 90_061, '1 day 1 h'],
    ['seconds', 0, '0 ms'],
    ['retryMinutes', 90, '1 h 30 min'],
    ['items', 4, null],
    ['params', 4, null],
    ['beseconds', 4, null],
    ['durationMs', -1, null],
    ['durationMs', Number.NaN, null],
    ['createdAtMs', 1_779_098_400_000, null],
    ['__proto__', 1, null],
  ])('%s of %d is %j', (key, value, words) => {
    expect(unitText(key, value)).toBe(words);
  });
});
