/** Width and height of an image, read from its header: a decompression bomb is found before anything decodes it. */
import { type ByteView, hasText, littleNumberAt, numberAt } from './content-source.ts';

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The longest side that is decoded (security S-07), in pixels. */
export const MAX_IMAGE_SIDE = 8192;

/** Returns the size by the header, or null when unknown. `type` is one of the six image types, sniffed. */
export function imageSize(bytes: ByteView, type: string): ImageSize | null {
  const size = READERS.get(type)?.(bytes) ?? null;
  if (size === null || !Number.isFinite(size.width) || !Number.isFinite(size.height)) return null;
  return size.width > 0 && size.height > 0 ? size : null;
}

type Reader = (bytes: ByteView) => ImageSize | null;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['image/png', (bytes) => ({ width: numberAt(bytes, 16, 4), height: numberAt(bytes, 20, 4) })],
  ['image/gif', (bytes) => ({ width: littleNumberAt(bytes, 6, 2), height: littleNumberAt(bytes, 8, 2) })],
  ['image/bmp', bmpSize],
  ['image/webp', webpSize],
  ['image/jpeg', jpegSize],
  ['image/avif', avifSize],
]);

/** Headers of 12 bytes have sides of two; later ones have four, with a negative height for rows from the top. */
function bmpSize(bytes: ByteView): ImageSize {
  if (bytes.at(14) === 12) {
    return { width: littleNumberAt(bytes, 18, 2), height: littleNumberAt(bytes, 20, 2) };
  }
  const height = littleNumberAt(bytes, 22, 4);
  return { width: littleNumberAt(bytes, 18, 4), height: height > 0x7fffffff ? 2 ** 32 - height : height };
}

function webpSize(bytes: ByteView): ImageSize | null {
  if (hasText(bytes, 12, 'VP8X')) {
    return { width: littleNumberAt(bytes, 24, 3) + 1, height: littleNumberAt(bytes, 27, 3) + 1 };
  }
  if (hasText(bytes, 12, 'VP8L')) {
    const packed = littleNumberAt(bytes, 21, 4);
    return { width: (packed % 2 ** 14) + 1, height: (Math.floor(packed / 2 ** 14) % 2 ** 14) + 1 };
  }
  if (!hasText(bytes, 12, 'VP8 ')) return null;
  return { width: littleNumberAt(bytes, 26, 2) % 2 ** 14, height: littleNumberAt(bytes, 28, 2) % 2 ** 14 };
}

/** Segments before the frame header; real files have a few dozen. */
const MAX_SEGMENTS = 4096;

function jpegSize(bytes: ByteView): ImageSize | null {
  let offset = 2;
  for (let i = 0; i < MAX_SEGMENTS && bytes.at(offset) === 0xff; i++) {
    const marker = bytes.at(offset + 1);
    if (marker === 0xff) {
      offset++; // A fill byte.
    } else if (isFrameHeader(marker)) {
      return { width: numberAt(bytes, offset + 7, 2), height: numberAt(bytes, offset + 5, 2) };
    } else {
      const length = numberAt(bytes, offset + 2, 2);
      if (!(length >= 2)) return null;
      offset += 2 + length;
    }
  }
  return null;
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** The boxes with sizes are near the front. */
const AVIF_SEARCH = 16 * 1024;

/** Returns the largest of the given sizes: a file may contain a thumbnail and tiles of the image. */
function avifSize(bytes: ByteView): ImageSize | null {
  let largest: ImageSize | null = null;
  for (let offset = 0; offset < Math.min(bytes.length, AVIF_SEARCH); offset++) {
    if (bytes.at(offset) !== 0x69 || !hasText(bytes, offset, 'ispe')) continue;
    const size = { width: numberAt(bytes, offset + 8, 4), height: numberAt(bytes, offset + 12, 4) };
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}
