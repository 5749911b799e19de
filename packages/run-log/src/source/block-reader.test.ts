/** Ranges that are read through cached blocks are those of the source, at a cost that fits how they lie. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesSource, SourceError } from './byte-source.ts';
import { BlockReader } from './open-sources.ts';

const SIZE = 3 * 1024 * 1024 + 17;
const bytes = Uint8Array.from({ length: SIZE }, (_, at) => (at * 7 + (at >> 8)) & 0xff);

function counted() {
  const seen = { reads: 0, bytes: 0 };
  const source = bytesSource('log', bytes);
  const read = (offset: number, length: number) => {
    seen.reads++;
    seen.bytes += length;
    return source.read(offset, length);
  };
  return { reader: new BlockReader({ ...source, read }), seen };
}

test('any ranges in any order are those of the source', async () => {
  const range = fc.tuple(fc.nat(SIZE - 1), fc.oneof(fc.nat(2000), fc.nat(700_000)));
  await fc.assert(
    fc.asyncProperty(fc.array(range, { minLength: 1, maxLength: 40 }), async (ranges) => {
      const { reader } = counted();
      for (const [offset, length] of ranges) {
        const read = await reader.read(offset, Math.min(length, SIZE - offset));
        expect(Buffer.compare(read, bytes.subarray(offset, offset + length))).toBe(0);
      }
    }),
  );
});

test('events that lie far from one another cost little more than themselves', async () => {
  const { reader, seen } = counted();
  for (let offset = 0; offset < SIZE - 1000; offset += 300_000) await reader.read(offset, 900);
  expect(seen.bytes).toBeLessThan(11 * 40_000);
});

test('events behind one another cost one reading of the source in large blocks', async () => {
  const { reader, seen } = counted();
  for (let offset = 0; offset < SIZE - 1000; offset += 900) await reader.read(offset, 900);
  expect(seen.bytes).toBeLessThan(SIZE * 1.2);
  expect(seen.reads).toBeLessThan(20);
});

test('a read that failed is tried again', async () => {
  let fails = true;
  const source = bytesSource('log', bytes);
  const reader = new BlockReader({
    ...source,
    read: (offset, length) =>
      fails
        ? Promise.reject(new SourceError('source_vanished', 'log is no longer there'))
        : source.read(offset, length),
  });
  await expect(reader.read(5, 10)).rejects.toThrow('no longer there');
  fails = false;
  expect(await reader.read(5, 10)).toEqual(bytes.subarray(5, 15));
});
