const samplesPerSecond = 8_000;

/** A tone with fade-in and fade-out, as a WAV file: one channel, 16 bits, 16 kB a second. */
export function toneWav(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Math.round(seconds * samplesPerSecond);
  const bytes = new Uint8Array(44 + samples * 2);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  word(0, 'RIFF');
  view.setUint32(4, 36 + samples * 2, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, samplesPerSecond, true);
  view.setUint32(28, samplesPerSecond * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, samples * 2, true);
  for (let at = 0; at < samples; at += 1) {
    const time = at / samplesPerSecond;
    const loudness = Math.abs(Math.sin((Math.PI * time * 3) / seconds)) * 0.6;
    view.setInt16(44 + at * 2, Math.sin(2 * Math.PI * 330 * time) * loudness * 32_767, true);
  }
  return bytes;
}
