/** How far content may be believed (run-events.md section 1). Absent on an event means trusted. */
export type ContentTrust = 'trusted' | 'untrusted';

/** A run event as we write it: RunEventDoc of run-events.md section 1, keys in the order a host records them. */
export interface EventDoc {
  readonly eventId: string;
  readonly runId: string;
  /** Contiguous inside one run. */
  readonly sequence: number;
  readonly type: string;
  readonly nodeId?: string;
  readonly payload: unknown;
  /** RFC 3339 in UTC, milliseconds. */
  readonly timestamp: string;
  readonly causationId?: string;
  readonly contentTrust?: ContentTrust;
}

/** Takes events one by one, in the order they happened. */
export type EventSink = (event: EventDoc) => void;

/** The types that end a run (run-events.md section 1.1, rule 5). */
export const TERMINAL_TYPES: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);
