/**
 * How many samples a sound decodes to at most, told without decoding it. A waveform needs the whole sound in memory, and
 * twenty megabytes of well-packed silence are days of it: what a header claims is not believed, frames are counted.
 */
import { type ByteView, byteView, hasText, littleNumberAt } from '../model/choose/base64-bytes.ts';
import { flacSamples } from './flac-samples.ts';
import { aacSamples, mpegSamples } from './mpeg-samples.ts';
import { oggSamples } from './ogg-samples.ts';

/** Upper bound of samples times channels; null where frames cannot be counted. `type` is sniffed. O(length). */
export function mostSamples(bytes: Uint8Array, type: string): number | null {
  switch (type) {
    case 'audio/wav':
      return wavSamples(byteView(bytes));
    case 'audio/mpeg':
      return mpegSamples(bytes);
    case 'audio/aac':
      return aacSamples(bytes);
    case 'audio/flac':
      return flacSamples(bytes);
    case 'audio/ogg':
      return oggSamples(bytes);
    default:
      return null;
  }
}

/** Integers, floats, A-law, mu-law, and the extension of them: at least eight bits a sample. */
const PLAIN_FORMATS: readonly number[] = [1, 3, 6, 7, 0xfffe];
const MAX_CHUNKS = 256;

/** Plain samples take a byte or more each; packed formats inside a WAV are not told. */
function wavSamples(bytes: ByteView): number | null {
  let offset = 12;
  for (let i = 0; i < MAX_CHUNKS && offset < bytes.length; i++) {
    if (hasText(bytes, offset, 'fmt ')) return isPlain(bytes, offset + 8) ? bytes.length : null;
    offset += 8 + littleNumberAt(bytes, offset + 4, 4);
    offset += offset % 2;
  }
  return null;
}

function isPlain(bytes: ByteView, format: number): boolean {
  const tag = littleNumberAt(bytes, format, 2);
  if (!PLAIN_FORMATS.includes(tag)) return false;
  const isExtended = tag === 0xfffe;
  const bits = littleNumberAt(bytes, format + 14, 2);
  return bits >= 8 && (!isExtended || [1, 3, 6, 7].includes(littleNumberAt(bytes, format + 24, 2)));
}
