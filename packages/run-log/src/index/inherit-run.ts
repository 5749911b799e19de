import { isRecord } from '@openwop-inspector/base';
import { FLAG } from './event-columns.ts';
import type { LogIndex } from './log-index.ts';

/** Gives rows from `firstRow` on that name no run the one that the document around them names. */
export function inheritRun(index: LogIndex, header: ReadonlyMap<string, unknown>, firstRow: number): void {
  const run = header.get('run');
  const named = isRecord(run) && typeof run.runId === 'string' ? run.runId : header.get('runId');
  if (typeof named !== 'string' || named === '') return;
  const { columns, runs } = index;
  const id = runs.idOfText(named);
  for (let row = firstRow; row < columns.length; row++) {
    if (columns.has(row, FLAG.runInherited) && columns.run[row] === 0) columns.run[row] = id;
  }
}
