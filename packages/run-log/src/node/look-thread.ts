/** The thread that looks for secrets in a file beside the reading of it: `startLookThread` starts it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { fastLook } from '@openwop-inspector/base';
import { type LookBatch, suspectsOf } from '../source/look-batch.ts';

const look = fastLook();
const path: unknown = workerData;
if (typeof path !== 'string') throw new Error('the thread was given no file');
const file = openSync(path, 'r');

/** Batches come one after the other and are answered in that order; whatever fails ends the thread. */
parentPort?.on('message', (batch: LookBatch) => {
  if (look === null) throw new Error('WebAssembly cannot run here');
  const bytes = readInto(look.room.subarray(0, batch.length), batch.start);
  parentPort?.postMessage(suspectsOf(look, batch, 0, bytes));
});
process.once('exit', () => closeSync(file));

function readInto(target: Uint8Array, start: number): number {
  let filled = 0;
  for (let got = 1; got > 0 && filled < target.length; filled += got)
    got = readSync(file, target, filled, target.length - filled, start + filled);
  return filled;
}
