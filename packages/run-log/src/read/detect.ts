import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import { isCaptureHead } from './capture-lines.ts';
import { classOfEntry } from './entry-class.ts';

/** How the first window of a source is to be read. */
export type Mode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'utf16' }
  | { readonly kind: 'binary'; readonly at: number }
  | { readonly kind: 'lines' }
  | { readonly kind: 'capture' }
  | { readonly kind: 'document' }
  | { readonly kind: 'sse' }
  | { readonly kind: 'text' };

const SSE_STARTS = ['data:', 'event:', 'id:', ':', 'retry:'];
const NEWLINE = 0x0a;

/** Bytes of a byte order mark at `start`, 0 or 3. */
export function bomLength(bytes: Uint8Array, start: number, end: number): number {
  return end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf
    ? 3
    : 0;
}

/** Decides by content alone, never by the file's name. `start` is behind a byte order mark. */
export function detectMode(entry: EntryScanner, start: number): Mode {
  const json = entry.json;
  const bytes = json.bytes;
  const end = json.end;
  if (
    (bytes[start] === 0xff && bytes[start + 1] === 0xfe) ||
    (bytes[start] === 0xfe && bytes[start + 1] === 0xff)
  ) {
    return { kind: 'utf16' };
  }
  const first = json.skipSpace(start);
  if (first >= end) return { kind: 'empty' };
  const c = bytes[first];
  if (c === 0x5b) return { kind: 'document' };
  if (c === 0x7b && isCaptureHead(bytes.subarray(first, end))) return { kind: 'capture' };
  if (c === 0x7b) return { kind: isLines(entry, first) ? 'lines' : 'document' };
  const head = new TextDecoder().decode(bytes.subarray(first, Math.min(end, first + 16)));
  if (SSE_STARTS.some((name) => head.startsWith(name))) return { kind: 'sse' };
  if (hasFence(head, bytes.subarray(first, Math.min(end, first + 65_536)))) return { kind: 'text' };
  const nul = bytes.subarray(start, Math.min(end, start + 65_536)).indexOf(0);
  if (nul >= 0 && !someLineIsAnEvent(entry, first)) return { kind: 'binary', at: start + nul };
  return { kind: someLineIsAnEvent(entry, first) ? 'lines' : 'text' };
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
    return json.bytes[rest] === 0x7b || someLineIsAnEvent(entry, first);
  }
  // A first line that is broken is no reason to give up on the others.
  return next === -2 && someLineIsAnEvent(entry, first);
}

/** One of the next sixteen lines is a whole object of a known class. */
function someLineIsAnEvent(entry: EntryScanner, first: number): boolean {
  const json = entry.json;
  let at = first;
  for (let line = 0; line < 16; line++) {
    const stop = json.bytes.subarray(0, json.end).indexOf(NEWLINE, at);
    if (stop < 0) return false;
    at = json.skipSpace(stop);
    if (at >= json.end) return false;
    if (json.bytes[at] !== 0x7b) continue;
    const next = entry.scan(at);
    if (next < 0 || classOfEntry(entry) === 'other') continue;
    const after = json.bytes[next];
    if (next >= json.end || after === NEWLINE || after === 0x0d) return true;
  }
  return false;
}
