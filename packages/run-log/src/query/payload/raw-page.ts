/** The exact bytes of an event as text, page by page. */

import { type MaskedStretch, masker, maskMark, withMasks } from '@openwop-inspector/base';
import type { LoadedLog } from '../loaded-log.ts';
import { decodedPlaces, isContinuation, maskedPlaces, type TextPlaces } from './text-places.ts';

/** Bytes of one page. */
export const MAX_PAGE = 256 * 1024;
/** Bytes read before and behind a page, so that a secret across its edge is seen whole. */
const LOOK_BACK = 64 * 1024;
const LOOK_AHEAD = 4 * 1024;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes of a page, counted from the start of the event. */
export interface PageRange {
  readonly offset: number;
  readonly length: number;
}

/** A page of the exact bytes of an event as text. */
export type RawPage = NonNullable<Awaited<ReturnType<typeof rawPage>>>;

/**
 * The bytes `[offset, offset + length)` of an event, moved to the edges of characters, at most 256 KiB; the next page
 * begins at the answer's `offset + length`. Bytes that are no UTF-8 show as U+FFFD. Secrets are masked; a value longer than 64 KiB whose name is further back than that is not recognised by its name. Null
 * for a place behind the event. Rejects when the source does.
 */
export async function rawPage(log: LoadedLog, ordinal: number, range: PageRange) {
  const cut = await cutPage(log, ordinal, range);
  if (cut === null) return null;
  const { before, page, behind, places, shared } = cut;
  const text = before + page + behind;
  const to = before.length + page.length;
  const stretches = masker.stretches(text).filter((one) => one.end > before.length && one.start < to);
  return {
    ...shared,
    text: withMasks(text, stretches, before.length, to),
    masked: stretches.length,
    /** Which byte of the page each unit of `text` represents: read it with `unitOfByte` and `byteOfUnit`. */
    places: placesOnPage(places, stretches, before.length, to),
  };
}

/** The same page in clear: for as long as the user holds a key (security S-14). Never copied, never stored. */
export async function clearPage(log: LoadedLog, ordinal: number, range: PageRange) {
  const cut = await cutPage(log, ordinal, range);
  return cut === null ? null : { ...cut.shared, text: cut.page, places: cut.places };
}

/** A page with what is around it, not masked. */
async function cutPage(log: LoadedLog, ordinal: number, { offset, length }: PageRange) {
  const { columns } = log.index;
  const size = columns.byteLength[ordinal];
  if (size === undefined || ordinal >= columns.length || !(offset >= 0) || offset >= size) return null;
  const wanted = Math.max(1, Math.min(length, MAX_PAGE));
  const readFrom = Math.max(0, Math.floor(offset) - LOOK_BACK);
  const bytes = await log.readRange(ordinal, readFrom, Math.floor(offset) - readFrom + wanted + LOOK_AHEAD);
  const start = edge(bytes, Math.floor(offset) - readFrom);
  const requested = edge(bytes, Math.min(start + wanted, bytes.length));
  const end = requested > start ? requested : edgeAfter(bytes, start);
  const before = decoder.decode(bytes.subarray(0, start));
  const page = decoder.decode(bytes.subarray(start, end));
  const shared = {
    /** First byte of the page, counted from the start of the event. */
    offset: readFrom + start,
    length: end - start,
    byteOffset: columns.offset[ordinal] as number,
    byteLength: size,
    line: columns.line[ordinal] === 0 ? null : (columns.line[ordinal] as number),
  };
  const behind = decoder.decode(bytes.subarray(end));
  return { before, page, behind, shared, places: decodedPlaces(bytes.subarray(start, end)) };
}
/** Places of a page that lies at `[from, to)` of the text in which the stretches were found. */
function placesOnPage(places: TextPlaces, stretches: readonly MaskedStretch[], from: number, to: number) {
  const cut = stretches.map((one) => ({
    ...one,
    start: Math.max(from, one.start) - from,
    end: Math.min(to, one.end) - from,
  }));
  // As `withMasks` does: of a stretch that begins on the page before nothing is displayed but the mark.
  const lengths = stretches.map((one) => (one.start < from ? maskMark(one.rule) : one.mark).length);
  return maskedPlaces(places, cut, lengths);
}

/** The nearest place at or before `at` where a character begins; `at` itself among bytes that are no characters. */
function edge(bytes: Uint8Array, at: number): number {
  for (let back = 0; back <= 3 && at - back >= 0; back++)
    if (!isContinuation(bytes[at - back])) return at - back;
  return at;
}

/** The place behind the character at `start`, for pages smaller than a character. */
function edgeAfter(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at - start < 4 && isContinuation(bytes[at])) at++;
  return Math.min(at, bytes.length);
}
