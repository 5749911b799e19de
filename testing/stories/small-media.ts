/** A picture and a sound made by hand, so that the samples hold bytes of our own that are the same on every machine; a field. */
import { pngFile, storedZlib, wavFile } from '../media.ts';

/** A small bar chart as a PNG: two bits a pixel, in stored blocks (the output of a compressor differs by version). */
export function barChartPng(bars: readonly number[]): Uint8Array {
  return pngFile(WIDTH, HEIGHT, [2, 3], storedZlib(rows(bars)), PALETTE);
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
  return wavFile(samples, RATE, 1);
}

/** The field of a surface that asks for one of two markets. */
export const MARKET_FIELD = {
  component: 'field.select',
  id: 'market',
  label: 'Market first',
  options: [
    { value: 'north', label: 'North region' },
    { value: 'south', label: 'South region' },
  ],
  required: true,
} as const;
