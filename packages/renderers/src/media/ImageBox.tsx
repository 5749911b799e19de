import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import type { ImageSize } from '../model/choose/image-size.ts';
import styles from './image-pane.module.css';
import type { ZoomState } from './use-zoom.ts';

export interface ImageBoxProps {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Of the image: it reserves the height of the box before there is anything in it. */
  readonly size: ImageSize;
  /** Null while there is nothing to zoom. */
  readonly zoom: ZoomState | null;
  readonly hasGrid: boolean;
  readonly children: ReactNode;
}

/** The viewport of an image: it scrolls, and handles + − 0 1 and the wheel with Ctrl. */
export function ImageBox({ box, size, zoom, hasGrid, children }: ImageBoxProps) {
  useWheelZoom(box, zoom);
  // Half a screen at most; small images need no more than their own height and some air.
  const reserved = { aspectRatio: `${size.width} / ${size.height}`, '--natural-height': `${size.height}px` };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset scrolls in no engine, and a landmark for each is too many
    <div
      role="group"
      ref={box}
      className={styles.box}
      style={reserved}
      data-grid={hasGrid}
      aria-label="Image. Arrow keys scroll, plus and minus zoom, 0 fits, 1 is full size"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      onScroll={zoom?.onScroll}
      onKeyDown={zoom === null ? undefined : (press) => pressKey(press, zoom)}
    >
      <div className={styles.stage}>{children}</div>
    </div>
  );
}

function pressKey(press: KeyboardEvent, zoom: ZoomState): void {
  if (press.ctrlKey || press.metaKey || press.altKey) return;
  const action = actionOf(press.key, zoom);
  if (action === null) return;
  press.preventDefault();
  // The window has shortcuts of its own on some of these keys.
  press.stopPropagation();
  action();
}

function actionOf(key: string, zoom: ZoomState): (() => void) | null {
  switch (key) {
    case '+':
    case '=':
      return () => zoom.step('in');
    case '-':
    case '−':
      return () => zoom.step('out');
    case '0':
      return zoom.fit;
    case '1':
      return zoom.actualSize;
    default:
      return null;
  }
}

/** React listens to the wheel without the right to prevent the browser's own zoom. */
function useWheelZoom(box: RefObject<HTMLDivElement | null>, zoom: ZoomState | null): void {
  const step = zoom?.step;
  useEffect(() => {
    const element = box.current;
    if (element === null || step === undefined) return;
    const onWheel = (turn: WheelEvent) => {
      if (!turn.ctrlKey) return;
      turn.preventDefault();
      step(turn.deltaY < 0 ? 'in' : 'out');
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box, step]);
}
