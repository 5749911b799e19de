import { type ByteView, hasBytes, hasText } from './content-source.ts';

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
