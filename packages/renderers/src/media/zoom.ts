/** Steps of the zoom of an image. A scale of 1 is one CSS pixel for one pixel of the image. */
import { formatCount } from '@openwop-inspector/base';

/** `fit`: as large as the box allows, see `fitScale`. */
export type Zoom = 'fit' | number;

const STEPS: readonly number[] = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/** An image smaller than this is enlarged by whole steps when it is fitted, so that a single pixel can be seen. */
const SMALL_SIDE = 48;
/** Maximum side in pixels: larger layers are slow, and not needed. */
const MAX_DRAWN = 32_768;

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The scale at which an image fits into a box; never enlarges but the very small. Boxes without area give 1. */
export function fitScale(image: Box, box: Box): number {
  if (box.width <= 0 || box.height <= 0) return 1;
  const fits = Math.min(box.width / image.width, box.height / image.height);
  const enlarged = Math.max(1, Math.floor(SMALL_SIDE / Math.max(image.width, image.height)));
  return Math.min(fits, enlarged);
}

/** The next step above or below a scale; the scale itself at the end. */
export function nextScale(scale: number, direction: 'in' | 'out', image: Box): number {
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
