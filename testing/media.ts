/** Small pictures and sounds made byte by byte, the same on every machine: for tests, samples and the gallery. */

type Bytes = Uint8Array<ArrayBuffer>;

/** Red, green, blue and opacity of a pixel, 0 to 255. */
type PixelAt = (x: number, y: number) => readonly [red: number, green: number, blue: number, alpha: number];

/** A PNG with an alpha channel that is not compressed: about four bytes a pixel. */
export function pngOf(width: number, height: number, pixelAt: PixelAt): Bytes {
  const stride = width * 4 + 1;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(pixelAt(x, y), y * stride + 1 + x * 4);
  }
  return pngFile(width, height, [8, 6], storedZlib(rows));
}

/** A PNG (RFC 2083) with the given size in its header and these bytes as its rows, which may be wrong. */
export const pngFile = (
  width: number,
  height: number,
  [depth, colourType]: readonly [depth: number, colourType: number],
  data: Uint8Array,
): Bytes =>
  joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk(
      'IHDR',
      joined([bigEndian(width), bigEndian(height), Uint8Array.of(depth, colourType, 0, 0, 0)]),
    ),
    pngChunk('IDAT', data),
    pngChunk('IEND', new Uint8Array(0)),
  ]);

/** Bytes as a zlib stream of stored blocks (RFC 1950, 1951). */
function storedZlib(bytes: Uint8Array): Bytes {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let at = 0; at < bytes.length; at += 0xffff) {
    const block = bytes.subarray(at, at + 0xffff);
    const isLast = at + 0xffff >= bytes.length ? 1 : 0;
    parts.push(Uint8Array.of(isLast), littleEndian(block.length, 2), littleEndian(~block.length, 2), block);
  }
  let [low, high] = [1, 0];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return joined([...parts, bigEndian((high << 16) | low)]);
}

/** An endless GIF of frames in one of four colours each, a quarter of a second a frame. */
export function gifBytes(width: number, height: number, frames: readonly (0 | 1 | 2 | 3)[]): Bytes {
  const palette = Uint8Array.of(0x24, 0x57, 0xc5, 0xb3, 0x26, 0x1e, 0x1a, 0x6b, 0x3a, 0xf0, 0xb3, 0x5a);
  const size = joined([littleEndian(width, 2), littleEndian(height, 2)]);
  const drawn = frames.flatMap((colour) => [
    Uint8Array.of(0x21, 0xf9, 4, 0, 25, 0, 0, 0, 0x2c, 0, 0, 0, 0),
    size,
    Uint8Array.of(0, 2),
    gifBlocks(width * height, colour),
  ]);
  return joined([
    ascii('GIF89a'),
    size,
    Uint8Array.of(0x81, 0, 0),
    palette,
    Uint8Array.of(0x21, 0xff, 11),
    ascii('NETSCAPE2.0'),
    Uint8Array.of(3, 1, 0, 0, 0),
    ...drawn,
    Uint8Array.of(0x3b),
  ]);
}

/** A WAV of one channel in 16 bits; `sample` gives -1 to 1 at a time in seconds. */
export function wavBytes(seconds: number, rate: number, sample: (time: number) => number): Bytes {
  const samples = Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) =>
    Math.round(sample(at / rate) * 32_767),
  );
  const data = new Uint8Array(samples.buffer);
  return joined([
    ascii('RIFF'),
    littleEndian(36 + data.length, 4),
    ascii('WAVEfmt '),
    littleEndian(16, 4),
    Uint8Array.of(1, 0, 1, 0), // uncompressed, one channel
    littleEndian(rate, 4),
    littleEndian(rate * 2, 4),
    Uint8Array.of(2, 0, 16, 0),
    ascii('data'),
    littleEndian(data.length, 4),
    data,
  ]);
}

/** Base64 of bytes, as in a payload. */
export function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

const bigEndian = (value: number): Uint8Array => littleEndian(value, 4).reverse();

const littleEndian = (value: number, size: 2 | 4): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 0xff);

function pngChunk(type: string, content: Uint8Array): Uint8Array {
  const named = joined([ascii(type), content]);
  let crc = 0xffffffff;
  for (const byte of named) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return joined([bigEndian(content.length), named, bigEndian(~crc)]);
}

/** Codes of three bits: the table is cleared after every second pixel, so that they never grow. */
function gifBlocks(pixels: number, colour: number): Uint8Array {
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
  return Uint8Array.from([...blocks, 0]);
}

function joined(parts: readonly Uint8Array[]): Bytes {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
