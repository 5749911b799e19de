/** The type of an image or a sound by its first bytes (security S-07, S-08). */
import { type ByteView, hasBytes, hasText } from './base64-bytes.ts';

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
