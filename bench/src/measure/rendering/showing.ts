import type { CDPSession, Page } from '@playwright/test';
import { isTask, recordTrace, type TraceEvent } from '../main-thread.ts';
import { greatest } from '../measured.ts';

/** A task of the page's main thread on the page's clock, in ms. */
export interface WindowTask {
  readonly startMs: number;
  /** On the wall, where a busy machine makes it longer. */
  readonly wallMs: number;
  /** By the processor's clock: what the page itself had to do. */
  readonly ownMs: number;
}

/** Its moment is known on both clocks: that of the trace, and that of the page. */
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
function tasksBetween(tasks: readonly WindowTask[], fromMs: number, toMs: number): readonly WindowTask[] {
  return tasks.filter(({ startMs, wallMs }) => startMs < toMs && startMs + wallMs > fromMs);
}

/** One thing that was shown once, measured. Times in ms. */
export interface Showing {
  /** What was shown: `markdown/huge`, `#17 agent.decided`. */
  readonly name: string;
  /** Bytes of its JSON text; null when it has none. */
  readonly bytes: number | null;
  /** From choosing it to the frame after the one it stands in. */
  readonly ms: number;
  /** Processor time of the main thread in that time. */
  readonly ownMs: number;
  /** Longest task of the main thread, late work and taking it away included: on the wall, and in processor time. */
  readonly longestMs: number;
  readonly longestOwnMs: number;
  /** False when it did not stand within ten seconds. */
  readonly isDrawn: boolean;
}

/** What the page tells of a showing, on its own clock. */
export interface Moments {
  readonly startMs: number;
  readonly drawnMs: number;
  /** Until when tasks belong to it; `drawnMs` when absent. */
  readonly leftMs?: number;
  readonly isDrawn: boolean;
}

/** Joins what the page tells with the tasks that ran meanwhile. */
export function showingOf(
  { name, bytes }: Pick<Showing, 'name' | 'bytes'>,
  moments: Moments,
  tasks: readonly WindowTask[],
): Showing {
  const { startMs, drawnMs, leftMs = drawnMs, isDrawn } = moments;
  const whole = tasksBetween(tasks, startMs, leftMs);
  const own = tasksBetween(whole, startMs, drawnMs).reduce((sum, { ownMs }) => sum + ownMs, 0);
  return {
    name,
    bytes,
    ms: drawnMs - startMs,
    ownMs: own,
    longestMs: greatest(whole.map((task) => task.wallMs)),
    longestOwnMs: greatest(whole.map((task) => task.ownMs)),
    isDrawn,
  };
}
