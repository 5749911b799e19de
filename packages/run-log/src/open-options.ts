import type { LoadProgress } from './answers.ts';
import type { Spool } from './source/gzip.ts';
import type { UnpackAnswer } from './source/unpack-limit.ts';

/** How a source is opened. */
export interface OpenOptions {
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Aborting stops the load; what was read stays open and is marked partial. */
  readonly signal?: AbortSignal;
  /** Where an unpacked gzip stream is kept; in Blobs when absent. */
  readonly makeSpool?: () => Spool | Promise<Spool>;
  /**
   * Asked before a gzip stream unpacks to more than it may unasked (64 MiB, 100 times its size, 1 GiB at most); answers
   * how many bytes may come of it in all. Without it, and when the load is aborted meanwhile, it ends there.
   */
  readonly mayUnpack?: UnpackAnswer;
  /** The one source is a capture that is still written: `grow` reads on where the reading stopped. */
  readonly grows?: boolean;
  /** Of a log that grows: told after each refresh, in which all that was read since the last one shows at once. */
  readonly onRefresh?: () => void | Promise<void>;
  /** Of a log that grows: ms to rest after a refresh that took so many; 100, and four times as many, unless given. */
  readonly restAfter?: (tookMs: number) => number;
}
