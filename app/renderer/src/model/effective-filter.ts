/** The filter that is in force: what was typed, narrowed by the level of the list and the brush over the time axis. Pure text work. */
import type { FilterError } from '@openwop-inspector/run-log';

/** A stretch of time, epoch ms. */
interface TimeStretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What each level adds to the filter; pieces of streams are no steps. */
const LEVELS = { everything: null, steps: '-is:stream', failures: 'is:failed' } as const;

/**
 * The filter that is in force: what was typed, what the level adds, and the brushed stretch as a `time:` term in seconds
 * since the start. Without a known start there is nothing to brush.
 */
export function effectiveFilter(
  text: string,
  brush: TimeStretch | null,
  startMs: number | null,
  level: keyof typeof LEVELS = 'everything',
): string {
  const added = [LEVELS[level], brush === null || startMs === null ? null : timeTerm(brush, startMs)].filter(
    (term) => term !== null,
  );
  if (added.length === 0) return text;
  return text === '' ? added.join(' ') : `${GROUP}${text}) ${added.join(' ')}`;
}

function timeTerm({ fromMs, toMs }: TimeStretch, startMs: number): string {
  return `time:${Math.floor(fromMs - startMs) / 1000}..${Math.ceil(toMs - startMs) / 1000}`;
}

/** What stands before a text that is narrowed further: a group keeps an `or` in it together. */
const GROUP = '(';

/** The error in the text as it was typed. */
export function inTyped(error: FilterError | null, text: string, wanted: string): FilterError | null {
  if (error === null || text === '' || text === wanted) return error;
  const { column, end } = error;
  const [first, last] = [column - GROUP.length, (end ?? column) - GROUP.length];
  return { ...error, column: first, ...(end === undefined ? {} : { end: Math.min(last, text.length) }) };
}
