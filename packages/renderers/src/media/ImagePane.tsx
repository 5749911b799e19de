import { classNames, layout } from '@openwop-inspector/ui';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ImageSize } from '../model/choose/image-size.ts';
import { shownText } from '../visible-text/visible-text.ts';
import { CopyFactsButton } from './CopyFactsButton.tsx';
import { type ContentFacts, factRows } from './content-facts.ts';
import { ImageBox } from './ImageBox.tsx';
import { ImageTools } from './ImageTools.tsx';
import { isAnimated, isImageCutOff } from './image-bytes.ts';
import styles from './image-pane.module.css';
import { MediaFacts } from './MediaFacts.tsx';
import { shortText } from './media-words.ts';
import { SaveButton } from './SaveButton.tsx';
import { StillFrame } from './StillFrame.tsx';
import { useBlobUrl } from './use-blob-url.ts';
import { useZoom } from './use-zoom.ts';

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
  const label = alt === null ? 'Image without a description' : shownText(shortText(alt, 2_000));
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

/** Null for an image that does not move. It plays by itself unless the person asks the system for less motion. */
function useMotion(bytes: Uint8Array<ArrayBuffer>, type: string) {
  const moves = useMemo(() => isAnimated(bytes, type), [bytes, type]);
  const isReduced = useReducedMotion();
  const [wish, setWish] = useState<boolean | null>(null);
  if (!moves) return null;
  const isPlaying = wish ?? !isReduced;
  return { isPlaying, onPlay: setWish, isHeld: isReduced && wish === null };
}

const QUERY = '(prefers-reduced-motion: reduce)';

/** True while the person asks the system for less motion. */
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
