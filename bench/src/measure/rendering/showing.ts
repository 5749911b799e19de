import { greatest } from './percentile.ts';
import { tasksBetween, type WindowTask } from './window-tasks.ts';

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
