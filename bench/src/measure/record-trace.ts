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
