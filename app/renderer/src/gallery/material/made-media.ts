/** Pictures and a tone for stories, and the form in which a payload holds them. */
import { base64Of, pngOf, wavBytes } from '@openwop-inspector/testing/media';

type Bytes = Uint8Array<ArrayBuffer>;

/** A picture of squares, some of them translucent. */
export function checkeredPng(width: number, height: number): Bytes {
  return pngOf(width, height, (x, y) => {
    const isEven = ((x >> 5) + (y >> 5)) % 2 === 0;
    const isHole = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height / 4) ** 2;
    return isHole ? [36, 87, 197, 90] : isEven ? [36, 87, 197, 255] : [223, 232, 252, 255];
  });
}

/** Bars of a chart on white. */
export function chartPng(width: number, height: number, values: readonly number[]): Bytes {
  const most = Math.max(...values, 1);
  const barWidth = width / values.length;
  return pngOf(width, height, (x, y) => {
    const value = values[Math.floor(x / barWidth)] ?? 0;
    const isGap = x % barWidth < barWidth * 0.25;
    return !isGap && height - y < (value / most) * height * 0.9 ? [26, 107, 58, 255] : [255, 255, 255, 255];
  });
}

/** A tone with fade-in and fade-out, 16 kB a second. */
export function toneWav(seconds: number): Bytes {
  const loudness = (time: number) => Math.abs(Math.sin((Math.PI * time * 3) / seconds)) * 0.6;
  return wavBytes(seconds, 8_000, (time) => Math.sin(2 * Math.PI * 330 * time) * loudness(time));
}

/** Base64 of a text in UTF-8. */
export function base64OfText(text: string): string {
  return base64Of(new TextEncoder().encode(text));
}
