import { useEffect, useMemo, useState } from 'react';
import { applyDeltaFrame, type DeltaChain, type DeltaStep, startDeltaChain } from '../model/a2ui/delta.ts';
import { MAX_LEVELS, measureJson } from '../model/json/json-measure.ts';

/** Frames applied so far. All of them, a moment after a long chain was opened. */
export interface DeltaPlayback {
  readonly start: DeltaChain;
  /** One a frame, in order. */
  readonly steps: readonly DeltaStep[];
  /** `too-large`: the surfaces together are more than a window should hold, and the rest is not played. */
  readonly state: 'playing' | 'whole' | 'too-large';
}

/** Longest stretch without a pause, in ms: well within one drawn picture. */
const SLICE_MS = 8;

/** Of all surfaces of a chain, as JSON in UTF-8. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Plays the frames of a chain one after another, in slices that leave the window free. */
export function useDeltaPlayback(chain: DeltaChainData): DeltaPlayback {
  const player = useMemo(() => createPlayer(chain), [chain]);
  const [displayed, setDisplayed] = useState({ player, playback: player.play() });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goOn = () => {
      const playback = player.play();
      setDisplayed({ player, playback });
      if (playback.state === 'playing') timer = setTimeout(goOn);
    };
    goOn();
    return () => clearTimeout(timer);
  }, [player]);
  return displayed.player === player ? displayed.playback : player.play();
}

function createPlayer({ surfaceRef, base, baseUntrusted, frames }: DeltaChainData) {
  const contentTrust = baseUntrusted ? 'untrusted' : null;
  const start = startDeltaChain({ surfaceRef, base, contentTrust });
  const steps: DeltaStep[] = [];
  let bytes = 0;
  const state = (): DeltaPlayback['state'] => {
    if (steps.length === frames.length) return 'whole';
    return bytes > MAX_BYTES ? 'too-large' : 'playing';
  };
  return {
    play(): DeltaPlayback {
      const until = performance.now() + SLICE_MS;
      while (state() === 'playing' && performance.now() < until) {
        const before = steps.at(-1)?.chain ?? start;
        const step = applyDeltaFrame(before, frames[steps.length]?.value);
        steps.push(step);
        if (step.kind === 'applied') bytes += sizeOf(step.chain.payload);
      }
      return { start, steps: [...steps], state: state() };
    },
  };
}

function sizeOf(payload: unknown): number {
  const measure = measureJson(payload, { bytes: MAX_BYTES, levels: MAX_LEVELS });
  return measure.kind === 'measured' ? measure.bytes : MAX_BYTES;
}

/** Delta frames as the player takes them; a run log's answer about a captured stream has this form. */

export interface DeltaChainData {
  /** Id of the event that delivered the full surface. */
  readonly surfaceRef: string;
  /** The event of the base, to jump to; null when it is not loaded. */
  readonly baseOrdinal: number | null;
  /** Payload the frames begin at, masked; null when it is not loaded. */
  readonly base: unknown;
  readonly baseUntrusted: boolean;
  /** In order of arrival, masked. */
  readonly frames: readonly DeltaFrameData[];
  /** Frames that were not handed over. */
  readonly framesLeftOut: number;
  readonly finalOrdinal: number | null;
  /** The next full surface in the log, to compare the end with; null when none is loaded. */
  readonly final: unknown;
}

export interface DeltaFrameData {
  /** As parsed; the text of a frame that is not JSON. */
  readonly value: unknown;
  /** The same as JSON where a number in it is printed otherwise than it was written; absent or null elsewhere. */
  readonly written?: string | null;
  /** `id` of the stream's frame. */
  readonly sequence: number | null;
}
