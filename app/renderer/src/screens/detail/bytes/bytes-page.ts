/** Values on a page of bytes: which page holds one, its place in the page's text, and back. */
import { byteOfUnit, type RawPage, unitOfByte } from '@openwop-inspector/run-log';

/** Bytes of a page, as much as a frame has time to draw. Pages begin at multiples of this, moved to a character. */
export const PAGE_BYTES = 32_768;

/** A stretch of the source. */
export interface ByteRange {
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** A stretch of a text, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** First byte of the page that a byte lies on, both counted from the start of the event. */
export function pageStart(byte: number): number {
  return Math.max(0, Math.floor(byte / PAGE_BYTES)) * PAGE_BYTES;
}

/** Place of a value in the text of a page; null when none of it is there. Its part beyond the page is left out. */
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
