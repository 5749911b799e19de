import { describe, expect, test } from 'vitest';
import { decodeBase64 } from './subjects.ts';

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

describe('base64, decoded in slices', () => {
  test.each([0, 1, 2, 3, 4, 5, 30, 31, 32, 33])('%i bytes come back, whatever the slices', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
    for (const slice of [4, 8, 1024]) {
      const answer = await decodeBase64(encode(bytes), slice);
      expect(answer).toEqual({ kind: 'bytes', bytes, declaredType: null });
    }
  });

  test.each([
    ['a stranger in it', 'AA*A'],
    ['white space', 'AAA\n'],
    ['no padding', 'AAA'],
    ['padding in the middle', 'AA==AAAA'],
    ['the alphabet of addresses', 'AA-_'],
  ])('%s is reported', async (_, text) =>
    expect(await decodeBase64(text, 4)).toEqual({ kind: 'problem', message: 'The text is not base64.' }),
  );

  test('data over the limit is not decoded', async () =>
    expect(await decodeBase64('A'.repeat(90_000_000))).toEqual({
      kind: 'problem',
      message: 'More than 64 MiB are not decoded.',
    }));
});
