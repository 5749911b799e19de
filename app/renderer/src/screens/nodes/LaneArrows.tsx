import { classNames, layout, type OverlayView } from '@openwop-inspector/ui';
import { useEffect, useId, useRef } from 'react';
import { type LabelWish, placedLabels } from '../../model/arrow-labels.ts';
import {
  type ArrowEnd,
  arrowPath,
  type CausalArrow,
  type CausalArrows,
  INSIDE_DROP,
} from '../../model/causal-arrows.ts';
import styles from './Lanes.module.css';

/** Maximum number of labelled edges; the right pane has the labels of all. */
const MAX_WORDS = 4;

export interface LaneArrowsProps {
  readonly arrows: CausalArrows;
  readonly view: OverlayView;
  /** Width of the tracks, px. */
  readonly width: number;
  /** Called with the width of the tracks whenever it changes. */
  readonly onWidth: (width: number) => void;
}

/** The selection's causal path over the lanes: accent to its causes, grey to its effects, double after an envelope. */
export function LaneArrows({ arrows, view, width, onWidth }: LaneArrowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const head = useId();
  useEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => onWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [onWidth]);
  const y = (end: ArrowEnd) => end.row * view.rowHeight + view.rowHeight / 2 - view.top;
  const inSight = arrows.arrows.filter(({ from, to }) => {
    return Math.max(y(from), y(to)) > -40 && Math.min(y(from), y(to)) < view.height + 40;
  });
  const labels = placedLabels(wishes(arrows, inSight, y), width);
  const ends = new Map(inSight.flatMap(({ from, to }) => [from, to]).map((end) => [end.ordinal, end]));
  return (
    <div ref={box} className={styles.arrows} aria-hidden="true">
      <svg width={width} height={view.height} className={styles.arrowLines} aria-hidden="true">
        <defs>
          {(['cause', 'effect'] as const).map((side) => (
            <marker
              key={side}
              id={`${head}${side}`}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 0l8 4-8 4z" className={styles[`${side}Head`]} />
            </marker>
          ))}
        </defs>
        {arrows.selected !== null && (
          <path d={`M${arrows.selected.x} 0V${view.height}`} className={styles.selectedTime} />
        )}
        {inSight.map((arrow) => (
          <Arrow
            key={`${arrow.from.ordinal} ${arrow.to.ordinal}`}
            arrow={arrow}
            y={y}
            head={`${head}${arrow.side}`}
          />
        ))}
        {[...ends.values()].map((end) => (
          <circle
            key={end.ordinal}
            cx={end.x}
            cy={y(end)}
            r="3.6"
            className={classNames(styles.end, isStrong(arrows, end) && styles.strongEnd)}
          />
        ))}
      </svg>
      {labels.map((label) => (
        <span
          key={`${label.left} ${label.top}`}
          className={layout('clip', styles.pill, label.text.startsWith('effect') && styles.effectPill)}
          style={{ left: `${label.left}px`, top: `${label.top}px`, width: `${label.width}px` }}
        >
          {label.text}
        </span>
      ))}
    </div>
  );
}

interface ArrowProps {
  readonly arrow: CausalArrow;
  readonly y: (end: ArrowEnd) => number;
  readonly head: string;
}

function Arrow({ arrow: { from, to, side, form }, y, head }: ArrowProps) {
  const d = arrowPath(from.x, y(from), to.x, y(to), side === 'cause');
  const marker = form === 'dotted' ? {} : { markerEnd: `url(#${head})` };
  return (
    <>
      <path d={d} className={classNames(styles.arrow, styles[side], styles[form])} {...marker} />
      {form === 'double' && <path d={d} className={styles.between} />}
    </>
  );
}

function isStrong({ root, selected }: CausalArrows, end: ArrowEnd): boolean {
  return end.ordinal === selected?.ordinal || end.ordinal === root?.ordinal;
}

/** The start of the chain first, then edges from the event outwards. An edge inside one bar needs no label. */
function wishes(
  { root }: CausalArrows,
  inSight: readonly CausalArrow[],
  y: (end: ArrowEnd) => number,
): readonly LabelWish[] {
  const edges = inSight
    .filter(({ from, to }) => from.row !== to.row || Math.abs(from.x - to.x) > 100)
    .slice(0, MAX_WORDS)
    .map(({ from, to, words, side }): LabelWish => {
      const prefers = side === 'effect' ? 'left' : 'right';
      const middle = (from.x + to.x) / 2;
      if (from.row === to.row) return { text: words, x: middle, y: y(from) + INSIDE_DROP, prefers };
      const bulges = side === 'cause' && Math.abs(to.x - from.x) < 24;
      const x = bulges ? Math.max(from.x, to.x) + 26 : middle;
      return { text: words, x, y: (y(from) + y(to)) / 2, prefers };
    });
  return root === null ? edges : [{ text: root.words, x: root.x, y: y(root), prefers: 'left' }, ...edges];
}
