/** Which events are failures, and the walk from one failure or problem to the next. */
import { alwaysFails } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import type { ProblemStop } from '../answers.ts';
import { problemRow } from '../check/problem-rows.ts';
import type { LoadedLog } from './loaded-log.ts';

/** Tells of a row whether its type is that of a failure. A type is looked up once. */
export function failedRows({ index }: LoadedLog): (row: number) => boolean {
  const failed: (boolean | undefined)[] = [];
  return (row) => {
    const type = index.columns.type[row] as number;
    failed[type] ??= alwaysFails(foldedType(index.types.textOf(type)));
    return failed[type];
  };
}

/**
 * The next or previous event that is a failure or has a problem, in display order, from an event; round the ends. Null
 * when there is none. O(rows between + problems).
 */
export async function nextProblem(
  log: LoadedLog,
  from: number | null,
  direction: 1 | -1,
): Promise<ProblemStop | null> {
  const { order, index } = log;
  const isFailed = failedRows(log);
  const place = from === null ? -1 : order.indexOf(from);
  const start = place < 0 && direction === -1 ? order.length : place;
  for (let step = 1; step <= order.length; step++) {
    const at = (start + direction * step + 2 * order.length) % order.length;
    const ordinal = order.ordinalAt(at);
    if (index.problems.severityOf(ordinal) === null && !isFailed(ordinal)) continue;
    const listed = index.problems.list().find(({ entry }) => entry.ordinal === ordinal);
    return { ordinal, problem: listed === undefined ? null : await problemRow(log, listed) };
  }
  return null;
}
