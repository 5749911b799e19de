/** When a waveform is drawn: it needs the whole sound decoded in memory, so it has limits that playing has not. */

const MOST_BYTES = 20 * 1024 * 1024;
const MOST_SECONDS = 10 * 60;
/** Ten minutes of stereo at 48 kHz, with some room. */
const MOST_SAMPLES = 64_000_000;

export interface WaveformFacts {
  readonly bytes: number;
  /** Measured; not finite when the sound does not tell its length. */
  readonly seconds: number;
  /** Upper bound of what it decodes to, all channels; null where it cannot be told. Asked for only when needed. */
  readonly mostSamples: () => number | null;
}

/** Why no waveform is drawn, in one sentence; null when one is. */
export function waveformObstacle({ bytes, seconds, mostSamples }: WaveformFacts): string | null {
  if (bytes > MOST_BYTES) return 'No waveform: the content is larger than 20 MiB.';
  if (!Number.isFinite(seconds)) return 'No waveform: the sound does not tell its length.';
  if (seconds > MOST_SECONDS) return 'No waveform: it lasts longer than 10 minutes.';
  const samples = mostSamples();
  if (samples === null)
    return 'No waveform: in this format nobody can tell beforehand how much it decodes to.';
  return samples > MOST_SAMPLES
    ? 'No waveform: it would decode to far more than it needs to last as long.'
    : null;
}
