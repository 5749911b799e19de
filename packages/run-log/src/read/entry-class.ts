import { isRecord, type JsonObject } from '@openwop-inspector/base';
import type { SourceFormat } from '../answers.ts';
import { isAghMessage, isAghProtocol } from '../index/agh-message.ts';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import type { ReadContext } from './read-context.ts';

/** What one object is, by its own keys (bundles-and-transport.md section 1, rows 5 to 11). */
export type EntryClass = 'agh' | 'event' | 'envelope' | 'snapshot' | 'delta' | 'other';

/** Classifies what `entry` has just read, as a member of a list. */
export function classOfEntry(entry: EntryScanner): EntryClass {
  if (isAghProtocol(entry.text(KEY.protocol))) return 'agh';
  return classOfKeys(entry.keys);
}

/** The class of an object by the keys it has, see `KEY`; messages of AGH are recognised by their `protocol` alone. */
export function classOfKeys(keys: number): EntryClass {
  if ((keys & KEY.type) !== 0) {
    if ((keys & (KEY.sequence | KEY.seq | KEY.eventId | KEY.timestamp)) !== 0) return 'event';
    const isNamed = (keys & (KEY.meta | KEY.correlationId | KEY.envelopeId)) !== 0;
    if (isNamed && (keys & KEY.payload) !== 0) return 'envelope';
  }
  if (hasAll(keys, KEY.surfaceRef | KEY.patch)) return 'delta';
  return hasAll(keys, KEY.runId | KEY.workflowId | KEY.status) ? 'snapshot' : 'other';
}

const hasAll = (keys: number, bits: number): boolean => (keys & bits) === bits;

/** The formats of a list whose first object is of a class, and of a file that holds one object of it. */
export const FORMATS: Readonly<Record<EntryClass, Readonly<Record<'list' | 'single', SourceFormat>>>> = {
  agh: { list: 'agh-log', single: 'agh-envelope' },
  event: { list: 'event-log', single: 'event' },
  envelope: { list: 'envelopes', single: 'envelope' },
  snapshot: { list: 'unknown', single: 'snapshot' },
  delta: { list: 'unknown', single: 'unknown' },
  other: { list: 'unknown', single: 'unknown' },
};

/** Objects of no class over this many bytes are not inspected for members of a message. */
const MAX_INSPECTED = 1024 * 1024;

/**
 * The message of AGH Network that an entry of the window is; null for anything else. Only an entry that names the
 * protocol, or one that is neither event nor envelope nor anything else, is parsed.
 */
export function messageIn(
  { entry }: ReadContext,
  kind: EntryClass,
  start: number,
  end: number,
): JsonObject | null {
  if (kind !== 'agh' && (kind !== 'other' || end - start > MAX_INSPECTED)) return null;
  const value = entry.parse(start, end);
  return isRecord(value) && isAghMessage(value) ? value : null;
}
