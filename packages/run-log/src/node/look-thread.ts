/** The thread that looks for secrets in a file next to the reading of it: `startLookThread` starts it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type FastLook, fastLook } from '@openwop-inspector/base';
import { BEGUN, type LookBatch, suspectsOf } from '../source/look-batch.ts';
import type { ThreadData, ThreadQuestion } from './start-look-thread.ts';

const look = fastLook();
// What `startLookThread` of this room has given.
const { path, fates } = workerData as ThreadData;
const file = openSync(path, 'r');

/** Batches come one after the other and are answered in that order; whatever fails ends the thread. */
parentPort?.on('message', ({ batch, slot }: ThreadQuestion) => {
  const isMine = Atomics.compareExchange(fates, slot, 0, BEGUN) === 0;
  parentPort?.postMessage(isMine ? scanBatch(look, batch) : null);
});
process.once('exit', () => closeSync(file));

function scanBatch(by: FastLook, batch: LookBatch): Uint32Array {
  const bytes = readInto(by.room.subarray(0, batch.length), batch.start);
  return suspectsOf(by, batch, 0, bytes);
}

function readInto(target: Uint8Array, start: number): number {
  let filled = 0;
  for (let got = 1; got > 0 && filled < target.length; filled += got)
    got = readSync(file, target, filled, target.length - filled, start + filled);
  return filled;
}
