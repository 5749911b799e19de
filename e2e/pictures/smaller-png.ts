import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;

/**
 * The same picture in fewer bytes. Chromium filters every row for photographs and packs in haste; rows of flat colour
 * and text pack better as they are. Lossless. Takes what Playwright writes: eight bits a channel, not interlaced.
 */
export function smallerPng(png: Buffer): Buffer {
  const header = png.subarray(SIGNATURE_BYTES, SIGNATURE_BYTES + 25);
  const width = header.readUInt32BE(8);
  const height = header.readUInt32BE(12);
  const [depth, colour, , , interlaced] = header.subarray(16, 21);
  const channels = colour === 2 ? 3 : colour === 6 ? 4 : 0;
  if (depth !== 8 || channels === 0 || interlaced !== 0)
    throw new Error('not a picture as Playwright writes it');
  const rows = plainRows(inflateSync(imageData(png)), width * channels, height, channels);
  const packed = deflateSync(rows, { level: 9, memLevel: 9 });
  const data = chunk('IDAT', packed);
  return Buffer.concat([png.subarray(0, SIGNATURE_BYTES), header, data, chunk('IEND', Buffer.alloc(0))]);
}

/** The packed rows, which may be spread over several chunks. */
function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

/** Undoes the filters of all rows (PNG section 9.2) and marks each as not filtered. */
function plainRows(filtered: Buffer, rowBytes: number, height: number, channels: number): Buffer {
  const rows = Buffer.alloc(filtered.length);
  const stride = rowBytes + 1;
  for (let row = 0; row < height; row += 1) {
    const start = row * stride + 1;
    const filter = filtered[start - 1] ?? 0;
    for (let at = 0; at < rowBytes; at += 1) {
      const left = at < channels ? 0 : (rows[start + at - channels] ?? 0);
      const above = row === 0 ? 0 : (rows[start + at - stride] ?? 0);
      const corner = row === 0 || at < channels ? 0 : (rows[start + at - stride - channels] ?? 0);
      rows[start + at] = (filtered[start + at] ?? 0) + predicted(filter, left, above, corner);
    }
  }
  return rows;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4:
      return nearest(left, above, corner);
    default:
      return 0;
  }
}

/** The neighbour nearest to `left + above - corner`. */
function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const toLeft = Math.abs(guess - left);
  const toAbove = Math.abs(guess - above);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), framed.length - 4);
  return framed;
}
