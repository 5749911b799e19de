import type { CDPSession } from '@playwright/test';

/** One event of a trace; times in microseconds of the machine. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** By the processor's clock. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Begins a trace of these categories and keeps what is of use. Answers with the way to end it and have the events. */
export async function recordTrace(
  devTools: CDPSession,
  categories: string[],
  isOfUse: (event: TraceEvent) => boolean,
): Promise<() => Promise<readonly TraceEvent[]>> {
  const events: TraceEvent[] = [];
  const keep = ({ value }: { readonly value: readonly object[] }) => {
    // The protocol types an event as any object; its form is that of Chromium's trace format.
    for (const event of value as unknown as readonly TraceEvent[]) if (isOfUse(event)) events.push(event);
  };
  devTools.on('Tracing.dataCollected', keep);
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  });
  return async () => {
    const ended = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve));
    await devTools.send('Tracing.end');
    await ended;
    devTools.off('Tracing.dataCollected', keep);
    return events;
  };
}

/** True for a task of a thread; tasks may stand inside of others. */
export const isTask = ({ name, ph }: TraceEvent): boolean => ph === 'X' && name.endsWith('RunTask');

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
interface ProcessorWatch {
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
