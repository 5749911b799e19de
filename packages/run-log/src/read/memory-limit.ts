import { countOf, formatBytes } from '@openwop-inspector/base';
import type { LogIndex } from '../index/log-index.ts';
import type { ReadResult } from './read-context.ts';

/** What an event takes: its row, its place in the order and among the causes, and copies while those grow. */
const BYTES_AN_EVENT = 160;

/** The memory that a log may take. What does not fit is not read, and the log says so. */
export class MemoryLimit {
  private readonly index: LogIndex;
  private readonly bytes: number;
  /** Something was left out. */
  isFull = false;

  /** `bytes` for the index and what is made of it; the bytes of the sources are not in memory, and do not count. */
  constructor(index: LogIndex, bytes = Number.POSITIVE_INFINITY) {
    this.index = index;
    this.bytes = bytes;
  }

  get isReached(): boolean {
    const { columns, types, nodes, runs } = this.index;
    const names = types.usedBytes + nodes.usedBytes + runs.usedBytes;
    return columns.length * BYTES_AN_EVENT + names > this.bytes;
  }

  /** Reports it, and makes `result` that of a source which ends early, unless all of it was read. O(1). */
  settle(result: ReadResult): void {
    if (!result.cancelled || !this.isReached) return;
    const { columns } = this.index;
    const last = columns.length - 1;
    const offset = (columns.offset[last] ?? 0) + (columns.byteLength[last] ?? 0);
    const loaded = `${countOf(columns.length, 'event fills', 'events fill')} the ${formatBytes(this.bytes)} of memory`;
    const message = `The first ${loaded} that a log may take; what follows byte ${offset} is not read`;
    this.index.problemAt('memory_full', message, { offset, line: 0 });
    this.isFull = true;
    result.cancelled = false;
    result.endsEarly = true;
    result.explanation = message;
  }
}
