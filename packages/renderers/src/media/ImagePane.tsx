import { Button, classNames, layout } from '@openwop-inspector/ui';
import {
  type CSSProperties,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ImageSize } from '../model/choose/image-size.ts';
import controls from '../parts/parts.module.css';
import { displayText } from '../visible-text/visible-text.ts';
import { CopyFactsButton } from './CopyFactsButton.tsx';
import { type ContentFacts, factRows } from './content-facts.ts';
import { ImageBox } from './ImageBox.tsx';
import { isAnimated, isImageCutOff } from './image-bytes.ts';
import styles from './image-pane.module.css';
import { MediaFacts } from './MediaFacts.tsx';
import mediaPartsStyles from './media-parts.module.css';
import { shortText } from './media-text.ts';
import { SaveButton } from './SaveButton.tsx';
import { useBlobUrl } from './use-blob-url.ts';
import { useZoom, type ZoomState } from './use-zoom.ts';
import { scaleText } from './zoom.ts';

export interface ImagePaneProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As sniffed: one of the six that may be shown in place. */
  readonly type: string;
  /** By the header, within the limits. */
  readonly size: ImageSize;
  readonly alt: string | null;
  readonly facts: ContentFacts;
  readonly saveName: string;
}

/** From here on pixels are shown as squares. */
const PIXELS_FROM = 3;

/** An image whose bytes are here and were found fit to be decoded. */
export function ImagePane({ bytes, type, size, alt, facts, saveName }: ImagePaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const [drawnSize, setDrawnSize] = useState<ImageSize | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [hasGrid, setGrid] = useState(true);
  const shownSize = drawnSize ?? size;
  const zoom = useZoom(shownSize, box);
  const motion = useMotion(bytes, type);
  const url = useBlobUrl(bytes, type);
  const onError = useCallback(() => setBroken(true), []);
  const isCutOff = useMemo(() => isImageCutOff(bytes, type), [bytes, type]);
  const rows = factRows({ ...facts, drawnSize, isCutOff });
  const label = alt === null ? 'Image without a description' : displayText(shortText(alt, 2_000));
  const style = { width: shownSize.width * zoom.scale, height: shownSize.height * zoom.scale };
  const className = zoom.scale >= PIXELS_FROM ? `${styles.image} ${styles.pixels}` : styles.image;

  return (
    <div className={classNames(layout.grid, layout.narrow, layout.gap8)}>
      <ImageTools zoom={zoom} hasGrid={hasGrid} onGrid={setGrid} motion={motion}>
        <CopyFactsButton rows={rows} alt={alt} />
        <SaveButton name={saveName} bytes={async () => ({ kind: 'bytes', bytes, declaredType: null })} />
      </ImageTools>
      <ImageBox box={box} size={size} zoom={zoom} hasGrid={hasGrid && !isBroken}>
        {isBroken ? (
          <p role="alert" className={styles.words}>
            The image could not be decoded: its header is whole, the rest is not. Its bytes can be saved.
          </p>
        ) : motion !== null && !motion.isPlaying ? (
          <StillFrame
            bytes={bytes}
            type={type}
            size={shownSize}
            label={`${label}, first frame`}
            className={className}
            style={style}
            onError={onError}
          />
        ) : url === null ? null : (
          <img
            src={url}
            alt={label}
            decoding="async"
            draggable={false}
            className={className}
            style={style}
            onLoad={({ currentTarget }) => setDrawnSize(naturalSize(currentTarget))}
            onError={onError}
          />
        )}
      </ImageBox>
      {motion?.isHeld ? (
        <p className={layout.aside}>
          The image moves. It rests at its first frame, since less motion is asked for.
        </p>
      ) : null}
      <MediaFacts rows={rows} />
    </div>
  );
}

function naturalSize({ naturalWidth, naturalHeight }: HTMLImageElement): ImageSize | null {
  return naturalWidth > 0 && naturalHeight > 0 ? { width: naturalWidth, height: naturalHeight } : null;
}

/** Null for an image that does not move. It plays by itself unless the system is set to less motion. */
function useMotion(bytes: Uint8Array<ArrayBuffer>, type: string) {
  const moves = useMemo(() => isAnimated(bytes, type), [bytes, type]);
  const isReduced = useReducedMotion();
  const [wish, setWish] = useState<boolean | null>(null);
  if (!moves) return null;
  const isPlaying = wish ?? !isReduced;
  return { isPlaying, onPlay: setWish, isHeld: isReduced && wish === null };
}

const QUERY = '(prefers-reduced-motion: reduce)';

/** True while the system is set to less motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, isReduced);
}

function subscribe(onChange: () => void): () => void {
  // A document that is not shown anywhere has no media to ask.
  const media = typeof window.matchMedia === 'function' ? window.matchMedia(QUERY) : null;
  media?.addEventListener('change', onChange);
  return () => media?.removeEventListener('change', onChange);
}

function isReduced(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia(QUERY).matches;
}

interface StillFrameProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly size: ImageSize;
  readonly label: string;
  readonly className: string | undefined;
  readonly style: CSSProperties;
  readonly onError: () => void;
}

/** The first frame of an animation, at rest. */
function StillFrame({ bytes, type, size, label, className, style, onError }: StillFrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    createImageBitmap(new Blob([bytes], { type })).then(
      (frame) => {
        if (isWanted) canvas.current?.getContext('2d')?.drawImage(frame, 0, 0);
        frame.close();
      },
      () => {
        if (isWanted) onError();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [bytes, type, onError]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={size.width}
      height={size.height}
      className={className}
      style={style}
    />
  );
}

interface ImageToolsProps {
  readonly zoom: ZoomState;
  readonly hasGrid: boolean;
  readonly onGrid: (on: boolean) => void;
  /** Null for an image that does not move. */
  readonly motion: { readonly isPlaying: boolean; readonly onPlay: (on: boolean) => void } | null;
  /** At the end of the row. */
  readonly children: ReactNode;
}

/** Buttons over an image. */
function ImageTools({ zoom, hasGrid, onGrid, motion, children }: ImageToolsProps) {
  return (
    <div className={mediaPartsStyles.tools}>
      <fieldset className={mediaPartsStyles.group} aria-label="Zoom">
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
        <output className={mediaPartsStyles.scale} aria-label="Zoom">
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
