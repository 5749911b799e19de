/** The documents of a vector with `verdict`: its events as they are, with what is left out filled in. */
import { isRecord, recordOr } from '@openwop-inspector/base';

/** A vector that asks for more runs would not end. */
const MAX_RUNS = 10_000;

/** The texts to open as one log: the events, bare or in their document, and a snapshot beside them. */
export function verdictDocuments(input: unknown): readonly string[] {
  const { events, document, snapshot, repeat } = recordOr(input);
  const filled = repeat === undefined ? listOf(events).map(filledEvent) : repeatedRuns(recordOr(repeat));
  const first = isRecord(document) ? { ...document, events: filled } : { runId: 'r1', events: filled };
  const texts = [JSON.stringify(repeat === undefined ? first : filled)];
  return snapshot === undefined ? texts : [...texts, JSON.stringify(snapshot)];
}

/** `eventId` is `e<place>`, `runId` r1, `sequence` the place, `timestamp` a second after the one before. */
function filledEvent(event: unknown, place: number): object {
  const timestamp = new Date(Date.UTC(2026, 4, 18, 10) + place * 1000).toISOString();
  return { eventId: `e${place}`, runId: 'r1', sequence: place, timestamp, payload: null, ...recordOr(event) };
}

/** Runs `r<n>` of the same events, each ended by `completed` and the last one by `last`; ids are `<n>.<place>`. */
function repeatedRuns({ times, events, completed, last }: Readonly<Record<string, unknown>>): object[] {
  const runs = Math.min(typeof times === 'number' ? times : 0, MAX_RUNS);
  return Array.from({ length: runs }, (_, run) => {
    const own = [...listOf(events), ...listOf(run === runs - 1 ? last : completed)];
    return own.map((event, place) => ({
      ...filledEvent(event, place),
      eventId: `${run}.${place}`,
      runId: `r${run}`,
    }));
  }).flat();
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
