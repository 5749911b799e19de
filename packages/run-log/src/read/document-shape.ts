import { isRecord, NEED_MORE, sameBytesAt } from '@openwop-inspector/base';
import type { SourceFormat } from '../answers.ts';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import { classOfEntry } from './entry-class.ts';

/** Objects that are tried before the search for the next event is given up. */
const MAX_TRIES = 2_000;
/** An object that is longer than this is not waited for in the search for the next event. */
const MAX_TRIED_BYTES = 1024 * 1024;
const EVENTS = new TextEncoder().encode('"events"');

/** The format of an object that holds a list of events, by its other members (bundles section 1, rows 2 to 4). */
export function bundleFormat(keys: number, header: ReadonlyMap<string, unknown>): SourceFormat {
  if ((keys & KEY.bundleVersion) !== 0 || isRecord(header.get('run'))) return 'debug-bundle';
  const isPoll =
    typeof header.get('isTerminal') === 'boolean' && !header.has('host') && !header.has('generatedAt');
  if (isPoll && ['lastSequence', 'lastEventSeq'].some((name) => typeof header.get(name) === 'number'))
    return 'poll';
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

/** Where a search inside the window has ended. */
export interface Search {
  /** Place of what was searched for, -1 when the window does not hold it. */
  readonly found: number;
  /** Where to go on when the window has more bytes. */
  readonly resume: number;
}

/**
 * Looks behind `from` for the next object that is an event itself. What ends before `errorAt` is part of the entry that
 * is broken there, and what is behind a colon is part of another; gives up after 2,000 objects, with `resume` at the
 * end of the window.
 */
export function findNextEvent(entry: EntryScanner, from: number, errorAt: number): Search {
  const { json } = entry;
  for (let i = from, tries = 0; i < json.end && tries < MAX_TRIES; i++) {
    if (json.bytes[i] !== 0x7b) continue;
    const next = entry.scan(i);
    if (next >= 0 && next <= errorAt) {
      i = next - 1;
      continue;
    }
    tries++;
    if (next >= 0 && classOfEntry(entry) === 'event' && !isMember(json.bytes, i, from))
      return { found: i, resume: i };
    if (next === NEED_MORE && json.end - i < MAX_TRIED_BYTES) return { found: -1, resume: i };
  }
  return { found: -1, resume: json.end };
}

function isMember(bytes: Uint8Array, at: number, from: number): boolean {
  let i = at - 1;
  while (i > from && (bytes[i] as number) <= 0x20) i--;
  return i >= from && bytes[i] === 0x3a;
}

/** Looks for the first element of the list `"events": [` at or behind `from`. */
export function findEventList(entry: EntryScanner, from: number): Search {
  const { json } = entry;
  const { bytes, end } = json;
  for (let i = bytes.indexOf(0x22, from); i >= 0 && i < end; i = bytes.indexOf(0x22, i + 1)) {
    if (!sameBytesAt(bytes, i, EVENTS)) continue;
    const colon = json.skipSpace(i + EVENTS.length);
    const open = bytes[colon] === 0x3a && colon < end ? json.skipSpace(colon + 1) : end;
    if (open < end && bytes[open] === 0x5b) return { found: open + 1, resume: i };
  }
  return { found: -1, resume: Math.max(from, end - 64) };
}
