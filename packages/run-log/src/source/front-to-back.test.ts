import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrontToBack, type TwoWays } from './front-to-back.ts';

const MIB = 1024 * 1024;
const BYTES = Uint8Array.from({ length: 6 * MIB }, (_, at) => (at * 31 + (at >> 8)) & 0xff);

/** A source in memory that notes its reads. `cutAt`: its streams break off there. */
function requested({
  chunk = 100_000,
  cutAt = Number.POSITIVE_INFINITY,
  sendsAll = false,
  bytes = BYTES,
}: {
  readonly chunk?: number;
  readonly cutAt?: number;
  readonly sendsAll?: boolean;
  readonly bytes?: Uint8Array;
} = {}) {
  const ranges: number[] = [];
  const streams: number[] = [];
  let open = 0;
  const ways: TwoWays = {
    sizeBytes: bytes.length,
    brokenOff: () => new Error('broken off'),
    range(offset, length) {
      ranges.push(offset);
      return Promise.resolve(bytes.subarray(offset, offset + length));
    },
    stream(offset) {
      streams.push(offset);
      const from = sendsAll ? 0 : offset;
      let at = from;
      open++;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= cutAt) controller.error(new TypeError('network error'));
          else if (at >= bytes.length) {
            open--;
            controller.close();
          } else {
            controller.enqueue(bytes.slice(at, at + chunk));
            at += chunk;
          }
        },
        cancel: () => void open--,
      });
      return Promise.resolve({ bytes: stream, from });
    },
  };
  return { reads: new FrontToBack(ways), ranges, streams, isOpen: () => open > 0 };
}

const same = (got: Uint8Array, offset: number, length: number): boolean =>
  Buffer.compare(got, BYTES.subarray(offset, offset + length)) === 0;

describe('reads of a source that also comes as a stream', () => {
  test('give the bytes of the source, wherever they lie and however they are requested', async () => {
    const read = fc.record({
      place: fc.oneof(fc.constant('on'), fc.nat(BYTES.length)),
      length: fc.integer({ min: 0, max: 2 * MIB }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(read, { maxLength: 12 }),
        fc.integer({ min: 50_000, max: MIB }),
        fc.boolean(),
        async (wanted, chunk, sendsAll) => {
          const { reads } = requested({ chunk, sendsAll });
          let on = 0;
          const got = wanted.map(async ({ place, length }) => {
            const offset = typeof place === 'number' ? place : on;
            on = Math.min(BYTES.length, offset + length);
            return same(await reads.read(offset, length), offset, length);
          });
          expect(await Promise.all(got)).not.toContain(false);
          reads.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  test('from front to back are one stream, which is let go of at the end', async () => {
    const { reads, ranges, streams, isOpen } = requested();
    const room = new Uint8Array(MIB + 10);
    for (let at = 0; at < BYTES.length; at += MIB) {
      expect(await reads.readInto(room, 10, MIB, at)).toBe(MIB);
      expect(same(room.subarray(10), at, MIB)).toBe(true);
    }
    expect(await reads.readInto(room, 0, MIB, BYTES.length)).toBe(0);
    expect([streams, ranges]).toEqual([[0], []]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(isOpen()).toBe(false);
    reads.close();
  });

  test('elsewhere are requested by range, and the stream continues after them', async () => {
    const { reads, ranges, streams } = requested();
    await reads.read(0, MIB);
    expect(same(await reads.read(5 * MIB, 800), 5 * MIB, 800)).toBe(true);
    expect(same(await reads.read(MIB, MIB), MIB, MIB)).toBe(true);
    expect([streams, ranges]).toEqual([[0], [5 * MIB]]);
    reads.close();
  });

  test('that follow each other become a stream, with what lies between them passed over', async () => {
    const { reads, ranges, streams } = requested();
    for (let at = MIB; at < 4 * MIB; at += 256 * 1024)
      expect(same(await reads.read(at, 1000), at, 1000)).toBe(true);
    expect(streams).toEqual([MIB + 3 * 256 * 1024]);
    expect(ranges).toHaveLength(3);
    reads.close();
  });

  test('of a stream that breaks off reject, and the next one is requested again', async () => {
    const { reads, streams } = requested({ cutAt: 2 * MIB });
    await reads.read(0, MIB);
    await expect(reads.read(MIB, 2 * MIB)).rejects.toThrow('broken off');
    expect(same(await reads.read(0, MIB), 0, MIB)).toBe(true);
    expect(streams).toEqual([0, 0]);
    reads.close();
  });

  test('of a small source need no stream', async () => {
    const { reads, streams, ranges } = requested({ bytes: BYTES.subarray(0, 100_000) });
    expect(same(await reads.read(0, 256 * 1024), 0, 100_000)).toBe(true);
    expect([streams, ranges]).toEqual([[], [0]]);
    reads.close();
  });

  test('that are closed hold no stream', async () => {
    const { reads, isOpen } = requested();
    await reads.read(0, MIB);
    expect(isOpen()).toBe(true);
    reads.close();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(isOpen()).toBe(false);
  });
});
