/** Frames of FLAC, counted by their headers. */
import { type ByteView, byteView, hasText, numberAt } from '../model/choose/base64-bytes.ts';

/**
 * Every header that decoders would take counts as the longest block that the stream allows. Headers are searched
 * everywhere, since the length of a frame is told only by decoding it; chance finds one in some ten million bytes.
 */
export function flacSamples(bytes: Uint8Array): number | null {
  const view = byteView(bytes);
  const isStream = hasText(view, 0, 'fLaC') && (view.at(4) & 0x7f) === 0;
  const longest = numberAt(view, 10, 2);
  if (!isStream || !(longest > 0)) return null;
  let samples = 0;
  for (let at = bytes.indexOf(0xff, 8); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    samples += longest * frameChannels(view, at);
  }
  return samples;
}

/** Channels of the frame whose header stands here; 0 for no header. */
function frameChannels(bytes: ByteView, offset: number): number {
  if ((bytes.at(offset + 1) & 0xfe) !== 0xf8) return 0;
  const third = bytes.at(offset + 2);
  const fourth = bytes.at(offset + 3);
  const block = third >> 4;
  const rate = third & 15;
  const channels = fourth >> 4;
  if (block === 0 || rate === 15 || channels > 10 || (fourth & 1) !== 0) return 0;
  const number = numberLength(bytes.at(offset + 4));
  const length = 4 + number + extraBytes(block, 6, 7) + (rate === 12 ? 1 : rate > 12 ? 2 : 0);
  if (number === 0 || checksum(bytes, offset, length) !== bytes.at(offset + length)) return 0;
  return channels > 7 ? 2 : channels + 1;
}

function extraBytes(code: number, one: number, two: number): number {
  return code === one ? 1 : code === two ? 2 : 0;
}

/** The number of the frame is written like a character of UTF-8, of up to seven bytes. */
function numberLength(first: number): number {
  if (first < 0x80) return first < 0 ? 0 : 1;
  const ones = Math.clz32(~(first << 24));
  return ones === 1 || ones > 7 ? 0 : ones;
}

/** CRC-8 with the polynomial 0x07. */
function checksum(bytes: ByteView, offset: number, length: number): number {
  let crc = 0;
  for (let i = 0; i < length; i++) {
    crc ^= bytes.at(offset + i) & 0xff;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x80 ? 0x07 : 0)) & 0xff;
  }
  return crc;
}
