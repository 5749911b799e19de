import type { SourceFormat } from '../answers.ts';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';

/** What one object is, by its own keys (bundles-and-transport.md section 1, rows 5 to 11). */
export type EntryClass = 'agh' | 'event' | 'envelope' | 'snapshot' | 'delta' | 'other';

const has = (entry: EntryScanner, bit: number): boolean => (entry.keys & bit) !== 0;

/** Classifies what `entry` has just read, as a member of a list. */
export function classOfEntry(entry: EntryScanner): EntryClass {
  if (entry.protocol.present && entry.protocol.text() === 'agh-network/v0') return 'agh';
  if (has(entry, KEY.type) && has(entry, KEY.sequence | KEY.seq | KEY.eventId | KEY.timestamp))
    return 'event';
  if (
    has(entry, KEY.type) &&
    has(entry, KEY.payload) &&
    has(entry, KEY.meta | KEY.correlationId | KEY.envelopeId)
  ) {
    return 'envelope';
  }
  if (has(entry, KEY.surfaceRef) && has(entry, KEY.patch)) return 'delta';
  if (has(entry, KEY.runId) && has(entry, KEY.workflowId) && has(entry, KEY.status)) return 'snapshot';
  return 'other';
}

/** The format of a list whose first object is of a class. */
export function listFormat(kind: EntryClass): SourceFormat {
  if (kind === 'agh') return 'agh-log';
  if (kind === 'event') return 'event-log';
  return kind === 'envelope' ? 'envelopes' : 'unknown';
}

/** The format of a file that holds one object of a class. */
export function singleFormat(kind: EntryClass): SourceFormat {
  switch (kind) {
    case 'agh':
      return 'agh-envelope';
    case 'event':
      return 'event';
    case 'envelope':
      return 'envelope';
    case 'snapshot':
      return 'snapshot';
    default:
      return 'unknown';
  }
}
