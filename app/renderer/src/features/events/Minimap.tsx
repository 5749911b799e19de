import { countOf, formatClock, formatDuration, formatSinceStart } from '@openwop-inspector/base';
import { type Histogram, titleOf } from '@openwop-inspector/run-log';
import { layout, onResize } from '@openwop-inspector/ui';
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { FOLD_IDLE_MS, useEventRow, useJob } from '../../shared/job-query.ts';
import { layOutAxis, placeOf, type TimeAxis, timeAt } from '../../shared/time-axis.ts';
import { useLogText } from '../../shared/use-log-text.ts';
import type { TimeBrush } from '../../shared/view-link.ts';
import type { FilterSelection } from '../filter/filter-selection.ts';
import { changeView, useChoices } from '../sessions/view-store.ts';
import styles from './Minimap.module.css';

/** Buckets of the minimap; about one to four pixels. */
export const MINIMAP_BUCKETS = 240;

/** Event counts along the time axis; of a selection that is searched for, when it is found. */
export function useHistogram(sessionId: string, { filterId, search }: FilterSelection) {
  const { foldIdle } = useChoices(sessionId, 'foldIdle');
  const axis = { buckets: MINIMAP_BUCKETS, foldIdleMs: foldIdle ? FOLD_IDLE_MS : null };
  const enabled = filterId !== null && search === null;
  return useJob('histogram', { sessionId, filterId: filterId ?? 0, ...axis }, { enabled });
}

interface MinimapBarProps {
  readonly sessionId: string;
  readonly selection: FilterSelection;
}

/** Container of the minimap; absent when the log has no times. */
export const MinimapBar = memo(function MinimapBar({ sessionId, selection }: MinimapBarProps) {
  const { brush, selected } = useChoices(sessionId, 'brush', 'selected');
  const row = useEventRow(sessionId, selected);
  const { data } = useHistogram(sessionId, selection);
  // Keeps the minimap's place until its bars are known.
  if (data === undefined) return <div className={layout('fixed ruled chrome high48')} />;
  if (data.segments.length === 0) return null;
  return (
    <Minimap
      histogram={data}
      brush={brush}
      onBrush={(next) => changeView(sessionId, { brush: next })}
      selectedMs={row?.timeMs ?? null}
      narrows={selection.narrows}
    />
  );
});

/** Position of the bars, in the strip's pixels. */
const BASE = 46;

const TALLEST = 26;

/** With failures in more buckets than this their arrows would hide the bars; the red part of each bar remains. */
const ARROWS_UP_TO = 40;

/** Folds narrower than this have no edges of their own. */
const EDGED_FROM = 8;

/** Line of a fold. */
const FOLD = { stroke: 'var(--line-control)' };

/** Bars by bucket: all events, those that match, and of those the failed ones, with an arrow above so that
 * they show without colour. */
const MinimapBars = memo(function MinimapBars({ histogram, axis, narrows }: MinimapBarsProps) {
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
    <svg
      className={layout('absolute covers block')}
      width={axis.width}
      height={48}
      aria-hidden="true"
      focusable="false"
    >
      {axis.pieces
        .filter((piece) => piece.idle)
        .map((piece) => (
          <g key={piece.fromMs}>
            {piece.right - piece.left < EDGED_FROM ? null : (
              <path d={`M${piece.left} 18v28M${piece.right} 18v28`} {...FOLD} strokeDasharray="2 2" />
            )}
            <path d={hatch(piece.left, piece.right)} {...FOLD} opacity="0.6" fill="none" />
          </g>
        ))}
      <path d={all} fill="var(--line-strong)" />
      <path d={matching} className={styles.matching} />
      <path d={failed} className={styles.failed} />
    </svg>
  );
});

interface MinimapProps {
  readonly histogram: Histogram;
  readonly brush: TimeBrush | null;
  readonly onBrush: (brush: TimeBrush | null) => void;
  /** Time of the selected event, epoch ms. */
  readonly selectedMs: number | null;
  /** True while a filter narrows, so that matching events are highlighted. */
  readonly narrows: boolean;
}

