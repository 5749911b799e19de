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
