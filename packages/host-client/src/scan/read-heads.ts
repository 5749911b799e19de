import type { EventHead, ReadHeads } from '../live/live-run.ts';
import { type EntryScan, entryScanner } from './entry-scan.ts';

/** The head of a scanned entry. */
function headOf(scan: EntryScan): EventHead {
  const { sequence, type, eventId, hasCause, timestamp } = scan;
  return {
    sequence,
    type,
    eventId,
    hasCause,
    timeMs: timestamp === null ? Number.NaN : Date.parse(timestamp),
  };
}

/**
 * Heads of the event or events in a JSON text: of the object, or of the objects of an array. Elements that are no
 * objects are left out. Null for a text that is no JSON object or array, or nests too deep. O(length).
 */
export const readHeads: ReadHeads = (json) => {
  const scan = entryScanner().scan(json);
  if (scan === null) return null;
  if (!scan.isArray) return [headOf(scan)];
  const scanner = entryScanner();
  const heads: EventHead[] = [];
  for (const element of scan.elements ?? []) {
    const one = scanner.scan(element);
    if (one !== null && !one.isArray) heads.push(headOf(one));
  }
  return heads;
};
