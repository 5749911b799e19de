import type { Histogram } from '@openwop-inspector/run-log';
import { memo } from 'react';
import { placeOf, type TimeAxis } from '../model/time-axis.ts';
import styles from './Minimap.module.css';

/** Where the bars are drawn, in the strip's pixels. */
const BASE = 46;
const TALLEST = 26;
/** With failures in more buckets than this their arrows would hide the bars; the red part of each bar remains. */
const ARROWS_UP_TO = 40;
/** Folds narrower than this have no edges of their own. */
const EDGED_FROM = 8;

export interface MinimapBarsProps {
  readonly histogram: Histogram;
  readonly axis: TimeAxis;
  readonly narrows: boolean;
}

/** Bars by bucket: all events, those that match, and of those the failed ones, with an arrow above so that
 * they show without colour. */
export const MinimapBars = memo(function MinimapBars({ histogram, axis, narrows }: MinimapBarsProps) {
  let all = '';
  let matching = '';
  let failed = '';
  const fewFail = histogram.buckets.filter((bucket) => bucket.failed > 0).length <= ARROWS_UP_TO;
  for (const { fromMs, toMs, events, matching: hits, failed: failures } of histogram.buckets) {
    if (events === 0) continue;
    const left = placeOf(axis, fromMs);
    const width = Math.max(1.5, placeOf(axis, toMs) - left - 1);
    if (narrows) all += bar(left, width, events, histogram.max);
    matching += bar(left, width, hits, histogram.max);
    if (failures > 0) failed += bar(left, Math.max(width, 2), failures, histogram.max);
    if (failures > 0 && fewFail) failed += arrow(left + width / 2, events, histogram.max);
  }
  return (
    <svg className={styles.bars} width={axis.width} height={48} aria-hidden="true" focusable="false">
      {axis.pieces
        .filter((piece) => piece.idle)
        .map((piece) => (
          <g key={piece.fromMs}>
            {piece.right - piece.left < EDGED_FROM ? null : (
              <path d={`M${piece.left} 18v28M${piece.right} 18v28`} className={styles.foldEdge} />
            )}
            <path d={hatch(piece.left, piece.right)} className={styles.foldHatch} />
          </g>
        ))}
      <path d={all} className={styles.all} />
      <path d={matching} className={styles.matching} />
      <path d={failed} className={styles.failed} />
    </svg>
  );
});

/** Heights grow with the square root, so that a lone event beside a burst is still seen. */
function heightOf(events: number, max: number): number {
  return events === 0 ? 0 : Math.max(3, Math.sqrt(events / Math.max(1, max)) * TALLEST);
}

function bar(left: number, width: number, events: number, max: number): string {
  const height = heightOf(events, max);
  return height === 0 ? '' : `M${left} ${BASE}v${-height}h${width}v${height}z`;
}

/** Points down at a bar from above it. */
function arrow(middle: number, events: number, max: number): string {
  const top = BASE - heightOf(events, max) - 1;
  return `M${middle - 3.5} ${top - 6}h7l-3.5 6z`;
}

function hatch(left: number, right: number): string {
  let lines = '';
  for (let x = left + 4; x < right + 20; x += 6) {
    const from = Math.min(x, right);
    const to = Math.max(left, x - 24);
    const fromY = 20 + (x - from);
    const toY = 44 - Math.max(0, left - (x - 24));
    if (fromY < toY) lines += `M${from} ${fromY}L${to} ${toY}`;
  }
  return lines;
}
