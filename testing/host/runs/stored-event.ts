import type { EventDoc } from '../../stories/run/run-recorder.ts';

/** An event as the host keeps it; each channel of a dialect tells some of it. */
export type StoredEvent = EventDoc;

/** The types that end a run (run-events.md section 1.1, rule 5) and the status that each leaves. */
export function statusAfter(type: string): 'completed' | 'failed' | 'cancelled' | null {
  switch (type) {
    case 'run.completed':
      return 'completed';
    case 'run.failed':
      return 'failed';
    case 'run.cancelled':
      return 'cancelled';
    default:
      return null;
  }
}
