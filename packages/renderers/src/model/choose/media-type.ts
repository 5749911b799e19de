import { type ByteView, hasBytes, hasText, littleNumberAt, numberAt } from './content-source.ts';

/** Media types: what may be displayed in place, and what would run (envelope 2.2, security S-07, S-08). */

/** `type/subtype` in lower case without parameters; null for anything else. */
export function mediaTypeOf(text: string | null): string | null {
  const essence = (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(essence) ? essence : null;
}

/** Other names of the same types, as hosts and models write them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/aacp', 'audio/aac'],
  ['audio/opus', 'audio/ogg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
]);

/** The one name of a type that has several. */
export function canonicalMediaType(type: string): string {
  return ALIASES.get(type) ?? type;
}

/** True for an image or audio type that may be displayed in place. Takes the canonical name. */
export function isInlineType(type: string, family: 'image' | 'audio'): boolean {
  return type.startsWith(`${family}/`) && rowOf(type) !== undefined;
}

/** What an image or a sound is called, such as `PNG`; the type itself for one without a name. */
export function mediaName(type: string): string {
  return rowOf(type)?.[1] ?? type;
}

/** Types that a browser would run; they are source to read or a file to save, never more. */
const EXECUTING =
  /^(text\/html|application\/pdf|text\/(java|ecma)script|application\/(x-)?(java|ecma)script)$/;

/** True for HTML, SVG, XHTML and any other XML, PDF, and script. */
export function isExecutingType(type: string): boolean {
  return EXECUTING.test(type) || /(^(text|application)\/xml|\+xml)$/.test(type);
}

/** The ending of a file of this type, with its dot; empty when none is known. */
export function fileEnding(type: string | null): string {
  if (type === null) return '';
  const canonical = canonicalMediaType(type);
  return rowOf(canonical)?.[2] ?? ENDINGS.get(canonical) ?? '';
}

/** Of types that are not displayed in place. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['image/svg+xml', '.svg'],
  ['application/pdf', '.pdf'],
  ['application/json', '.json'],
  ['application/zip', '.zip'],
  ['text/csv', '.csv'],
  ['text/html', '.html'],
  ['text/markdown', '.md'],
  ['text/plain', '.txt'],
]);

/** A type that may be displayed in place, once its first bytes agree (security S-07, S-08). */
type InlineType = readonly [type: string, name: string, ending: string, isIt: (bytes: ByteView) => boolean];

const MP4_AUDIO: readonly string[] = ['M4A ', 'M4B ', 'mp41', 'mp42', 'isom', 'iso2', 'dash'];
const AVIF: readonly string[] = ['avif', 'avis'];
const PNG: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Sizes of the header of a BMP: many texts begin with the two letters before it. */
const BMP_HEADERS: readonly number[] = [12, 40, 52, 56, 64, 108, 124];

/** In the order in which their first bytes are compared. */
const INLINE_TYPES: readonly InlineType[] = [
  ['image/png', 'PNG', '.png', (bytes) => hasBytes(bytes, 0, PNG)],
  ['image/jpeg', 'JPEG', '.jpg', (bytes) => hasBytes(bytes, 0, [0xff, 0xd8, 0xff])],
  ['image/gif', 'GIF', '.gif', (bytes) => hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')],
  ['image/webp', 'WebP', '.webp', (bytes) => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBPVP8')],
  ['image/avif', 'AVIF', '.avif', (bytes) => hasBrand(bytes, AVIF)],
  ['image/bmp', 'BMP', '.bmp', (bytes) => hasText(bytes, 0, 'BM') && BMP_HEADERS.includes(bytes.at(14))],
  ['audio/flac', 'FLAC', '.flac', (bytes) => hasText(bytes, 0, 'fLaC')],
  ['audio/ogg', 'Ogg', '.ogg', (bytes) => hasText(bytes, 0, 'OggS')],
  ['audio/wav', 'WAV', '.wav', (bytes) => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WAVE')],
  ['audio/webm', 'WebM', '.weba', (bytes) => hasBytes(bytes, 0, [0x1a, 0x45, 0xdf, 0xa3])],
  ['audio/mp4', 'MP4', '.m4a', (bytes) => hasBrand(bytes, MP4_AUDIO)],
  // ADTS has layer 0 where MPEG audio has 1 to 3.
  ['audio/aac', 'AAC', '.aac', (bytes) => bytes.at(0) === 0xff && (bytes.at(1) & 0xf6) === 0xf0],
  ['audio/mpeg', 'MP3', '.mp3', (bytes) => hasText(bytes, 0, 'ID3') || isMpegFrame(bytes)],
];

function rowOf(type: string): InlineType | undefined {
  return INLINE_TYPES.find(([name]) => name === type);
}

/** The type that the first bytes say; null for anything that is neither image nor sound. Reads 16 bytes at most. */
export function sniffMediaType(bytes: ByteView): string | null {
  return INLINE_TYPES.find(([, , , isIt]) => isIt(bytes))?.[0] ?? null;
}

function hasBrand(bytes: ByteView, brands: readonly string[]): boolean {
  return hasText(bytes, 4, 'ftyp') && brands.some((brand) => hasText(bytes, 8, brand));
}

function isMpegFrame(bytes: ByteView): boolean {
  const second = bytes.at(1);
  return bytes.at(0) === 0xff && second >= 0xe0 && (second & 0x06) !== 0 && (second & 0x18) !== 0x08;
}

// Width and height of an image, read from its header: a decompression bomb is found before anything decodes it.

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
