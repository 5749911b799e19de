/** A log of events each of which follows from the one before (vectors FORMAT 7, `generate`). O(count). */
export function eventChain(count: number): string {
  const events = Array.from({ length: Math.min(count, MOST_EVENTS) }, (_, i) => ({
    eventId: `ev-${i}`,
    runId: 'r1',
    type: 'node.started',
    payload: {},
    timestamp: '2026-05-18T10:00:00.000Z',
    sequence: i,
    ...(i > 0 ? { causationId: `ev-${i - 1}` } : {}),
  }));
  return JSON.stringify(events);
}

/** A vector that asks for more would not end. */
const MOST_EVENTS = 1_000_000;
