import { countOf, formatClock, formatDuration, formatSinceStart } from '@openwop-inspector/base';
import type { Histogram } from '@openwop-inspector/run-log';
import { classNames, layout } from '@openwop-inspector/ui';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type BrushGrip,
  type BrushSpan,
  CLICK_SLACK,
  draggedSpan,
  gripAt,
  placeAfterKey,
} from '../model/brush-drag.ts';
import { layOutAxis, placeOf, type TimeAxis, timeAt } from '../model/time-axis.ts';
import type { TimeBrush } from '../state/view-store.ts';
import styles from './Minimap.module.css';
import { MinimapBars } from './MinimapBars.tsx';

export interface MinimapProps {
  readonly histogram: Histogram;
  readonly brush: TimeBrush | null;
  readonly onBrush: (brush: TimeBrush | null) => void;
  /** Time of the selected event, epoch ms. */
  readonly selectedMs: number | null;
  /** True while a filter narrows, so that matching events stand out. */
  readonly narrows: boolean;
}

/** Events over the folded time axis, with a brush that narrows the list to a stretch of time. */
export function Minimap({ histogram, brush, onBrush, selectedMs, narrows }: MinimapProps) {
  const strip = useRef<HTMLDivElement>(null);
  const width = useWidth(strip);
  const axis = useMemo(() => layOutAxis(histogram.segments, width), [histogram.segments, width]);
  const startMs = histogram.segments[0]?.fromMs ?? 0;
  const endMs = histogram.segments.at(-1)?.toMs ?? 0;
  const brushed = useMemo<BrushSpan | null>(
    () => (brush === null ? null : { from: placeOf(axis, brush.fromMs), to: placeOf(axis, brush.toMs) }),
    [axis, brush],
  );
  const commit = (span: BrushSpan | null) => {
    const isAll = span === null || (span.from <= 0 && span.to >= width);
    onBrush(
      isAll ? null : { fromMs: Math.floor(timeAt(axis, span.from)), toMs: Math.ceil(timeAt(axis, span.to)) },
    );
  };
  const { draft, handlers } = useBrushDrag(strip, brushed, width, commit);
  const span = draft ?? brushed ?? { from: 0, to: width };
  const total = histogram.buckets.reduce((sum, bucket) => sum + bucket.events, 0);
  return (
    <section
      className={classNames(layout.fixed, layout.ruled, layout.chrome, styles.minimap)}
      aria-label="Events over time"
      data-region="minimap"
    >
      <div ref={strip} className={styles.strip} {...handlers}>
        <MinimapBars histogram={histogram} axis={axis} narrows={narrows} />
        <MinimapLabels axis={axis} startMs={startMs} endMs={endMs} />
        {selectedMs === null ? null : (
          <i className={styles.selected} style={{ left: placeOf(axis, selectedMs) }} />
        )}
        <div
          className={styles.brush}
          data-brushed={draft !== null || brushed !== null}
          style={{ left: span.from, width: span.to - span.from }}
        />
        {(['from', 'to'] as const).map((end) => (
          <BrushHandle
            key={end}
            end={end}
            span={span}
            width={width}
            axis={axis}
            startMs={startMs}
            onMove={commit}
          />
        ))}
      </div>
      <p className="visually-hidden">
        {countOf(total, 'event')} in {formatDuration(endMs - startMs)}
        {brush === null
          ? ''
          : `, narrowed to ${formatSinceStart(brush.fromMs - startMs)} to ${formatSinceStart(brush.toMs - startMs)}`}
      </p>
    </section>
  );
}

interface BrushHandleProps {
  readonly end: 'from' | 'to';
  readonly span: BrushSpan;
  readonly width: number;
  readonly axis: TimeAxis;
  readonly startMs: number;
  readonly onMove: (span: BrushSpan | null) => void;
}

/** One end of the brush: a slider for the keyboard. */
function BrushHandle({ end, span, width, axis, startMs, onMove }: BrushHandleProps) {
  const sinceMs = (place: number) => Math.round(timeAt(axis, place) - startMs);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onMove(null);
    const place = placeAfterKey(event.key, event.shiftKey, span[end], width);
    if (place === null) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(draggedSpan(span, end, span[end], place, width));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.handle}
      style={{ left: span[end] }}
      aria-label={end === 'from' ? 'Start of the time range' : 'End of the time range'}
      aria-valuemin={0}
      aria-valuemax={sinceMs(width)}
      aria-valuenow={sinceMs(span[end])}
      aria-valuetext={formatSinceStart(sinceMs(span[end]))}
      onKeyDown={onKeyDown}
    />
  );
}

interface MinimapLabelsProps {
  readonly axis: TimeAxis;
  readonly startMs: number;
  readonly endMs: number;
}

function MinimapLabels({ axis, startMs, endMs }: MinimapLabelsProps) {
  // Those with room for their words, and apart from the words at the two ends.
  const folds = axis.pieces.filter(({ idle, left, right }) => {
    const middle = (left + right) / 2;
    return idle && right - left >= 60 && middle >= 80 && middle <= axis.width - 90;
  });
  return (
    <div className={classNames(layout.aside, styles.labels)} aria-hidden="true">
      <span style={{ left: 8 }}>0:00</span>
      {folds.map((piece) => (
        <span key={piece.fromMs} className={styles.middle} style={{ left: (piece.left + piece.right) / 2 }}>
          {formatClock(piece.toMs - piece.fromMs)} folded
        </span>
      ))}
      <span style={{ right: 8 }}>{formatClock(endMs - startMs, endMs - startMs < 10_000 ? 1 : 0)}</span>
    </div>
  );
}

/** Follows the pointer over the strip; a click without a drag lifts the brush. */
function useBrushDrag(
  strip: RefObject<HTMLDivElement | null>,
  brushed: BrushSpan | null,
  width: number,
  commit: (span: BrushSpan | null) => void,
) {
  const [draft, setDraft] = useState<BrushSpan | null>(null);
  const drag = useRef<{ grip: BrushGrip; start: number } | null>(null);
  const placeIn = (event: PointerEvent) => event.clientX - (strip.current?.getBoundingClientRect().left ?? 0);
  const spanOf = (event: PointerEvent) =>
    drag.current === null
      ? null
      : draggedSpan(brushed, drag.current.grip, drag.current.start, placeIn(event), width);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const start = placeIn(event);
      drag.current = { grip: gripAt(brushed, start), start };
      strip.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag.current !== null) setDraft(spanOf(event));
    },
    onPointerUp: (event: PointerEvent) => {
      const taken = drag.current;
      const span = spanOf(event);
      drag.current = null;
      setDraft(null);
      if (taken === null) return;
      const isClick = Math.abs(placeIn(event) - taken.start) < CLICK_SLACK;
      if (!isClick) commit(span);
      else if (taken.grip === 'new') commit(null);
    },
    onPointerCancel: () => {
      drag.current = null;
      setDraft(null);
    },
    onDoubleClick: () => commit(null),
  };
  return { draft, handlers };
}

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (measured.clientWidth > 0) setWidth(measured.clientWidth);
    });
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
