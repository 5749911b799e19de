import { type ByteView, hasBytes, hasText } from './content-source.ts';

/** Media types: what may be displayed in place, and what would run (envelope 2.2, security S-07, S-08). */

/** `type/subtype` in lower case without parameters; null for anything else. */
export function mediaTypeOf(text: string | null): string | null {
  const essence = (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(essence) ? essence : null;
}

/** Images that may be displayed in place, once their first bytes agree. */
const INLINE_IMAGES: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp'].map((name) => `image/${name}`),
);

const INLINE_AUDIO: ReadonlySet<string> = new Set(
  ['mpeg', 'mp4', 'aac', 'ogg', 'wav', 'webm', 'flac'].map((name) => `audio/${name}`),
);

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
  return (family === 'image' ? INLINE_IMAGES : INLINE_AUDIO).has(type);
}

/** Types that a browser would run; they are source to read or a file to save, never more. */
const EXECUTING =
  /^(text\/html|application\/pdf|text\/(java|ecma)script|application\/(x-)?(java|ecma)script)$/;

/** True for HTML, SVG, XHTML and any other XML, PDF, and script. */
export function isExecutingType(type: string): boolean {
  return EXECUTING.test(type) || /(^(text|application)\/xml|\+xml)$/.test(type);
}

/** True when the source of an executing type is readable text. */
export function isReadableSource(type: string): boolean {
  return isExecutingType(type) && type !== 'application/pdf';
}

/** The ending of a file of this type, with its dot; empty when none is known. */
export function fileEnding(type: string | null): string {
  return (type === null ? undefined : ENDINGS.get(canonicalMediaType(type))) ?? '';
}

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/avif', '.avif'],
  ['image/bmp', '.bmp'],
  ['image/svg+xml', '.svg'],
  ['audio/mpeg', '.mp3'],
  ['audio/mp4', '.m4a'],
  ['audio/aac', '.aac'],
  ['audio/ogg', '.ogg'],
  ['audio/wav', '.wav'],
  ['audio/webm', '.weba'],
  ['audio/flac', '.flac'],
  ['application/pdf', '.pdf'],
  ['application/json', '.json'],
  ['application/zip', '.zip'],
  ['text/csv', '.csv'],
  ['text/html', '.html'],
  ['text/markdown', '.md'],
  ['text/plain', '.txt'],
]);

// The type of an image or a sound by its first bytes (security S-07, S-08).

type Signature = readonly [type: string, isIt: (bytes: ByteView) => boolean];

const MP4_AUDIO: readonly string[] = ['M4A ', 'M4B ', 'mp41', 'mp42', 'isom', 'iso2', 'dash'];
const AVIF: readonly string[] = ['avif', 'avis'];

const SIGNATURES: readonly Signature[] = [
  ['image/png', (bytes) => hasBytes(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', (bytes) => hasBytes(bytes, 0, [0xff, 0xd8, 0xff])],
  ['image/gif', (bytes) => hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')],
  ['image/webp', (bytes) => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBPVP8')],
  ['image/avif', (bytes) => hasBrand(bytes, AVIF)],
  // Many texts begin with these two letters; the size of the header after them decides.
  ['image/bmp', (bytes) => hasText(bytes, 0, 'BM') && [12, 40, 52, 56, 64, 108, 124].includes(bytes.at(14))],
  ['audio/flac', (bytes) => hasText(bytes, 0, 'fLaC')],
  ['audio/ogg', (bytes) => hasText(bytes, 0, 'OggS')],
  ['audio/wav', (bytes) => hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WAVE')],
  ['audio/webm', (bytes) => hasBytes(bytes, 0, [0x1a, 0x45, 0xdf, 0xa3])],
  ['audio/mp4', (bytes) => hasBrand(bytes, MP4_AUDIO)],
  // ADTS has layer 0 where MPEG audio has 1 to 3.
  ['audio/aac', (bytes) => bytes.at(0) === 0xff && (bytes.at(1) & 0xf6) === 0xf0],
  ['audio/mpeg', (bytes) => hasText(bytes, 0, 'ID3') || isMpegFrame(bytes)],
];

/** The type that the first bytes say; null for anything that is neither image nor sound. Reads 16 bytes at most. */
export function sniffMediaType(bytes: ByteView): string | null {
  return SIGNATURES.find(([, isIt]) => isIt(bytes))?.[0] ?? null;
}

function hasBrand(bytes: ByteView, brands: readonly string[]): boolean {
  return hasText(bytes, 4, 'ftyp') && brands.some((brand) => hasText(bytes, 8, brand));
}

function isMpegFrame(bytes: ByteView): boolean {
  const second = bytes.at(1);
  return bytes.at(0) === 0xff && second >= 0xe0 && (second & 0x06) !== 0 && (second & 0x18) !== 0x08;
}
