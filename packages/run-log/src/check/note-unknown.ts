import type { LogIndex } from '../index/log-index.ts';
import type { ReadResult } from '../read/read-context.ts';

/** A file that holds no run is told as a problem too, so that whoever reads only problems learns of it. */
export function noteUnknown(index: LogIndex, results: readonly ReadResult[]): void {
  for (const result of results) {
    if (result.explanation === null || result.endsEarly || result.cancelled || index.entries > 0) continue;
    const code = result.format === 'unknown' ? 'unknown_format' : 'not_a_run';
    index.problems.add({ code, message: result.explanation, ordinal: null });
  }
}
