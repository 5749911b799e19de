/** A picture and a sound made by hand, so that the samples hold bytes of our own that are the same on every machine. */
import { crc32 } from 'node:zlib';

/** A small bar chart as a PNG: two bits a pixel, in stored blocks (the output of a compressor differs by version). */
export function barChartPng(bars: readonly number[]): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, WIDTH);
  view.setUint32(4, HEIGHT);
  header.set([2, 3, 0, 0, 0], 8); // two bits a sample, palette, no filter set, not interlaced
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('PLTE', PALETTE),
    chunk('IDAT', stored(rows(bars))),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

const WIDTH = 96;
const HEIGHT = 48;
const BAR = 8;
const GAP = 4;
/** Paper, axis, bar, highest bar. */
const PALETTE = Uint8Array.of(0xf7, 0xf8, 0xfa, 0x6b, 0x72, 0x80, 0x8f, 0xa6, 0xcb, 0x1d, 0x4e, 0xd8);

/** Rows of packed pixels, each after its filter byte. */
function rows(bars: readonly number[]): Uint8Array {
  const stride = 1 + WIDTH / 4;
  const bytes = new Uint8Array(stride * HEIGHT);
  const highest = Math.max(...bars);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = y * stride + 1 + (x >> 2);
      bytes[at] = (bytes[at] ?? 0) | (colour(bars, highest, x, y) << (6 - 2 * (x & 3)));
    }
  }
  return bytes;
}

function colour(bars: readonly number[], highest: number, x: number, y: number): number {
  if (y === HEIGHT - 4 || x === 3) return 1;
  const place = x - 8;
  const value = place < 0 || place % (BAR + GAP) >= BAR ? undefined : bars[Math.floor(place / (BAR + GAP))];
  if (value === undefined || y > HEIGHT - 4) return 0;
  const top = HEIGHT - 4 - Math.round((value / highest) * (HEIGHT - 12));
  if (y < top) return 0;
  return value === highest ? 3 : 2;
}

/** A zlib stream of one stored block; `bytes` must be shorter than 65,536. */
function stored(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const frame = Uint8Array.of(0x78, 0x01, 1, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255);
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return Buffer.concat([frame, bytes, bigEndian(((high << 16) | low) >>> 0)]);
}

/** A chunk of PNG: length, name, data, checksum. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([bigEndian(data.length), named, bigEndian(crc32(named))]);
}

function bigEndian(word: number): Uint8Array {
  return Uint8Array.of(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);
}

/** Samples a second: enough for a chime, and a second takes 8,000 bytes. */
const RATE = 8_000;

/** A chime as WAV, one byte a sample: each tone (Hz) begins where the one before has half died away. */
export function chimeWav(tones: readonly number[], secondsEach: number): Uint8Array {
  const each = Math.round(RATE * secondsEach);
  const samples = new Uint8Array(each * (tones.length + 1)).fill(128);
  for (const [place, tone] of tones.entries()) {
    for (let i = 0; i < each * 2; i += 1) {
      const at = place * each + i;
      // Rounded to a byte, so that the last digits of a sine, which engines may differ in, do not show.
      const wave = Math.sin((2 * Math.PI * tone * i) / RATE) * 40 * (1 - i / (each * 2)) ** 2;
      samples[at] = (samples[at] ?? 128) + Math.round(wave);
    }
  }
  return wav(samples);
}

function wav(samples: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length);
  const view = new DataView(bytes.buffer);
  const name = (offset: number, text: string) => bytes.set(new TextEncoder().encode(text), offset);
  name(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // uncompressed
  view.setUint16(22, 1, true); // one channel
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  name(36, 'data');
  view.setUint32(40, samples.length, true);
  bytes.set(samples, 44);
  return bytes;
}
