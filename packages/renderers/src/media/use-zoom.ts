import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { ImageSize } from '../model/choose/image-size.ts';
import { fitScale, nextScale, type Zoom } from './zoom.ts';

export interface ZoomState {
  readonly isFit: boolean;
  /** CSS pixels for one pixel of the image. */
  readonly scale: number;
  readonly fit: () => void;
  readonly actualSize: () => void;
  readonly step: (direction: 'in' | 'out') => void;
  /** Call on scroll: zooming preserves the middle. */
  readonly onScroll: () => void;
}

/** Padding of the box around the image, both sides together; the style sheet has the same. */
const PADDING = 16;

/** The zoom of an image in a box that scrolls. */
export function useZoom(image: ImageSize, box: RefObject<HTMLElement | null>): ZoomState {
  const [zoom, setZoom] = useState<Zoom>('fit');
  const room = useBoxSize(box);
  const scale = zoom === 'fit' ? fitScale(image, room) : zoom;
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
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
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
