import { describe, expect, test } from 'vitest';
import { MAX_SOURCE_BYTES, sourceText } from './FileRow.tsx';

describe('bytes become text', () => {
  test.each([
    ['UTF-8', [0xc3, 0xa4], 'ä'],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['UTF-16, little end first', [0xff, 0xfe, 0x61, 0x00], 'a'],
    ['UTF-16, big end first', [0xfe, 0xff, 0x00, 0x61], 'a'],
    ['bytes that are no text', [0xff, 0x61], '\ufffda'],
  ])('%s', (_, bytes, text) => expect(sourceText(Uint8Array.from(bytes)).text).toBe(text));

  test('of a huge source the first part is read, and it says so', () => {
    const { text, isCut } = sourceText(new Uint8Array(MAX_SOURCE_BYTES + 1).fill(0x61));
    expect(isCut).toBe(true);
    expect(text).toHaveLength(MAX_SOURCE_BYTES);
  });
});
