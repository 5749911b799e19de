import { BAD, isRecord, type JsonObject, NEED_MORE, sameBytesAt } from '@openwop-inspector/base';
import type { SourceFormat } from '../answers.ts';
import { isAghMessage, isAghProtocol } from '../index/message-rows.ts';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import { skipComment } from '../scan/mend-json.ts';
import { isCaptureHead } from './capture-lines.ts';
import type { ReadContext } from './read-context.ts';
import { isSessionHead } from './session-head.ts';

/** How the first window of a source is to be read. */
export type Mode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wide'; readonly encoding: 'UTF-16' | 'UTF-32' }
  | { readonly kind: 'binary'; readonly at: number }
  | { readonly kind: 'lines' }
  | { readonly kind: 'capture' }
  | { readonly kind: 'session' }
  | { readonly kind: 'document' }
  | { readonly kind: 'sse' }
  | { readonly kind: 'text' };

const SSE_STARTS = ['data:', 'event:', 'id:', ':', 'retry:'];
const NEWLINE = 0x0a;

/** Bytes of a byte order mark at `start`, 0 or 3. */
export function bomLength(bytes: Uint8Array, start: number, end: number): number {
  const [a, b, c] = bytes.subarray(start, Math.min(end, start + 3));
  return a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
}

/** Decides by content, never by the name. `start` is behind a byte order mark; `maySession` is false in a session file. */
export function detectMode(entry: EntryScanner, start: number, maySession = true): Mode {
  const json = entry.json;
  const bytes = json.bytes;
  const end = json.end;
  const encoding = wideEncoding(bytes.subarray(start, Math.min(end, start + 256)));
  if (encoding !== null) return { kind: 'wide', encoding };
  const first = json.skipSpace(start);
  if (first >= end) return { kind: 'empty' };
  const c = bytes[first];
  if (c === 0x5b) return { kind: isBanner(entry, first) ? 'lines' : 'document' };
  if (maySession && c === 0x7b && isSessionHead(bytes.subarray(first, end))) return { kind: 'session' };
  if (c === 0x7b && isCaptureHead(bytes.subarray(first, end))) return { kind: 'capture' };
  if (c === 0x7b) return { kind: isLines(entry, first) ? 'lines' : 'document' };
  const head = new TextDecoder().decode(bytes.subarray(first, Math.min(end, first + 16)));
  if (SSE_STARTS.some((name) => head.startsWith(name))) return { kind: 'sse' };
  if (hasFence(head, bytes.subarray(first, Math.min(end, first + 65_536)))) return { kind: 'text' };
  if (findEventLine(entry, first)) return { kind: 'lines' };
  const nul = bytes.subarray(start, Math.min(end, start + 65_536)).indexOf(0);
  if (nul >= 0) return { kind: 'binary', at: start + nul };
  return { kind: opensBehindComments(entry, first) ? 'document' : 'text' };
}

/** UTF-16 and UTF-32, by their mark or by the NUL bytes that they give every letter of JSON. */
function wideEncoding(head: Uint8Array): 'UTF-16' | 'UTF-32' | null {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 && head.length > 4 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0) return (c === 0xfe && d === 0xff) || isWide(head, 4, 3) ? 'UTF-32' : null;
  if (isWide(head, 4, 0)) return 'UTF-32';
  return isWide(head, 2, 0) || isWide(head, 2, 1) ? 'UTF-16' : null;
}

/** True when most units of `size` bytes are NUL but for the byte at `used`. */
function isWide(head: Uint8Array, size: number, used: number): boolean {
  const units = Math.floor(head.length / size);
  const starts = Array.from({ length: units }, (_, unit) => unit * size);
  const isWideUnit = (unit: Uint8Array): boolean => unit.every((byte, k) => (byte !== 0) === (k === used));
  const wide = starts.filter((start) => isWideUnit(head.subarray(start, start + size))).length;
  return units > 0 && wide * 2 > units && (units > 1 || head.length === size);
}

/** A document that begins behind comments. */
function opensBehindComments({ json }: EntryScanner, first: number): boolean {
  let at = first;
  for (;;) {
    const next = skipComment(json, at, true);
    if (next === at) return json.bytes[at] === 0x7b || json.bytes[at] === 0x5b;
    at = json.skipSpace(next);
    if (at >= json.end) return false;
  }
}

/** A first line such as `[INFO] starting`, which is no array, with events on lines behind it. */
function isBanner(entry: EntryScanner, first: number): boolean {
  const { json } = entry;
  const inner = json.skipSpace(first + 1);
  if (json.bytes[inner] === 0x7b || json.bytes[inner] === 0x5d) return false;
  const next = json.skipValue(first);
  const behind = next < 0 ? -1 : json.skipSpace(next);
  const isArray = next === NEED_MORE || (behind >= 0 && (behind >= json.end || json.bytes[behind] === 0x5b));
  return !isArray && findEventLine(entry, first);
}

/** Prose with a fenced block: model text, even when a line of the block is an object. */
function hasFence(head: string, bytes: Uint8Array): boolean {
  return head.startsWith('```') || new TextDecoder().decode(bytes).includes('\n```');
}

/** The first value ends on its line, holds no `events`, and another value follows. */
function isLines(entry: EntryScanner, first: number): boolean {
  const json = entry.json;
  const next = entry.scan(first);
  if (next >= 0) {
    if ((entry.keys & KEY.events) !== 0) return false;
    const rest = json.skipSpace(next);
    if (rest >= json.end) return false;
    return json.bytes[rest] === 0x7b || findEventLine(entry, first);
  }
  // A first line that is broken is no reason to give up on the others.
  return next === BAD && findEventLine(entry, first);
}

/**
 * Looks for a line behind the one at `first` that is a whole event, envelope or message and no element of an array. True
 * when the window holds one, however many lines stand before it. O(bytes).
 */
export function findEventLine(entry: EntryScanner, first: number): boolean {
  const { json } = entry;
  const { bytes } = json;
  const text = bytes.subarray(0, json.end);
  for (let stop = text.indexOf(NEWLINE, first); stop >= 0; ) {
    const at = json.skipSpace(stop);
    if (at >= json.end) return false;
    if (bytes[at] === 0x7b && isEntryLine(entry, at) && !isBehindElement(bytes, stop, first)) return true;
    stop = text.indexOf(NEWLINE, at);
  }
  return false;
}

function isEntryLine(entry: EntryScanner, at: number): boolean {
  const { json } = entry;
  const next = entry.scan(at);
  if (next < 0 || classOfEntry(entry) === 'other') return false;
  const after = json.skipSpace(next);
  if (after >= json.end) return true;
  const isElement = json.bytes[after] === 0x5d || json.bytes[after] === 0x2c;
  return !isElement && json.bytes.subarray(next, after).includes(NEWLINE);
}

/** True when the line before `stop` ends as it does between the elements of an array. */
function isBehindElement(bytes: Uint8Array, stop: number, first: number): boolean {
  let i = stop;
  while (i > first && (bytes[i] as number) <= 0x20) i--;
  return bytes[i] === 0x2c || bytes[i] === 0x5b;
}

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
interface Search {
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
