/** The filter that is in force: what was typed, narrowed by the brush over the time axis. Pure text work. */
import type { FilterError } from '@openwop-inspector/run-log';

/** A stretch of time, epoch ms. */
interface TimeStretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The filter that is in force: what was typed, and the brushed stretch as a `time:` term in seconds since the start.
 * Without a known start there is nothing to brush.
 */
export function effectiveFilter(text: string, brush: TimeStretch | null, startMs: number | null): string {
  if (brush === null || startMs === null) return text;
  const from = Math.floor(brush.fromMs - startMs) / 1000;
  const to = Math.ceil(brush.toMs - startMs) / 1000;
  return text === '' ? `time:${from}..${to}` : `${GROUP}${text}) time:${from}..${to}`;
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
