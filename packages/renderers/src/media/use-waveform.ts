import { useEffect, useState } from 'react';
import { mostSamples } from './decoded-samples.ts';
import { waveformObstacle } from './waveform-limits.ts';
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
