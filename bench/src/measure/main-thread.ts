import type { CDPSession } from '@playwright/test';
import { isTask, recordTrace, type TraceEvent } from './record-trace.ts';

/** Tasks of a window's main thread over 50 ms; `longestMs` is the longest of all tasks seen, over 50 ms or not. */
export interface LongTasks {
  readonly count: number;
  readonly longestMs: number;
}

/** Where Chromium begins to call a task long. */
const LONG_MS = 50;

/** Watches the tasks on the wall. Runs in the page before anything else; as text, since this room knows no document. */
export const WATCH_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.longTasks.push([entry.startTime, entry.duration]);
  }).observe({ type: 'longtask', buffered: true });
`;

/** Long tasks as a reader wants to know them. */
export function inWords({ count, longestMs }: LongTasks): string {
  return count === 0 ? 'none over 50 ms' : `${count} over 50 ms, the longest ${longestMs.toFixed(0)} ms`;
}

/**
 * Tasks by the processor's clock: what the window itself had to do. The Long Tasks interface tells the time on the
 * wall, which also holds the time in which a busy machine ran something else, such as the worker that reads the log.
 */
export interface ProcessorWatch {
  /** Ends the watch. */
  longTasks(): Promise<LongTasks>;
}

/** Watches the main threads of the page's renderer from now on. Costs the page a few microseconds a task. */
export async function watchProcessor(devTools: CDPSession): Promise<ProcessorWatch> {
  const isOfUse = (event: TraceEvent): boolean => event.name === 'thread_name' || isTask(event);
  const end = await recordTrace(devTools, ['toplevel', '__metadata'], isOfUse);
  return { longTasks: async () => longTasksOf(ownTimesOf(await end())) };
}

/** Counts tasks over 50 ms. */
export function longTasksOf(tasksMs: readonly number[]): LongTasks {
  const longestMs = tasksMs.reduce((longest, ms) => Math.max(longest, ms), 0);
  return { count: tasksMs.filter((ms) => ms > LONG_MS).length, longestMs };
}

function ownTimesOf(events: readonly TraceEvent[]): readonly number[] {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  return events.flatMap((event) =>
    isTask(event) && mains.has(threadOf(event)) && event.tdur !== undefined ? [event.tdur / 1000] : [],
  );
}
