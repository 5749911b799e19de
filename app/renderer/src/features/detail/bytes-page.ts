/** Values on a page of bytes: the page of a value, its range in the page's text, and back. */
import { byteOfUnit, type RawPage, unitOfByte } from '@openwop-inspector/run-log';

/** Page size in bytes; a frame can render as much. Pages start at multiples of this, moved to a character. */
export const PAGE_BYTES = 32_768;

/** A range of the source. */
export interface ByteRange {
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** A range of a text, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** First byte of the page that contains a byte, both counted from the start of the event. */
export function pageStart(byte: number): number {
  return Math.max(0, Math.floor(byte / PAGE_BYTES)) * PAGE_BYTES;
}

/** Range of a value in the text of a page; null when none of it is there. Its part beyond the page is omitted. */
export function rangeOnPage(
  page: Pick<RawPage, 'byteOffset' | 'offset' | 'length' | 'places'>,
  { byteOffset, byteLength }: ByteRange,
): TextRange | null {
  const first = byteOffset - page.byteOffset - page.offset;
  const last = first + byteLength;
  if (last <= 0 || first >= page.length) return null;
  return {
    from: unitOfByte(page.places, Math.max(0, first)),
    to: unitOfByte(page.places, Math.min(page.length, last), 'end'),
  };
}

/** Byte of the source that a unit of a page's text belongs to. */
export function byteOnPage(page: RawPage, unit: number): number {
  return page.byteOffset + page.offset + byteOfUnit(page.places, unit);
}
