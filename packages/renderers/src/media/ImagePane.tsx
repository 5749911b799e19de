import { formatCount } from '@openwop-inspector/base';
import { Button, ControlButton, layout, onResize, useMediaQuery } from '@openwop-inspector/ui';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ImageSize } from '../model/choose/media-type.ts';
import { ScrollGroup } from '../parts/elements.tsx';
import { useBlobUrl } from '../parts/loaded-content.ts';
import { displayText } from '../visible-text/visible-text.ts';
import { type ContentFacts, factRows, type MediaView, shortText } from './content-facts.ts';
import { isAnimated, isImageCutOff } from './image-bytes.ts';
import { CopyFactsButton, inHand, MediaFacts, SaveButton } from './MediaFacts.tsx';
import styles from './media-parts.module.css';

interface ImagePaneProps {
  readonly view: MediaView;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** As sniffed: one of the six that may be displayed in place. */
  readonly type: string;
  /** By the header, within the limits. */
  readonly size: ImageSize;
  readonly facts: ContentFacts;
}

/** From here on pixels are displayed as squares. */
const PIXELS_FROM = 3;

/** An image whose bytes are here and were found fit to be decoded. */
export function ImagePane({ view, bytes, type, size, facts }: ImagePaneProps) {
  const { alt } = view;
  const box = useRef<HTMLDivElement>(null);
  const [drawnSize, setDrawnSize] = useState<ImageSize | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [hasGrid, setGrid] = useState(true);
  const displayedSize = drawnSize ?? size;
  const zoom = useZoom(displayedSize, box);
  const motion = useMotion(bytes, type);
  const url = useBlobUrl(bytes, type);
  const onError = useCallback(() => setBroken(true), []);
  const isCutOff = useMemo(() => isImageCutOff(bytes, type), [bytes, type]);
  const rows = factRows({ ...facts, drawnSize, isCutOff });
  const label = alt === null ? 'Image without a description' : displayText(shortText(alt, 2_000));
  const style = { width: displayedSize.width * zoom.scale, height: displayedSize.height * zoom.scale };
  const className = layout('block ground', styles.image, zoom.scale >= PIXELS_FROM && layout.pixelated);

  return (
    <div className={layout('grid narrow gap8')}>
      <ImageTools zoom={zoom} hasGrid={hasGrid} onGrid={setGrid} motion={motion}>
        <CopyFactsButton rows={rows} alt={alt} />
        <SaveButton name={view.media.saveName} bytes={async () => inHand(bytes)} />
      </ImageTools>
      <ImageBox box={box} size={size} zoom={zoom} hasGrid={hasGrid && !isBroken}>
        {isBroken ? (
          <p role="alert" className={layout('words max56ch')}>
            The image could not be decoded: its header is whole, the rest is not. Its bytes can be saved.
          </p>
        ) : motion !== null && !motion.isPlaying ? (
          <StillFrame
            bytes={bytes}
            type={type}
            size={displayedSize}
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
      {motion?.isPaused ? (
        <p className={layout.aside}>
          The image moves. It rests at its first frame, since reduced motion is preferred.
        </p>
      ) : null}
      <MediaFacts rows={rows} />
    </div>
  );
}

/** The size at which an image was decoded; null for one without area. */
function naturalSize({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): ImageSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Null for an image that does not move. It plays by itself unless the system is set to less motion. */
function useMotion(bytes: Uint8Array<ArrayBuffer>, type: string) {
  const moves = useMemo(() => isAnimated(bytes, type), [bytes, type]);
  // The system is set to less motion.
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [wish, setWish] = useState<boolean | null>(null);
  if (!moves) return null;
  const isPlaying = wish ?? !isReduced;
  return { isPlaying, onPlay: setWish, isPaused: isReduced && wish === null };
}

interface StillFrameProps extends Pick<ImagePaneProps, 'bytes' | 'type' | 'size'> {
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
    <div className={layout('row wrap narrow minControl gap4x8')}>
      <fieldset className={layout('row wrap narrow minControl gap4')} aria-label="Zoom">
        <ControlButton aria-pressed={zoom.isFit} onClick={zoom.fit}>
          Fit
        </ControlButton>
        <ControlButton aria-pressed={!zoom.isFit && zoom.scale === 1} onClick={zoom.actualSize}>
          100%
        </ControlButton>
        <ControlButton aria-label="Zoom out" onClick={() => zoom.step('out')}>
          −
        </ControlButton>
        <ControlButton aria-label="Zoom in" onClick={() => zoom.step('in')}>
          +
        </ControlButton>
        <output className={layout('endText aside least5ch')} aria-label="Zoom">
          {scaleText(zoom.scale)}
        </output>
      </fieldset>
      <ControlButton
        aria-pressed={hasGrid}
        title="Shows what is transparent as a grid"
        onClick={() => onGrid(!hasGrid)}
      >
        Grid
      </ControlButton>
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

interface ImageBoxProps {
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
  const step = zoom?.step;
  // React listens to the wheel without the right to prevent the browser's own zoom.
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
  // Half a screen at most; small images need no more than their own height and some air.
  const reserved = { aspectRatio: `${size.width} / ${size.height}`, '--natural-height': `${size.height}px` };
  return (
    <ScrollGroup
      ref={box}
      className={layout('wide scrolls sunken framed roundedMore', styles.box)}
      style={reserved}
      data-grid={hasGrid}
      aria-label="Image. Arrow keys scroll, plus and minus zoom, 0 fits, 1 is full size"
      onScroll={zoom?.onScroll}
      onKeyDown={zoom === null ? undefined : (press) => pressKey(press, zoom)}
    >
      <div className={layout('centred imageStage')}>{children}</div>
    </ScrollGroup>
  );
}

function pressKey(press: KeyboardEvent, zoom: ZoomState): void {
  const action = KEYS.get(press.key);
  if (action === undefined || press.ctrlKey || press.metaKey || press.altKey) return;
  press.preventDefault();
  // The window has shortcuts of its own on some of these keys.
  press.stopPropagation();
  action(zoom);
}

const KEYS: ReadonlyMap<string, (zoom: ZoomState) => void> = new Map([
  ['+', (zoom) => zoom.step('in')],
  ['=', (zoom) => zoom.step('in')],
  ['-', (zoom) => zoom.step('out')],
  ['−', (zoom) => zoom.step('out')],
  ['0', (zoom) => zoom.fit()],
  ['1', (zoom) => zoom.actualSize()],
]);

type ZoomState = ReturnType<typeof useZoom>;

/** Padding of the box around the image, both sides together; the style sheet has the same. */
const PADDING = 16;

/** The zoom of an image in a box that scrolls. */
function useZoom(image: ImageSize, box: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const room = useBoxSize(box);
  /** CSS pixels for one pixel of the image. */
  const scale = zoom === 'fit' ? fitScale(image, room) : zoom;
  /** Call on scroll: zooming preserves the middle. */
  const onScroll = useStableMiddle(box, scale);
  const { width, height } = image;
  const step = useCallback(
    (direction: 'in' | 'out') => setZoom(nextScale(scale, direction, { width, height })),
    [scale, width, height],
  );
  const fit = useCallback(() => setZoom('fit'), []);
  const actualSize = useCallback(() => setZoom(1), []);
  return { isFit: zoom === 'fit', scale, fit, actualSize, step, onScroll };
}

function useBoxSize(box: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const width = element.offsetWidth - PADDING - 2;
      const height = element.offsetHeight - PADDING - 2;
      setRoom((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    return onResize(element, measure);
  }, [box]);
  return room;
}

/** Preserves the middle of the box when the scale changes. */
function useStableMiddle(box: RefObject<HTMLElement | null>, scale: number): () => void {
  const middle = useRef({ x: 0.5, y: 0.5 });
  const onScroll = useCallback(() => {
    const element = box.current;
    if (element === null || element.scrollWidth === 0 || element.scrollHeight === 0) return;
    middle.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    };
  }, [box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is what moved the content
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { x, y } = middle.current;
    element.scrollLeft = x * element.scrollWidth - element.clientWidth / 2;
    element.scrollTop = y * element.scrollHeight - element.clientHeight / 2;
  }, [box, scale]);
  return onScroll;
}

// Steps of the zoom of an image. A scale of 1 is one CSS pixel for one pixel of the image.

/** `fit`: as large as the box allows, see `fitScale`. */
type Zoom = 'fit' | number;

const STEPS: readonly number[] = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/** An image smaller than this is enlarged by whole steps when it is fitted, so that a single pixel can be seen. */
const SMALL_SIDE = 48;
/** Maximum side in pixels: larger layers are slow, and not needed. */
const MAX_DRAWN = 32_768;

/** The scale at which an image fits into a box; never enlarges but the very small. Boxes without area give 1. */
export function fitScale(image: ImageSize, box: ImageSize): number {
  if (box.width <= 0 || box.height <= 0) return 1;
  const fits = Math.min(box.width / image.width, box.height / image.height);
  const enlarged = Math.max(1, Math.floor(SMALL_SIDE / Math.max(image.width, image.height)));
  return Math.min(fits, enlarged);
}

/** The next step above or below a scale; the scale itself at the end. */
export function nextScale(scale: number, direction: 'in' | 'out', image: ImageSize): number {
  const most = MAX_DRAWN / Math.max(image.width, image.height);
  // A scale that was fitted lies between two steps; a hair's breadth does not count as one.
  const next =
    direction === 'in'
      ? STEPS.find((step) => step > scale * 1.001 && step <= most)
      : STEPS.findLast((step) => step < scale / 1.001);
  return next ?? scale;
}

/** `100%`, `4.7%`, `4,800%`. */
export function scaleText(scale: number): string {
  const percent = scale * 100;
  return `${formatCount(percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent))}%`;
}
