import { Button, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import controls from '../parts/parts.module.css';
import styles from './media-parts.module.css';
import type { ZoomState } from './use-zoom.ts';
import { scaleText } from './zoom.ts';

export interface ImageToolsProps {
  readonly zoom: ZoomState;
  readonly hasGrid: boolean;
  readonly onGrid: (on: boolean) => void;
  /** Null for an image that does not move. */
  readonly motion: { readonly isPlaying: boolean; readonly onPlay: (on: boolean) => void } | null;
  /** At the end of the row. */
  readonly children: ReactNode;
}

/** Buttons over an image. */
export function ImageTools({ zoom, hasGrid, onGrid, motion, children }: ImageToolsProps) {
  return (
    <div className={styles.tools}>
      <fieldset className={styles.group} aria-label="Zoom">
        <button type="button" className={controls.button} aria-pressed={zoom.isFit} onClick={zoom.fit}>
          Fit
        </button>
        <button
          type="button"
          className={controls.button}
          aria-pressed={!zoom.isFit && zoom.scale === 1}
          onClick={zoom.actualSize}
        >
          100%
        </button>
        <button
          type="button"
          className={controls.button}
          aria-label="Zoom out"
          onClick={() => zoom.step('out')}
        >
          −
        </button>
        <button
          type="button"
          className={controls.button}
          aria-label="Zoom in"
          onClick={() => zoom.step('in')}
        >
          +
        </button>
        <output className={styles.scale} aria-label="Zoom">
          {scaleText(zoom.scale)}
        </output>
      </fieldset>
      <button
        type="button"
        className={controls.button}
        aria-pressed={hasGrid}
        title="Shows what is transparent as a grid"
        onClick={() => onGrid(!hasGrid)}
      >
        Grid
      </button>
      {motion === null ? null : (
        <Button small onPress={() => motion.onPlay(!motion.isPlaying)}>
          {motion.isPlaying ? 'Pause' : 'Play'}
        </Button>
      )}
      <span className={layout.flexes} />
      {children}
    </div>
  );
}
