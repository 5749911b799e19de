/** Frames of MPEG audio and of AAC in ADTS, counted. */
import { type ByteView, byteView, hasText } from '../model/choose/base64-bytes.ts';

/** The smallest frame that can be: a header. What is none of them is searched byte by byte, as decoders do. */
const HEADER = 4;

/** Every frame of MPEG audio counts as 1,152 samples for two channels, the most there is; null behind a foreign tag. */
export function mpegSamples(bytes: Uint8Array): number | null {
  const view = byteView(bytes);
  const start = hasText(view, 0, 'ID3') ? afterTag(view) : 0;
  // A tag may stand before sounds of any type, and decoders look behind it.
  if (mpegFrame(view, start) === 0) return null;
  let frames = 0;
  for (let offset = start; offset >= 0 && offset + HEADER <= bytes.length; ) {
    const length = mpegFrame(view, offset);
    if (length > 0) frames += 1;
    offset = length > 0 ? offset + length : bytes.indexOf(0xff, offset + 1);
  }
  return frames * 1152 * 2;
}

/** The size of a tag is written in seven bits a byte. */
function afterTag(bytes: ByteView): number {
  let size = 0;
  for (let i = 6; i < 10; i++) size = size * 128 + (bytes.at(i) & 0x7f);
  return size + 10;
}

/** Kilobits a second by index, for layers 1 to 3 of MPEG-1 and of its half-rate forms. */
const BITRATES: Readonly<Record<'full' | 'half', readonly (readonly number[])[]>> = {
  full: [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  half: [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
};
const RATES: readonly number[] = [44_100, 48_000, 32_000];
/** MPEG-2.5, none, MPEG-2, MPEG-1. */
const RATE_PARTS: readonly number[] = [4, 0, 2, 1];

/** Bytes of the frame whose header stands here; 0 for no header. A frame of free length counts as its header alone. */
function mpegFrame(bytes: ByteView, offset: number): number {
  const second = bytes.at(offset + 1);
  if (bytes.at(offset) !== 0xff || second < 0xe0) return 0;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const third = bytes.at(offset + 2);
  const rate = (RATES[(third >> 2) & 3] ?? 0) / (RATE_PARTS[version] || Number.NaN);
  const kilobits = BITRATES[version === 3 ? 'full' : 'half'][layer - 1]?.[third >> 4];
  if (kilobits === undefined || !(rate > 0)) return 0;
  if (kilobits === 0) return HEADER;
  const padding = (third >> 1) & 1;
  if (layer === 1) return Math.max(HEADER, (Math.floor((12_000 * kilobits) / rate) + padding) * 4);
  const perFrame = layer === 3 && version !== 3 ? 72_000 : 144_000;
  return Math.max(HEADER, Math.floor((perFrame * kilobits) / rate) + padding);
}

/** Every block of ADTS counts as 2,048 samples (HE-AAC doubles 1,024) for up to eight channels as its header says. */
export function aacSamples(bytes: Uint8Array): number {
  const view = byteView(bytes);
  let samples = 0;
  for (let offset = 0; offset >= 0 && offset + 7 <= bytes.length; ) {
    const isHeader = view.at(offset) === 0xff && (view.at(offset + 1) & 0xf6) === 0xf0;
    const length = isHeader ? adtsLength(view, offset) : 0;
    if (length >= 7) samples += ((view.at(offset + 6) & 3) + 1) * 2048 * adtsChannels(view, offset);
    offset = length >= 7 ? offset + length : bytes.indexOf(0xff, offset + 1);
  }
  return samples;
}

function adtsLength(bytes: ByteView, offset: number): number {
  return ((bytes.at(offset + 3) & 3) << 11) | (bytes.at(offset + 4) << 3) | (bytes.at(offset + 5) >> 5);
}

/** 0 leaves it to the content; one channel may become two by parametric stereo. */
function adtsChannels(bytes: ByteView, offset: number): number {
  const channels = ((bytes.at(offset + 2) & 1) << 2) | (bytes.at(offset + 3) >> 6);
  return channels === 0 ? 8 : channels === 1 ? 2 : channels;
}
