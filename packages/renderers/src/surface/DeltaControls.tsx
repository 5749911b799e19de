import { classNames, layout } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';
import styles from './delta-player.module.css';

export interface DeltaControlsProps {
  /** 0 is the full surface, n the surface after n frames. */
  readonly at: number;
  readonly frames: number;
  readonly onGo: (to: number) => void;
}

/** How long each frame stands while they are played, in ms. */
const EACH_MS = 1_200;

/** First, previous, play, next, last, and a slider for the keyboard and for long chains. */
export function DeltaControls({ at, frames, onGo }: DeltaControlsProps) {
  const [isPlaying, setPlaying] = useState(false);
  const isAtEnd = at >= frames;
  useEffect(() => {
    if (!isPlaying) return;
    if (isAtEnd) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => onGo(at + 1), EACH_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isAtEnd, at, onGo]);
  const play = () => {
    if (!isPlaying && isAtEnd) onGo(0);
    setPlaying(!isPlaying);
  };
  const words = at === 0 ? 'Full surface' : `Frame ${at} of ${frames}`;
  return (
    <div className={classNames(layout.row, layout.wrap, layout.gap4, layout.pad0x16)}>
      <Step label="First" path="M4 3v10M12 3 6 8l6 5z" isOff={at === 0} onPress={() => onGo(0)} />
      <Step label="Previous frame" path="M11 3 5 8l6 5z" isOff={at === 0} onPress={() => onGo(at - 1)} />
      <Step
        label={isPlaying ? 'Pause' : 'Play'}
        path={isPlaying ? 'M5 3v10M11 3v10' : 'M5 3v10l8-5z'}
        isOff={frames === 0}
        onPress={play}
      />
      <Step label="Next frame" path="m5 3 6 5-6 5z" isOff={isAtEnd} onPress={() => onGo(at + 1)} />
      <Step label="Last" path="m4 3 6 5-6 5zM12 3v10" isOff={isAtEnd} onPress={() => onGo(frames)} />
      <input
        className={styles.slider}
        type="range"
        aria-label="Frame"
        aria-valuetext={words}
        min={0}
        max={frames}
        value={at}
        onChange={(event) => onGo(Number(event.currentTarget.value))}
      />
      <span className={styles.at}>{words}</span>
    </div>
  );
}

interface StepProps {
  readonly label: string;
  readonly path: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

function Step({ label, path, isOff, onPress }: StepProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" focusable="false">
        <path d={path} />
      </svg>
    </button>
  );
}
