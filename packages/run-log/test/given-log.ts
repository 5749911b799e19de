/** Logs for the tests of views, given event by event. */
import { openRunLog, type RunLog, textSource } from '../src/index.ts';

/** What a test says about an event; the rest is made up from its place in the log. */
export interface GivenEvent {
  readonly type: string;
  readonly node?: string;
  readonly payload?: unknown;
  readonly run?: string;
  readonly cause?: string;
  readonly sequence?: number;
  /** Milliseconds after the start; null for an event without a timestamp. */
  readonly at?: number | null;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Start of all given logs. */
export const START_MS = Date.UTC(2026, 4, 18, 10);

/** The event documents of a given log; each follows the one before it by a second and is named `e<place>`. */
export function givenDocuments(events: readonly GivenEvent[]): Record<string, unknown>[] {
  return events.map(({ type, node, payload, run, cause, sequence, at, extra }, i) => ({
    eventId: `e${i}`,
    runId: run ?? 'r1',
    sequence: sequence ?? i,
    type,
    ...(payload === undefined ? {} : { payload }),
    ...(at === null ? {} : { timestamp: new Date(START_MS + (at ?? i * 1000)).toISOString() }),
    ...(node === undefined ? {} : { nodeId: node }),
    ...(cause === undefined ? {} : { causationId: cause }),
    ...extra,
  }));
}

/** Opens a text as a log and waits until it is read. */
export async function openText(text: string): Promise<RunLog> {
  const log = openRunLog(textSource('given.json', text));
  await log.loaded;
  return log;
}

/** A given log, opened. With a `header` it is a document around the events. */
export function openGiven(
  events: readonly GivenEvent[],
  header?: Readonly<Record<string, unknown>>,
): Promise<RunLog> {
  const documents = givenDocuments(events);
  return openText(JSON.stringify(header === undefined ? documents : { ...header, events: documents }));
}
