import type { SourceFormat } from '../answers.ts';
import { isRecord } from '../index/log-index.ts';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import { classOfEntry } from './entry-class.ts';

/** Objects that are tried before the search for the next event is given up. */
const MAX_TRIES = 2_000;

/** The format of an object that holds a list of events, by its other members (bundles section 1, rows 2 to 4). */
export function bundleFormat(keys: number, header: ReadonlyMap<string, unknown>): SourceFormat {
  if ((keys & KEY.bundleVersion) !== 0 || isRecord(header.get('run'))) return 'debug-bundle';
  return (keys & KEY.runId) !== 0 && (keys & KEY.status) !== 0 ? 'app-bundle' : 'poll';
}

/** A bundle whose `events` is something else than a list (bundles section 2.2). */
export function isBundleWithoutList(keys: number): boolean {
  return (keys & KEY.events) !== 0 && (keys & (KEY.bundleVersion | KEY.run)) !== 0;
}

/** An estate export (bundles section 3), which is no run. */
export function isExportBundle(keys: number): boolean {
  const all = KEY.bundleVersion | KEY.source | KEY.items;
  return (keys & all) === all;
}

/**
 * Place of the next object at or behind `from` that is an event itself, -1 when the window holds none. Anything inside
 * a payload is stepped over, since it is no event; gives up after 2,000 objects.
 */
export function findNextEvent(entry: EntryScanner, from: number): number {
  const { json } = entry;
  for (let i = from, tries = 0; i < json.end && tries < MAX_TRIES; i++) {
    if (json.bytes[i] !== 0x7b) continue;
    tries++;
    if (entry.scan(i) >= 0 && classOfEntry(entry) === 'event') return i;
  }
  return -1;
}
