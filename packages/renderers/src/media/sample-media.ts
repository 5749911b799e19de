/** Small images and sounds put together byte by byte, for tests and for stories of the gallery. */

type Bytes = Uint8Array<ArrayBuffer>;

/** Red, green, blue and opacity, 0 to 255. */
export type Pixel = readonly [red: number, green: number, blue: number, opacity: number];

/** A PNG with an alpha channel, stored without compression. Sides of at most a few thousand pixels. */
export function pngBytes(width: number, height: number, pixel: (x: number, y: number) => Pixel): Bytes {
  const rows: number[] = [];
  for (let y = 0; y < height; y++) {
    rows.push(0);
    for (let x = 0; x < width; x++) rows.push(...pixel(x, y));
  }
  const header = [...big(width), ...big(height), 8, 6, 0, 0, 0];
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', stored(rows)), pngChunk('IEND', [])];
  return Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...parts.flat()]);
}

/** An endless GIF of frames in one of four colours each, a quarter of a second a frame. */
export function gifBytes(width: number, height: number, frames: readonly (0 | 1 | 2 | 3)[]): Bytes {
  const palette = [0x24, 0x57, 0xc5, 0xb3, 0x26, 0x1e, 0x1a, 0x6b, 0x3a, 0xf0, 0xb3, 0x5a];
  const head = [...ascii('GIF89a'), ...little(width, 2), ...little(height, 2), 0x81, 0, 0, ...palette];
  const loop = [0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, 0, 0, 0];
  const drawn = frames.flatMap((colour) => [
    ...[0x21, 0xf9, 4, 0, 25, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, ...little(width, 2), ...little(height, 2), 0],
    ...[2, ...gifBlocks(width * height, colour)],
  ]);
  return Uint8Array.from([...head, ...loop, ...drawn, 0x3b]);
}

/** A WAV of one channel in 16 bits; `sample` gives -1 to 1 at a time in seconds. */
export function wavBytes(seconds: number, rate: number, sample: (time: number) => number): Bytes {
  const count = Math.round(seconds * rate);
  const data = Array.from({ length: count }, (_, i) => Math.round(sample(i / rate) * 32_767) & 0xffff);
  const format = [...little(1, 2), ...little(1, 2), ...little(rate, 4), ...little(rate * 2, 4), 2, 0, 16, 0];
  const body = [
    ...[...ascii('WAVEfmt '), ...little(16, 4), ...format],
    ...[...ascii('data'), ...little(count * 2, 4)],
  ];
  const head = [...ascii('RIFF'), ...little(body.length + count * 2, 4), ...body];
  const bytes = new Uint8Array(head.length + count * 2);
  bytes.set(head);
  for (const [i, value] of data.entries()) bytes.set([value & 0xff, value >> 8], head.length + i * 2);
  return bytes;
}

/** Encodes bytes as base64 of a payload. */
export function base64Text(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function big(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
}

function little(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) & 0xff);
}

function pngChunk(name: string, data: readonly number[]): number[] {
  const body = [...ascii(name), ...data];
  return [...big(data.length), ...body, ...big(crc32(body))];
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A zlib stream of stored blocks. */
function stored(bytes: readonly number[]): number[] {
  const blocks: number[] = [0x78, 0x01];
  for (let from = 0; from < bytes.length; from += 0xffff) {
    const block = bytes.slice(from, from + 0xffff);
    const isLast = from + 0xffff >= bytes.length;
    blocks.push(isLast ? 1 : 0, ...little(block.length, 2), ...little(~block.length & 0xffff, 2));
    for (const byte of block) blocks.push(byte);
  }
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return [...blocks, ...big(high * 65_536 + low)];
}

/** Codes of three bits: the table is cleared after every second pixel, so that they never grow. */
function gifBlocks(pixels: number, colour: number): number[] {
  const codes: number[] = [];
  for (let i = 0; i < pixels; i++) codes.push(...(i % 2 === 0 ? [4, colour] : [colour]));
  codes.push(5);
  const bytes: number[] = [];
  codes.forEach((code, i) => {
    for (let bit = 0; bit < 3; bit++) {
      const at = i * 3 + bit;
      bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (((code >> bit) & 1) << (at & 7));
    }
  });
  const blocks: number[] = [];
  for (let from = 0; from < bytes.length; from += 255) {
    const block = bytes.slice(from, from + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}
