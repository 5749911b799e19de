import { layout } from '@openwop-inspector/ui';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useLogText } from '../../shared/use-log-text.ts';
import styles from './EventList.module.css';
import {
  COLUMN_WORDS,
  fittingWidth,
  LEAST_WIDTH,
  MOST_WIDTH,
  SIZED_COLUMNS,
  type SizedColumn,
} from './list-columns.ts';

export interface ColumnEdgeProps {
  readonly column: SizedColumn;
  /** User-set width in px; null for the default. */
  readonly width: number | null;
  /** Null restores the default width. */
  readonly onWidth: (column: SizedColumn, width: number | null) => void;
}

/** Pixels per press of an arrow. */
const STEP = 8;

/** The right edge of a heading: dragged by the pointer, moved by the arrows, reset by Home or a double click. */
export function ColumnEdge({ column, width, onWidth }: ColumnEdgeProps) {
  const now = width ?? SIZED_COLUMNS[column];
  const words = { ...COLUMN_WORDS, ...useLogText() };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number | null>> = {
      ArrowLeft: fittingWidth(now - STEP),
      ArrowRight: fittingWidth(now + STEP),
      Home: null,
    };
    if (!Object.hasOwn(steps, event.key)) return;
    onWidth(column, steps[event.key] ?? null);
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (press: PointerEvent<HTMLHRElement>) => {
    const heading = press.currentTarget.parentElement;
    const list = heading?.parentElement?.parentElement;
    if (press.button !== 0 || heading === null || list == null) return;
    press.preventDefault();
    const [startX, startWidth] = [press.clientX, heading.getBoundingClientRect().width];
    const target = press.currentTarget;
    target.setPointerCapture(press.pointerId);
    let drawn = startWidth;
    // Only the variable changes while dragging; the width is saved once, at the end.
    const move = ({ clientX }: globalThis.PointerEvent) => {
      drawn = fittingWidth(startWidth + clientX - startX);
      list.style.setProperty(`--${column}-width`, `${drawn}px`);
    };
    const end = () => {
      target.removeEventListener('pointermove', move);
      if (drawn !== startWidth) onWidth(column, drawn);
    };
    target.addEventListener('pointermove', move);
    target.addEventListener('lostpointercapture', end, { once: true });
  };
  return (
    <hr
      className={layout('absolute above noOutline', styles.edge)}
      aria-label={`Width of the column ${words[column]}`}
      aria-orientation="vertical"
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={MOST_WIDTH}
      aria-valuenow={now}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDoubleClick={() => onWidth(column, null)}
    />
  );
}
