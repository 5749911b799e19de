import { describe, expect, test } from 'vitest';
import { captureText, tokenStorageText } from './connection-text.ts';

describe('the capture in words', () => {
  test.each([
    [203_000, null, '203 KB of NDJSON, not saved yet.'],
    [203_000, { name: 'r1.ndjson', sizeBytes: 203_000 }, '203 KB of NDJSON, saved as r1.ndjson.'],
    [
      203_000,
      { name: 'r1.ndjson', sizeBytes: 1000 },
      '203 KB of NDJSON, the first 1.0 KB saved as r1.ndjson.',
    ],
  ])('%s saved %o', (size, saved, words) => expect(captureText(size, saved)).toBe(words));
});

describe('a token is described by its storage, never by its value (security S-10)', () => {
  test.each([
    ['none', null, 'none is kept for this host'],
    ['session', null, '•••••••• kept by the shell until it ends, not in this window'],
    ['system-store', null, '•••••••• kept by the system’s store, not in this window'],
    ['environment', 'OPENWOP_TOKEN', '•••••••• read from OPENWOP_TOKEN by the shell, not in this window'],
  ] as const)('%s', (kept, variable, words) =>
    expect(tokenStorageText({ kept, variable, remark: null })).toBe(words),
  );
});
