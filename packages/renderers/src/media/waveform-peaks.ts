/** A sound reduced to one pair of peaks a column, for a drawing. */

/** Lowest and highest sample of each column, -1 to 1 for sound that does not clip. */
export interface Peaks {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** Samples looked at before others get their turn; a few milliseconds. */
const SLICE_SAMPLES = 1_000_000;

/**
 * Peaks over all channels; no more columns than samples. Looks at every sample once and lets others take their turn by
 * `pause` between slices. What is no number counts as silence.
 */
export async function waveformPeaks(
  channels: readonly Float32Array[],
  columns: number,
  pause: () => Promise<void>,
): Promise<Peaks> {
  const samples = Math.max(0, ...channels.map(({ length }) => length));
  const count = Math.min(columns, samples);
  const peaks = { low: new Float32Array(count), high: new Float32Array(count) };
  let looked = 0;
  for (let column = 0; column < count; column++) {
    const from = Math.floor((column * samples) / count);
    const to = Math.floor(((column + 1) * samples) / count);
    for (const channel of channels) widen(peaks, column, channel, from, to);
    looked += (to - from) * channels.length;
    if (looked < SLICE_SAMPLES) continue;
    looked = 0;
    await pause();
  }
  return peaks;
}

function widen(peaks: Peaks, column: number, channel: Float32Array, from: number, to: number): void {
  let low = peaks.low[column] ?? 0;
  let high = peaks.high[column] ?? 0;
  for (let i = from; i < Math.min(to, channel.length); i++) {
    const sample = channel[i] ?? 0;
    if (sample < low) low = sample;
    else if (sample > high) high = sample;
  }
  peaks.low[column] = low;
  peaks.high[column] = high;
}

/** The largest distance from silence, 0 for none. */
export function loudest({ low, high }: Peaks): number {
  let most = 0;
  for (let i = 0; i < high.length; i++) most = Math.max(most, high[i] ?? 0, -(low[i] ?? 0));
  return most;
}

/**
 * The outline as the data of an SVG path: one unit wide a column, from -1 to 1. Scaled so that the loudest column
 * touches the edge unless the sound is all but silent, since quiet speech should be seen too.
 */
export function peaksPath(peaks: Peaks): string {
  const scale = Math.max(loudest(peaks), 0.01);
  const y = (value: number): string => (-value / scale).toFixed(3);
  const upper: string[] = [];
  const lower: string[] = [];
  for (let i = 0; i < peaks.high.length; i++) {
    upper.push(`${i} ${y(peaks.high[i] ?? 0)} ${i + 1} ${y(peaks.high[i] ?? 0)}`);
    lower.push(`${i + 1} ${y(peaks.low[i] ?? 0)} ${i} ${y(peaks.low[i] ?? 0)}`);
  }
  return upper.length === 0 ? '' : `M${upper.join(' ')} ${lower.reverse().join(' ')}z`;
}
