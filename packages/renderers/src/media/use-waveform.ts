import { useEffect, useState } from 'react';
import { mostSamples } from './decoded-samples.ts';
import { type Peaks, waveformPeaks } from './waveform-peaks.ts';

export type Waveform =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'drawn'; readonly peaks: Peaks };

/** Columns of the drawing. */
const COLUMNS = 480;
/** Enough to draw by, and a quarter of the memory of full sound. In Hz. */
const DRAWING_RATE = 22_050;

const waiting: Waveform = { kind: 'waiting' };

/** Decodes for drawing once the length is known (`seconds`), within the limits. The sound plays without it. */
export function useWaveform(bytes: Uint8Array<ArrayBuffer>, type: string, seconds: number | null): Waveform {
  const [waveform, setWaveform] = useState<Waveform>(waiting);
  useEffect(() => {
    if (seconds === null) return;
    let isWanted = true;
    setWaveform(waiting);
    void drawn(bytes, type, seconds).then((found) => {
      if (isWanted) setWaveform(found);
    });
    return () => {
      isWanted = false;
    };
  }, [bytes, type, seconds]);
  return waveform;
}

async function drawn(bytes: Uint8Array<ArrayBuffer>, type: string, seconds: number): Promise<Waveform> {
  const facts = { bytes: bytes.length, seconds, mostSamples: () => mostSamples(bytes, type) };
  const reason = waveformObstacle(facts);
  if (reason !== null) return { kind: 'none', reason };
  if (typeof OfflineAudioContext === 'undefined') {
    return { kind: 'none', reason: 'No waveform: this window does not decode sound for drawing.' };
  }
  try {
    // A copy is handed over: decoding takes its buffer away.
    const context = new OfflineAudioContext(1, 1, DRAWING_RATE);
    const sound = await context.decodeAudioData(bytes.slice().buffer);
    const channels = Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at));
    return { kind: 'drawn', peaks: await waveformPeaks(channels, COLUMNS, nextTurn) };
  } catch {
    return { kind: 'none', reason: 'No waveform: the content could not be decoded for drawing.' };
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

const MAX_BYTES = 20 * 1024 * 1024;
const MAX_SECONDS = 10 * 60;
/** Ten minutes of stereo at 48 kHz, with some room. */
const MAX_SAMPLES = 64_000_000;

export interface WaveformFacts {
  readonly bytes: number;
  /** Measured; not finite when the sound does not tell its length. */
  readonly seconds: number;
  /** Upper bound of what it decodes to, all channels; null where it cannot be told. Asked for only when needed. */
  readonly mostSamples: () => number | null;
}

/** Why no waveform is drawn, in one sentence; null when one is. */
export function waveformObstacle({ bytes, seconds, mostSamples }: WaveformFacts): string | null {
  if (bytes > MAX_BYTES) return 'No waveform: the content is larger than 20 MiB.';
  if (!Number.isFinite(seconds)) return 'No waveform: the sound does not tell its length.';
  if (seconds > MAX_SECONDS) return 'No waveform: it lasts longer than 10 minutes.';
  const samples = mostSamples();
  if (samples === null)
    return 'No waveform: in this format nobody can tell beforehand how much it decodes to.';
  return samples > MAX_SAMPLES
    ? 'No waveform: it would decode to far more than it needs to last as long.'
    : null;
}
