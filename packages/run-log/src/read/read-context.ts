import { countOf, formatBytes, masker } from '@openwop-inspector/base';
import { hostErrorText } from '@openwop-inspector/protocol';
import type { SourceFormat } from '../answers.ts';
import { type EntryPlace, FLAG } from '../index/event-columns.ts';
import type { FastReader } from '../index/fast-reader.ts';
import type { LogIndex } from '../index/log-index.ts';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import type { ByteWindow } from '../source/byte-window.ts';

/** Largest event that is indexed whole; beyond it the event is stepped over (bundles-and-transport.md section 1). */
export const MAX_EVENT_BYTES = 64 * 1024 * 1024;
/** Largest member next to `events` that is stored and parsed. */
export const MAX_HEADER_BYTES = 16 * 1024 * 1024;

/** What a reader works with, and what it finds out about the source as a whole. */
export interface ReadContext {
  readonly window: ByteWindow;
  readonly entry: EntryScanner;
  /** Takes the events. What it leaves is read by `entry` first, which says whether it is one. */
  readonly fast: FastReader;
  readonly index: LogIndex;
  /** Number of this source among the session's. */
  readonly sourceNumber: number;
  /** Called before each further read with the place reached; answers true when the load is to stop. */
  readonly pause: () => boolean;
  /** Keeps bytes that stand nowhere in one piece (a frame of several data lines); answers the number of their source. */
  readonly keepAside: (bytes: Uint8Array) => { readonly source: number; readonly offset: number };
}

/** The place in the source of what is at `at` in the window. */
export function placeAt({ sourceNumber, window }: ReadContext, at: number, length = 0, line = 0): EntryPlace {
  return { source: sourceNumber, offset: window.base + at, length, line };
}

/** Takes the event that `entry` has just read at `at` in the window, and says where its bytes are no UTF-8. */
export function addEvent(context: ReadContext, at: number, place: EntryPlace, entry = context.entry): number {
  const { fast, index, window } = context;
  const ordinal = fast.addEvent(entry, at, place);
  const { badUtf8At } = entry.json;
  if (badUtf8At < 0) return ordinal;
  index.columns.mark(ordinal, FLAG.badUtf8);
  const offset = window.base + badUtf8At;
  const line = index.columns.line[ordinal] as number;
  const message = badUtf8Text(offset);
  index.problems.add({ code: 'invalid_utf8', message, ordinal, byteOffset: offset, line });
  return ordinal;
}

/** What is said of a byte of the source that is no UTF-8. */
export const badUtf8Text = (offset: number): string => `Byte ${offset} is not UTF-8; displayed as U+FFFD`;

/** Longest quote of a host, in UTF-16 units. */
const MAX_QUOTE = 500;

/**
 * Adds what a host says in an error frame, masked and cut, as a problem at `place`; returns the sentence. `text` is the
 * data of the frame: JSON in any form of section 5.1, or plain text. O(length of the text).
 */
export function noteHostError(index: LogIndex, text: string, place: EntryPlace): string {
  const quoted: string = masker.text(hostErrorText(text) ?? 'an error without a code or a message');
  const displayed = quoted.length > MAX_QUOTE ? `${quoted.slice(0, MAX_QUOTE)}…` : quoted;
  const sentence = `The host says: ${displayed}`;
  index.problemAt('host_error_frame', sentence, place);
  return sentence;
}

/** What a session file says of itself. */
export interface SessionHead {
  /** The first line, parsed and not checked. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Byte of the source at which the log begins. */
  readonly logAt: number;
}

/** The result of reading one source. */
export interface ReadResult {
  format: SourceFormat;
  /** The shape seen so far when the file ends before it can be confirmed. */
  assumed: SourceFormat | null;
  /** Top-level members other than `events` of a JSON document, parsed. */
  header: ReadonlyMap<string, unknown>;
  /** Why nothing could be read, in words. */
  explanation: string | null;
  items: number;
  cancelled: boolean;
  endsEarly: boolean;
  /** Of a session file: what is before its log. */
  session: SessionHead | null;
}

export function emptyResult(format: SourceFormat): ReadResult {
  return {
    format,
    assumed: null,
    header: new Map(),
    explanation: null,
    items: 0,
    cancelled: false,
    endsEarly: false,
    session: null,
  };
}

/** What an event takes: its row, its place in the order and among the causes, and copies while those grow. */
const BYTES_AN_EVENT = 160;

/** The memory that a log may take. What does not fit is not read, and the log says so. */
export class MemoryLimit {
  private readonly index: LogIndex;
  private readonly bytes: number;
  /** Something was left out. */
  isFull = false;

  /** `bytes` for the index and what is made of it; the bytes of the sources are not in memory, and do not count. */
  constructor(index: LogIndex, bytes = Number.POSITIVE_INFINITY) {
    this.index = index;
    this.bytes = bytes;
  }

  get isReached(): boolean {
    const { columns, types, nodes, runs } = this.index;
    const names = types.usedBytes + nodes.usedBytes + runs.usedBytes;
    return columns.length * BYTES_AN_EVENT + names > this.bytes;
  }

  /** Reports it, and makes `result` that of a source which ends early, unless all of it was read. O(1). */
  settle(result: ReadResult): void {
    if (!result.cancelled || !this.isReached) return;
    const { columns } = this.index;
    const last = columns.length - 1;
    const offset = (columns.offset[last] ?? 0) + (columns.byteLength[last] ?? 0);
    const loaded = `${countOf(columns.length, 'event fills', 'events fill')} the ${formatBytes(this.bytes)} of memory`;
    const message = `The first ${loaded} that a log may take; what follows byte ${offset} is not read`;
    this.index.problemAt('memory_full', message, { offset, line: 0 });
    this.isFull = true;
    result.cancelled = false;
    result.endsEarly = true;
    result.explanation = message;
  }
}
