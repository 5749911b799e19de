/** Both scanners read the same out of the same bytes: columns, names, causes, problems (bundles-and-transport section 1). */
import { runsOf } from '@openwop-inspector/testing/runs';
import { expect, test } from 'vitest';
import { openRunLog, type RunLog } from '../src/index.ts';
import type { ScannerChoice } from '../src/read/read-source.ts';
import { growingBytes } from './growing-bytes.ts';
import { hostileBundle, hostileLines, hostileStream } from './hostile-events.ts';
import { contentOf, inPieces, openedWith } from './scanned-content.ts';

async function compare(bytes: Uint8Array, most: number): Promise<number> {
  const fast = await openedWith(inPieces(bytes, most), 'fast');
  const plain = await openedWith(inPieces(bytes, most), 'plain');
  expect(await contentOf(fast)).toEqual(await contentOf(plain));
  const { shape, length } = fast.index.columns;
  return shape.subarray(0, length).filter((number) => number > 0).length;
}

/** Events of a log, and of all logs of a test: more with `SCANNED_EVENTS=1000000`. */
const PER_LOG = 400;
const LOGS = Math.ceil(Number(process.env.SCANNED_EVENTS ?? runsOf(40_000, 10_000)) / PER_LOG / 2);
const CAPTURE_HEAD = Buffer.from(
  '{"capture":"openwop-inspector/1","runId":"run-0"}\n{"capture":"via","channel":"sse"}\n',
);
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

test('streams are read alike', async () => {
  let taken = 0;
  for (let seed = 1; seed <= LOGS; seed++) {
    const count = PIECES[seed % 5] === 1 ? 12 : PER_LOG;
    taken += await compare(hostileStream(seed, count), PIECES[seed % 5] as number);
  }
  expect(taken).toBeGreaterThan(LOGS * 40);
}, 600_000);

/** A capture opened empty, which then grows by `step` bytes at a time. */
async function grownBy(bytes: Uint8Array, step: number, scanner: ScannerChoice): Promise<RunLog> {
  const log = openRunLog(growingBytes(bytes, 0), { grows: true, scanner, restAfter: () => 0 });
  for (let size = step; size < bytes.length; size += step) await log.grow(size, false);
  await log.grow(bytes.length, true);
  await log.runChecks();
  return log;
}

test('a capture that grows is read alike', async () => {
  let taken = 0;
  // At least one log for each step.
  for (let seed = 1; seed <= Math.max(3, LOGS / 5); seed++) {
    const bytes = Buffer.concat([CAPTURE_HEAD, hostileLines(seed, PER_LOG)]);
    const step = [997, 30_011, 1 << 20][seed % 3] as number;
    const fast = await grownBy(bytes, step, 'fast');
    const plain = await grownBy(bytes, step, 'plain');
    expect(await contentOf(fast)).toEqual(await contentOf(plain));
    taken += fast.index.columns.shape.filter((number) => number > 0).length;
    await fast.close();
    await plain.close();
  }
  expect(taken).toBeGreaterThan(LOGS * 8);
}, 600_000);
