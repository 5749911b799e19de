/**
 * A small bar chart as a PNG, made by hand so that the samples hold a picture of our own whose bytes are the same on
 * every machine: two bits a pixel, deflate blocks stored as they are (a compressor's output differs by version).
 */
export function barChartPng(bars: readonly number[]): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, WIDTH);
  view.setUint32(4, HEIGHT);
  header.set([2, 3, 0, 0, 0], 8); // two bits a sample, palette, no filter set, not interlaced
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('PLTE', PALETTE),
    chunk('IDAT', stored(rows(bars))),
    chunk('IEND', new Uint8Array(0)),
  ];
  return joined(parts);
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
  return joined([frame, bytes, bigEndian(((high << 16) | low) >>> 0)]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined([new TextEncoder().encode(name), data]);
  return joined([bigEndian(data.length), named, bigEndian(crc32(named))]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function bigEndian(word: number): Uint8Array {
  return Uint8Array.of(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
