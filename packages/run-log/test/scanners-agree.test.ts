/** Both scanners read the same out of the same bytes: columns, names, causes, problems (bundles-and-transport section 1). */
import { expect, test } from 'vitest';
import { hostileBundle, hostileLines } from './hostile-events.ts';
import { contentOf, inPieces, openedWith } from './scanned-content.ts';

async function compare(bytes: Uint8Array, most: number): Promise<number> {
  const fast = await openedWith(inPieces(bytes, most), 'fast');
  const plain = await openedWith(inPieces(bytes, most), 'plain');
  expect(await contentOf(fast)).toEqual(await contentOf(plain));
  const { shape, length } = fast.index.columns;
  return shape.subarray(0, length).filter((number) => number > 0).length;
}

/** Of a log and in all: more with `SCANNED_EVENTS=1000000`. */
const PER_LOG = 400;
const LOGS = Math.ceil(Number(process.env.SCANNED_EVENTS ?? 40_000) / PER_LOG / 2);
const PIECES = [1, 7, 61, 4096, 1 << 20];

test('lines are read alike', async () => {
  let taken = 0;
  for (let seed = 1; seed <= LOGS; seed++) {
    const count = PIECES[seed % 5] === 1 ? 12 : PER_LOG;
    taken += await compare(hostileLines(seed, count), PIECES[seed % 5] as number);
  }
  // The fast scanner has taken a good part of them, or nothing was compared.
  expect(taken).toBeGreaterThan(LOGS * 40);
}, 600_000);

test('bundles are read alike', async () => {
  let taken = 0;
  for (let seed = 1; seed <= LOGS; seed++) {
    const count = PIECES[seed % 5] === 1 ? 12 : PER_LOG;
    taken += await compare(hostileBundle(seed, count), PIECES[seed % 5] as number);
  }
  expect(taken).toBeGreaterThan(LOGS * 40);
}, 600_000);
