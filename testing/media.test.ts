import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { base64Of, pngOf, wavBytes } from './media.ts';

describe('generated files', () => {
  test('a picture contains its pixels, in a stream that zlib reads', () => {
    const png = Buffer.from(pngOf(200, 150, (x, y) => [x, y, 7, 255]));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([200, 150]);
    const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
    expect(rows.length).toBe(150 * (200 * 4 + 1));
    expect([...rows.subarray(801 * 3 + 1 + 5 * 4, 801 * 3 + 1 + 5 * 4 + 4)]).toEqual([5, 3, 7, 255]);
  });

  test('the header of a tone has its length', () => {
    const wav = Buffer.from(wavBytes(1.5, 8_000, Math.sin));
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(40) / wav.readUInt32LE(28)).toBe(1.5);
    expect(wav.length).toBe(44 + wav.readUInt32LE(40));
  });

  test('base64 encodes every byte, at any length', () => {
    const bytes = new Uint8Array(100_000).map((_unused, at) => at % 256);
    expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  });
});
