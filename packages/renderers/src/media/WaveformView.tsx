import { unreachable } from '@openwop-inspector/base';
import { classNames, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import styles from './audio-pane.module.css';
import type { Waveform } from './use-waveform.ts';
import { loudest, peaksPath } from './waveform-peaks.ts';

export interface WaveformViewProps {
  readonly waveform: Waveform;
  /** Share of the sound that was played, 0 to 1. */
  readonly played: number;
}

/** Below this a sound cannot be heard: about 80 dB under full scale. */
const SILENCE = 0.0001;

/** The waveform, or why there is none, at the same height. A vector drawing, so that it follows the theme. */
export function WaveformView({ waveform, played }: WaveformViewProps) {
  switch (waveform.kind) {
    case 'waiting':
      return (
        <div className={styles.wave} data-waiting>
          <p className={styles.waveWords}>Reading the sound for its waveform</p>
        </div>
      );
    case 'none':
      return (
        <div className={styles.wave}>
          <p className={styles.waveWords}>{waveform.reason}</p>
        </div>
      );
    case 'drawn':
      return <Drawing waveform={waveform} played={played} />;
    default:
      return unreachable(waveform);
  }
}

function Drawing({
  waveform,
  played,
}: {
  readonly waveform: Waveform & { kind: 'drawn' };
  readonly played: number;
}) {
  const { peaks } = waveform;
  const path = useMemo(() => peaksPath(peaks), [peaks]);
  const loud = loudest(peaks);
  if (loud < SILENCE) {
    return (
      <div className={styles.wave}>
        <p className={styles.waveWords}>The sound is silent from beginning to end.</p>
      </div>
    );
  }
  const columns = peaks.high.length;
  return (
    <div className={styles.wave}>
      <svg
        role="img"
        aria-label={`Waveform, loudest at ${Math.round(Math.min(loud, 1) * 100)}% of full scale`}
        viewBox={`0 -1.05 ${columns} 2.1`}
        preserveAspectRatio="none"
        className={classNames(layout.full, layout.wide, layout.block)}
        focusable="false"
      >
        <path d={`M0 0H${columns}`} className={styles.waveAxis} />
        <path d={path} className={styles.wavePeaks} />
        <svg
          x="0"
          y="-1.05"
          width={columns * played}
          height="2.1"
          viewBox={`0 -1.05 ${columns * played} 2.1`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={path} className={styles.wavePlayed} />
        </svg>
      </svg>
    </div>
  );
}
