/** Pictures for stories, as PNG files (RFC 2083) generated here: rows of RGBA, not compressed. */

/** Returns red, green, blue and opacity of a pixel, 0 to 255. */
export type PixelAt = (x: number, y: number) => readonly [number, number, number, number];

/** A picture of squares, some of them translucent. */
export function checkeredPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  return pngOf(width, height, (x, y) => {
    const isEven = ((x >> 5) + (y >> 5)) % 2 === 0;
    const isHole = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height / 4) ** 2;
    return isHole ? [36, 87, 197, 90] : isEven ? [36, 87, 197, 255] : [223, 232, 252, 255];
  });
}

/** Bars of a chart on white. */
export function chartPng(width: number, height: number, values: readonly number[]): Uint8Array<ArrayBuffer> {
  const most = Math.max(...values, 1);
  const barWidth = width / values.length;
  return pngOf(width, height, (x, y) => {
    const value = values[Math.floor(x / barWidth)] ?? 0;
    const isGap = x % barWidth < barWidth * 0.25;
    return !isGap && height - y < (value / most) * height * 0.9 ? [26, 107, 58, 255] : [255, 255, 255, 255];
  });
}

/** A complete file. About four bytes a pixel. */
export function pngOf(width: number, height: number, pixelAt: PixelAt): Uint8Array<ArrayBuffer> {
  const stride = width * 4 + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(pixelAt(x, y), y * stride + 1 + x * 4);
  }
  return pngFile(width, height, stored(rows));
}

/** A file with the given size in its header and these bytes as its rows: for invalid files. */
export function pngFile(width: number, height: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 6, 0, 0, 0], 8);
  return joined([
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

/** Bytes as a zlib stream of stored blocks (RFC 1950, 1951). */
function stored(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array([0x78, 0x01])];
  for (let at = 0; at < bytes.length; at += 0xffff) {
    const block = bytes.subarray(at, at + 0xffff);
    const isLast = at + 0xffff >= bytes.length ? 1 : 0;
    const size = block.length;
    parts.push(new Uint8Array([isLast, size & 0xff, size >> 8, ~size & 0xff, (~size >> 8) & 0xff]), block);
  }
  return joined([...parts, bigEndian(adler32(bytes))]);
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const named = joined([new TextEncoder().encode(type), content]);
  return joined([bigEndian(content.length), named, bigEndian(crc32(named))]);
}

function bigEndian(value: number): Uint8Array {
  return new Uint8Array([value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]);
}

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_unused, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
