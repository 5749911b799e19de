/** Packets of Opus and Vorbis in Ogg, counted. */
import { type ByteView, byteView, hasText } from '../model/choose/base64-bytes.ts';

/** What the first packet of a stream says about all others. */
interface Stream {
  readonly channels: number;
  /** Samples of the packet that begins here, for one channel, at most. */
  readonly packetSamples: (bytes: ByteView, offset: number) => number;
}

/** One stream of Opus or Vorbis; null for anything else, and for a file of several streams. Walks the pages. */
export function oggSamples(bytes: Uint8Array): number | null {
  const view = byteView(bytes);
  const stream = oggStream(view, 28);
  if (stream === null) return null;
  let samples = 0;
  let isContinued = false;
  for (let offset = 0; offset >= 0; ) {
    // A second beginning may be of another codec, chained or beside the first.
    if (offset > 0 && (view.at(offset + 5) & 2) !== 0) return null;
    const segments = Math.max(view.at(offset + 26), 0);
    let body = offset + 27 + segments;
    for (let i = 0; i < segments; i++) {
      if (!isContinued) samples += stream.packetSamples(view, body);
      const size = Math.max(view.at(offset + 27 + i), 0);
      isContinued = size === 255;
      body += size;
    }
    offset = nextPage(bytes, view, body);
  }
  return samples * stream.channels;
}

/** Where the next page begins at or after an offset; -1 for none. Decoders search for it too. */
function nextPage(bytes: Uint8Array, view: ByteView, from: number): number {
  for (let at = bytes.indexOf(0x4f, from); at >= 0; at = bytes.indexOf(0x4f, at + 1)) {
    if (hasText(view, at, 'OggS')) return at;
  }
  return -1;
}

function oggStream(bytes: ByteView, packet: number): Stream | null {
  if (hasText(bytes, packet, 'OpusHead')) {
    return { channels: Math.max(bytes.at(packet + 9), 1), packetSamples: opusSamples };
  }
  if (!hasText(bytes, packet, '\x01vorbis')) return null;
  // Two halves of neighbouring blocks overlap, so a packet brings half of the longest block.
  const longest = 2 ** ((bytes.at(packet + 28) >> 4) & 15) / 2;
  return { channels: Math.max(bytes.at(packet + 11), 1), packetSamples: () => longest };
}

/** Milliseconds of one frame by the upper five bits of a packet's first byte (RFC 6716 section 3.1). */
function frameMilliseconds(config: number): number {
  if (config < 12) return [10, 20, 40, 60][config % 4] ?? 60;
  return config < 16 ? 10 * ((config % 2) + 1) : 2.5 * 2 ** (config % 4);
}

/** At 48 kHz; a packet holds at most 120 ms. */
function opusSamples(bytes: ByteView, offset: number): number {
  const first = Math.max(bytes.at(offset), 0);
  const code = first & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : Math.max(bytes.at(offset + 1) & 63, 1);
  return Math.min(frames * frameMilliseconds(first >> 3), 120) * 48;
}
