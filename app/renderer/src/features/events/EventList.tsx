import { formatSinceStart } from '@openwop-inspector/base';
import { titleOf } from '@openwop-inspector/run-log';
import { classNames, layout, type VirtualRowsHandle } from '@openwop-inspector/ui';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useMemo,
} from 'react';
import markStyles from '../../shared/Parts.module.css';
import { placeOf, type TimeAxis } from '../../shared/time-axis.ts';
import { useLogText } from '../../shared/use-log-text.ts';
import type { ListColumns } from './column-actions.ts';
import styles from './EventList.module.css';
import { type EventCells, eventColumns, type RowFrame } from './event-columns.tsx';
import { GappedRows, type ListRows, type LiveRows, type RowCursor } from './GappedRows.tsx';
import {
  COLUMN_WORDS,
  fittingWidth,
  hasMoreColumns,
  isSized,
  LEAST_WIDTH,
  MOST_WIDTH,
  SIZED_COLUMNS,
  type SizedColumn,
} from './list-columns.ts';
import { beforeRow, marksOfRow, placeText, type RowMarks } from './row-notes.ts';

export interface EventListProps {
  readonly rows: ListRows;
  readonly cursor: RowCursor;
  readonly columns: ListColumns;
  readonly marks: RowMarks;
  /** The time axis of the session; null without times. */
  readonly axis: TimeAxis | null;
  readonly startMs: number | null;
  /** The selected event as recorded, in clear, while a key is pressed; it replaces its summary. */
  readonly clearText: string | null;
  /** Unfolds the pieces of a stream to rows, or folds them, by the first piece. The same function at every render. */
  readonly onFold: (head: number, isUnfolded: boolean) => void;
  readonly live: LiveRows;
  readonly listRef: Ref<VirtualRowsHandle>;
  /** Displayed instead of rows when there are none. */
  readonly empty: ReactNode;
}

/** The event list: a virtual listbox with column heads. Knows no store. */
export function EventList(props: EventListProps) {
  const { rows, columns, marks, axis, startMs, onFold } = props;
  const { rowAt, isOld } = rows;
  const { runLabels } = columns;
  const title = titleOf(useLogText().event);
  const drawn = useMemo(
    () => eventColumns(runLabels !== null, columns.displayed),
    [runLabels, columns.displayed],
  );
  const isTaintDrawn = marks.taint !== null;
  const frame = useMemo<RowFrame>(
    () => ({ columns: drawn, startMs, runLabels, isTaintDrawn, onFold }),
    [drawn, startMs, runLabels, isTaintDrawn, onFold],
  );
  const renderRow = (index: number, isBehindGap: boolean) => {
    const row = rowAt(index);
    // Until it is fetched a row has its position in the list only.
    if (row === null)
      return (
        <div className={layout('row nowrap full ident padLeft42', styles.cells)}>{placeText(index)}</div>
      );
    return (
      <EventRowView
        row={row}
        frame={frame}
        previous={rows.isWhole && index > 0 && !isBehindGap ? rowAt(index - 1) : null}
        share={shareOf(axis, row.timeMs)}
        clearText={row.ordinal === props.cursor.selected ? props.clearText : null}
        {...marksOfRow(marks, row)}
      />
    );
  };
  return (
    <div
      className={layout(
        'column fill',
        styles.list,
        isOld && layout.faded,
        runLabels !== null && styles.withRuns,
        hasMoreColumns(columns.displayed) && styles.withMore,
      )}
      style={widthsOf(columns, axis, startMs)}
      aria-busy={isOld}
    >
      <ColumnHeadings drawn={drawn} columns={columns} />
      {rows.total === 0 ? (
        props.empty
      ) : (
        <GappedRows
          label={title}
          rows={rows}
          cursor={props.cursor}
          live={props.live}
          listRef={props.listRef}
          renderRow={renderRow}
        />
      )}
    </div>
  );
}

interface ColumnHeadingsProps {
  readonly drawn: RowFrame['columns'];
  readonly columns: ListColumns;
}

/** The headings above the rows. */
function ColumnHeadings({ drawn, columns: { widths, onWidth } }: ColumnHeadingsProps) {
  const words = useLogText();
  return (
    <div className={layout('caption fixed ruled row nowrap crops ground high24', styles.heads)}>
      {drawn.map(({ name, heading }) => (
        <span key={name} className={layout('relative narrow', styles[name])}>
          <span className={layout('block ellipsis')} aria-hidden="true">
            {name === 'run' || name === 'node' ? words[name] : heading}
          </span>
          {isSized(name) ? <ColumnEdge column={name} width={widths[name] ?? null} onWidth={onWidth} /> : null}
        </span>
      ))}
    </div>
  );
}

/** Minimum number of characters of a time column, and the width of one in a row, in px: headings are smaller. */
const LEAST_TIME = 9;
const CHARACTER = 7.5;

/** Variables of the style sheet: widths of the columns that the user set, and of those that fit their content. */
function widthsOf({ widths, sequenceDigits }: ListColumns, axis: TimeAxis | null, startMs: number | null) {
  const endMs = axis?.pieces.at(-1)?.toMs;
  // Characters of the last time since the start.
  const timeLength = endMs === undefined || startMs === null ? 0 : formatSinceStart(endMs - startMs).length;
  const variables: CSSProperties & Record<string, string> = {
    '--sequence-width': `${(Math.max(4, sequenceDigits) + 1) * CHARACTER}px`,
    '--time-width': `${Math.max(LEAST_TIME, timeLength) * CHARACTER}px`,
  };
  for (const [name, px] of Object.entries(widths)) variables[`--${name}-width`] = `${px}px`;
  return variables;
}

/** Position of a time along the axis, 0 to 1. */
function shareOf(axis: TimeAxis | null, timeMs: number | null): number | null {
  return axis === null || timeMs === null || axis.width === 0 ? null : placeOf(axis, timeMs) / axis.width;
}

interface ColumnEdgeProps {
  readonly column: SizedColumn;
  /** User-set width in px; null for the default. */
  readonly width: number | null;
  /** Null restores the default width. */
  readonly onWidth: (column: SizedColumn, width: number | null) => void;
}

/** Pixels per press of an arrow. */
const STEP = 8;

/** The right edge of a heading: dragged by the pointer, moved by the arrows, reset by Home or a double click. */
function ColumnEdge({ column, width, onWidth }: ColumnEdgeProps) {
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

/**
 * One event, a cell for each column. Memoized by its row object, so that appending rows re-renders none of the visible
 * ones.
 */
const EventRowView = memo(function EventRowView(cells: EventCells) {
  const { row, previous, rule } = cells;
  const before = beforeRow(previous, row);
  return (
    <div
      className={layout(
        'row nowrap full',
        styles.cells,
        styles[row.tone],
        row.isDimmed && styles.dimmed,
        rule !== null && classNames(styles.marked, markStyles[rule.mark]),
        before !== null && styles[before.kind],
      )}
    >
      {cells.frame.columns.map(({ name, look, cell, title }) => (
        <span key={name} className={layout('narrow', look, styles[name])} title={title?.(cells)}>
          {cell(cells)}
        </span>
      ))}
    </div>
  );
});
