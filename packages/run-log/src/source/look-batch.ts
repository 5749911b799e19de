/** Neighbouring rows of one source that are searched together for what may be a secret, here or in another thread. */
import type { FastLook } from '@openwop-inspector/base';

/** Bytes of a batch at most; two of them have room in a look. */
export const MAX_BATCH_BYTES = 1536 * 1024;
/** Rows of a batch at most. */
export const MAX_BATCH_ROWS = 4096;
/** Batches that a thread may have at once: enough to go on with while order and causes are made. */
export const MAX_REQUESTED = 1024;
/** What becomes of a batch, as thread and asker agree on it: the first of both to change it from 0 has it. */
export const BEGUN = 1;
export const TAKEN_BACK = 2;
/** Blanks behind a text, so that nothing of what was there before is inspected. */
const BLANKS = 256;

/** A stretch of a source, and where rows lie in it, counted from its start. */
export interface LookBatch {
  readonly start: number;
  readonly length: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** Looks through the batches of one source, wherever it does so. */
export interface LookThread {
  /**
   * Numbers of the rows of a batch that may hold a secret; those that the source does not have any more are among them.
   * Rejects when the source cannot be read or the thread has ended. Null for a batch that was undone.
   */
  look(batch: LookBatch): Promise<Uint32Array | null>;
  /** Withdraws the last batch that was not withdrawn yet. False when the thread has begun it. */
  takeBack(): boolean;
  close(): void;
}

/** Looks through a batch of `bytes` bytes at `at` in the room; numbers of the rows that may hold a secret. O(bytes). */
export function suspectsOf(
  look: FastLook,
  { from, to }: Pick<LookBatch, 'from' | 'to'>,
  at: number,
  bytes: number,
): Uint32Array {
  look.room.fill(0x20, at + bytes, at + bytes + BLANKS);
  const suspects: number[] = [];
  const looked: number[] = [];
  for (let row = 0; row < from.length; row++) {
    const [start, end] = [from[row] as number, to[row] as number];
    if (end <= bytes && look.add(at + start, at + end)) looked.push(row);
    else suspects.push(row);
  }
  for (const number of look.look()) suspects.push(looked[number] as number);
  return Uint32Array.from(suspects);
}
