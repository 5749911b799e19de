import type { CDPSession, Page } from '@playwright/test';
import { isTask, recordTrace, type TraceEvent } from '../record-trace.ts';

/** A task of the page's main thread on the page's clock, in ms. */
export interface WindowTask {
  readonly startMs: number;
  /** On the wall, where a busy machine makes it longer. */
  readonly wallMs: number;
  /** By the processor's clock: what the page itself had to do. */
  readonly ownMs: number;
}

/** Its moment is known on both clocks: in the trace, and as the page tells it. */
const MARK = 'inspector-bench-zero';

/**
 * All tasks of the main thread of a page while something is done, in order. Tasks inside of other tasks are not
 * counted. Frames of other origins have threads of their own and are left out.
 */
export async function tasksWhile<Result>(
  page: Page,
  devTools: CDPSession,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly tasks: readonly WindowTask[] }> {
  const isOfUse = (event: TraceEvent): boolean => event.name === MARK || isTask(event);
  const end = await recordTrace(devTools, ['toplevel', 'blink.user_timing'], isOfUse);
  const zeroMs = await page.evaluate<number>(`performance.mark('${MARK}').startTime`);
  const result = await work();
  return { result, tasks: outermostTasks(await end(), zeroMs) };
}

function outermostTasks(events: readonly TraceEvent[], zeroMs: number): readonly WindowTask[] {
  const zero = events.find(({ name }) => name === MARK);
  if (zero === undefined) throw new Error('Chromium did not trace the page');
  const ofPage = events
    .filter(({ name, pid, tid }) => name !== MARK && pid === zero.pid && tid === zero.tid)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const tasks: WindowTask[] = [];
  let endTs = 0;
  for (const { ts, dur = 0, tdur = 0 } of ofPage) {
    if (ts < endTs) continue;
    endTs = ts + dur;
    tasks.push({ startMs: (ts - zero.ts) / 1000 + zeroMs, wallMs: dur / 1000, ownMs: tdur / 1000 });
  }
  return tasks;
}

/** Tasks that ran between two moments, at least in part. */
export function tasksBetween(
  tasks: readonly WindowTask[],
  fromMs: number,
  toMs: number,
): readonly WindowTask[] {
  return tasks.filter(({ startMs, wallMs }) => startMs < toMs && startMs + wallMs > fromMs);
}