/** Events over the folded time axis, with a brush that narrows the list to a stretch of time. */
function Minimap({ histogram, brush, onBrush, selectedMs, narrows }: MinimapProps) {
  const { event } = useLogText();
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
      className={layout('fixed high48 ruled chrome crops pad0x8')}
      aria-label={`${titleOf(event)} over time`}
      data-region="minimap"
    >
      <div ref={strip} className={layout('relative high48 unselectable brushable')} {...handlers}>
        <MinimapBars histogram={histogram} axis={axis} narrows={narrows} />
        <MinimapLabels axis={axis} durationMs={endMs - startMs} />
        {selectedMs === null ? null : (
          <i className={styles.selected} style={{ left: placeOf(axis, selectedMs) }} />
        )}
        <div
          className={layout('absolute topToBottom passive', styles.brush)}
          data-brushed={draft !== null || brushed !== null}
          style={{ left: span.from, width: span.to - span.from }}
        />
        {(['from', 'to'] as const).map((end) => (
          <BrushHandle key={end} end={end} span={span} axis={axis} startMs={startMs} onMove={commit} />
        ))}
      </div>
      <p className="visually-hidden">
        {countOf(total, event)} in {formatDuration(endMs - startMs)}
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
  readonly axis: TimeAxis;
  readonly startMs: number;
  readonly onMove: (span: BrushSpan | null) => void;
}

/** One end of the brush: a slider for the keyboard. */
function BrushHandle({ end, span, axis, startMs, onMove }: BrushHandleProps) {
  const { width } = axis;
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
      className={layout('absolute noOutline focusRing', styles.handle)}
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

/** Labels of the strip: its start, the folds with space for one, and its end. */
function MinimapLabels({ axis, durationMs }: { readonly axis: TimeAxis; readonly durationMs: number }) {
  return (
    <div className={layout('aside absolute passive covers', styles.labels)} aria-hidden="true">
      <span style={{ left: 8 }}>0:00</span>
      {axis.pieces
        .filter((piece) => hasLabel(piece, axis.width))
        .map((piece) => (
          <span key={piece.fromMs} className={styles.middle} style={{ left: (piece.left + piece.right) / 2 }}>
            {formatClock(piece.toMs - piece.fromMs)} folded
          </span>
        ))}
      <span style={{ right: 8 }}>{formatDuration(durationMs)}</span>
    </div>
  );
}

/** True for a fold with space for its label, and apart from the labels at the two ends. */
function hasLabel({ idle, left, right }: TimeAxis['pieces'][number], width: number): boolean {
  const middle = (left + right) / 2;
  return idle && right - left >= 60 && middle >= 80 && middle <= width - 90;
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
  useLayoutEffect(
    () => onResize(element.current, ({ clientWidth }) => setWidth((before) => clientWidth || before)),
    [element],
  );
  return width;
}

type MinimapBarsProps = Pick<MinimapProps, 'histogram' | 'narrows'> & { readonly axis: TimeAxis };

/** Heights grow with the square root, so that a lone event next to a burst is still visible. */
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

/** A brushed range; `from` is never right of `to`. */
interface BrushSpan {
  readonly from: number;
  readonly to: number;
}

export type BrushGrip = 'from' | 'to' | 'whole' | 'new';

/** Maximum distance from a handle at which a press grabs it. */
const GRIP = 6;
/** A press that moved less than this is a click. */
const CLICK_SLACK = 3;

/** The grip of a press at a position; without a brush it starts a new one. */
export function gripAt(span: BrushSpan | null, place: number): BrushGrip {
  if (span === null) return 'new';
  const toFrom = Math.abs(place - span.from);
  const toTo = Math.abs(place - span.to);
  if (Math.min(toFrom, toTo) <= GRIP) return toFrom < toTo ? 'from' : 'to';
  return place > span.from && place < span.to ? 'whole' : 'new';
}

/** The brush after the grip was dragged from `start` to `place` on a strip `width` wide. */
export function draggedSpan(
  before: BrushSpan | null,
  grip: BrushGrip,
  start: number,
  place: number,
  width: number,
): BrushSpan {
  const clamp = (x: number) => Math.min(width, Math.max(0, x));
  if (grip === 'new' || before === null) return ordered(clamp(start), clamp(place));
  if (grip === 'from') return ordered(clamp(place), before.to);
  if (grip === 'to') return ordered(before.from, clamp(place));
  const length = before.to - before.from;
  const from = Math.min(width - length, Math.max(0, before.from + place - start));
  return { from, to: from + length };
}

const ordered = (a: number, b: number): BrushSpan => ({ from: Math.min(a, b), to: Math.max(a, b) });

/** New position of an end after a key, or null when the key does not move it. Shift makes steps ten times as long. */
export function placeAfterKey(key: string, isLong: boolean, place: number, width: number): number | null {
  const step = Math.max(1, width / 100) * (isLong ? 10 : 1);
  const [before, after] = [Math.max(0, place - step), Math.min(width, place + step)];
  const places = {
    ArrowLeft: before,
    ArrowDown: before,
    ArrowRight: after,
    ArrowUp: after,
    Home: 0,
    End: width,
  };
  return new Map(Object.entries(places)).get(key) ?? null;
}
