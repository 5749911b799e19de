import { countOf, formatSinceStart } from '@openwop-inspector/base';
import { type EventRow, type SequenceGap, titleOf } from '@openwop-inspector/run-log';
import {
  classNames,
  layout,
  type MenuPlace,
  type RowAttributes,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { drawnAt, rowDrawn } from '../../shared/grouped-rows.ts';
import markStyles from '../../shared/Parts.module.css';
import { placeOf, type TimeAxis } from '../../shared/time-axis.ts';
import { useLogText } from '../../shared/use-log-text.ts';
import type { TaintMark } from '../causes/taint-drawn.ts';
import type { ColourRule } from '../filter/filter-file.ts';
import { rangeText } from '../live/ledger-pieces.ts';
import { markOf, type NoteIndex } from '../notes/notes.ts';
import { ColumnEdge, type ColumnEdgeProps } from './ColumnEdge.tsx';
import styles from './EventList.module.css';
import { type EventCells, eventColumns, type PathMark } from './event-columns.tsx';
import { type ColumnWidths, hasMoreColumns, isSized } from './list-columns.ts';
import { beforeRow, placeText } from './row-notes.ts';

const deliveredText = ({ first, last }: SequenceGap): string =>
  `${countOf(last - first + 1, 'event was', 'events were')} not delivered`;

export interface EventListProps {
  readonly total: number;
  readonly rowAt: (index: number) => EventRow | null;
  readonly onRange: (start: number, end: number) => void;
  /** Position of the selected event in the list, or of the nearest one before it. */
  readonly activeIndex: number | null;
  readonly selected: number | null;
  readonly onMove: (index: number) => void;
  readonly onOpen: () => void;
  /** Opens the menu of an event, at a position of the window. */
  readonly onMenu?: (row: EventRow, at: MenuPlace) => void;
  /** Unfolds the pieces of a stream to rows, or folds them, by the first piece. */
  readonly onFold: (head: number, isUnfolded: boolean) => void;
  /** The time axis of the session; null without times. */
  readonly axis: TimeAxis | null;
  readonly startMs: number | null;
  readonly pathMarks: ReadonlyMap<number, PathMark>;
  /** Marks of the path of untrusted content, by ordinal, while it is rendered. */
  readonly taintMarks?: ReadonlyMap<number, TaintMark>;
  /** The notes of the log. */
  readonly notes?: NoteIndex;
  /** Colouring rules, indexed by their numbers in rows. */
  readonly rules?: readonly ColourRule[];
  /** Ordinals of failures that ended a run. */
  readonly endings: ReadonlySet<number>;
  /** Names of the visible columns among those the user can choose. */
  readonly columns: ReadonlySet<string>;
  /** User-set widths of columns, and their setter. */
  readonly widths?: ColumnWidths;
  readonly onWidth?: ColumnEdgeProps['onWidth'];
  /** False while a filter hides rows, so that hidden rows are not called missing. */
  readonly isWhole: boolean;
  /** True while these are the rows of the previous query, and new ones are pending. */
  readonly isOld?: boolean;
  /** Short label of each run; null when there is only one. */
  readonly runLabels: ReadonlyMap<string, string> | null;
  /** Digits of the greatest sequence, for the width of its column. */
  readonly sequenceDigits: number;
  /** Gaps of a live session, in order; each has a row of its own. Otherwise a gap is named on the row after it. */
  readonly gaps?: readonly SequenceGap[];
  /** Enter or a click on a gap's row; absent where nothing can be fetched. */
  readonly onFetchGap?: (() => void) | undefined;
  /** Ordinals of events with an open interrupt. */
  readonly openAt?: readonly number[];
  /** True keeps the newest rows visible. */
  readonly follows?: boolean;
  readonly onLeaveEnd?: () => void;
  /** Counts rows of events only, as everything here does. */
  readonly listRef: Ref<VirtualRowsHandle>;
  /** The selected event as recorded, in clear, while a key is pressed; it replaces its summary. */
  readonly clearText?: string | null;
  /** Displayed instead of rows when there are none. */
  readonly empty: ReactNode;
}

const NO_WIDTHS: ColumnWidths = {};
const NO_GAPS: readonly SequenceGap[] = [];

/** The event list: a virtual listbox with column heads. Knows no store. */
export function EventList(props: EventListProps) {
  const title = titleOf(useLogText().event);
  const { rowAt, startMs, endings, isWhole, gaps = NO_GAPS } = props;
  const rows = useRef<VirtualRowsHandle>(null);
  useEventRowsHandle(props.listRef, rows, gaps);
  useStillBehindGaps(rows, gaps, props.follows ?? false);
  const drawnActive = props.activeIndex === null ? null : drawnAt(gaps, props.activeIndex);
  const cursor = useGapCursor(gaps, drawnActive, props);
  const { onRange } = props;
  const onDrawn = useCallback(
    (start: number, end: number) => onRange(eventAt(gaps, start), eventAt(gaps, end - 1) + 1),
    [onRange, gaps],
  );
  const renderRow = (place: number) => {
    const drawn = rowDrawn(gaps, place);
    if (drawn.kind === 'gap') return <GapRow gap={drawn.gap} onFetch={props.onFetchGap} />;
    const { index } = drawn;
    const row = rowAt(index);
    if (row === null) return <UnfetchedRow index={index} />;
    const isBehindGap = place > 0 && rowDrawn(gaps, place - 1).kind === 'gap';
    return (
      <EventRowView
        row={row}
        onFold={props.onFold}
        columns={props.columns}
        previous={isWhole && index > 0 && !isBehindGap ? rowAt(index - 1) : null}
        startMs={startMs}
        share={shareOf(props.axis, row.timeMs)}
        pathMark={props.pathMarks.get(row.ordinal) ?? null}
        taint={props.taintMarks?.get(row.ordinal) ?? null}
        isTaintDrawn={props.taintMarks !== undefined}
        note={
          props.notes === undefined ? null : markOf([...props.notes.of(row), ...props.notes.foldedIn(row)])
        }
        mark={row.colour === undefined ? null : (props.rules?.[row.colour] ?? null)}
        endedRun={endings.has(row.ordinal)}
        isOpen={props.openAt?.includes(row.ordinal) ?? false}
        runLabel={props.runLabels === null ? null : (props.runLabels.get(row.runId) ?? row.runId)}
        clearText={row.ordinal === props.selected ? (props.clearText ?? null) : null}
      />
    );
  };
  const isSelected = (place: number): boolean => {
    const drawn = rowDrawn(gaps, place);
    return (
      drawn.kind === 'event' && props.selected !== null && rowAt(drawn.index)?.ordinal === props.selected
    );
  };
  const width: CSSProperties & Record<string, string> = {
    '--sequence-width': `${(Math.max(4, props.sequenceDigits) + 1) * CHARACTER}px`,
    ...Object.fromEntries(
      Object.entries(props.widths ?? NO_WIDTHS).map(([name, px]) => [`--${name}-width`, `${px}px`]),
    ),
    '--time-width': `${Math.max(LEAST_TIME, longestTime(props.axis, props.startMs)) * CHARACTER}px`,
  };
  return (
    <div
      className={layout(
        'column fill',
        styles.list,
        props.isOld && styles.old,
        props.runLabels !== null && styles.withRuns,
        hasMoreColumns(props.columns) && styles.withMore,
      )}
      style={width}
      aria-busy={props.isOld ?? false}
    >
      <ColumnHeadings
        showsRun={props.runLabels !== null}
        columns={props.columns}
        widths={props.widths ?? NO_WIDTHS}
        onWidth={props.onWidth}
      />
      {props.total === 0 ? (
        props.empty
      ) : (
        <VirtualRows
          ref={rows}
          label={title}
          className={layout.fill}
          count={props.total + gaps.length}
          activeIndex={cursor.active}
          isSelected={isSelected}
          renderRow={renderRow}
          onMove={cursor.onMove}
          onOpen={cursor.onOpen}
          onMenu={(place, at) => {
            const drawn = rowDrawn(gaps, place);
            const row = drawn.kind === 'event' ? rowAt(drawn.index) : null;
            if (row !== null) props.onMenu?.(row, at);
          }}
          onRange={onDrawn}
          rowAttributes={(place) => gapAttributes(gaps, place)}
          keepsEnd={props.follows ?? false}
          onLeaveEnd={props.onLeaveEnd}
        />
      )}
    </div>
  );
}

/** Minimum number of characters of a time column, and the width of one in a row, in px: headings are smaller. */
const LEAST_TIME = 9;
const CHARACTER = 7.5;

/** Characters of the last time since the start. */
function longestTime(axis: TimeAxis | null, startMs: number | null): number {
  const endMs = axis?.pieces.at(-1)?.toMs;
  return endMs === undefined || startMs === null ? 0 : formatSinceStart(endMs - startMs).length;
}

/** Position of a time along the axis, 0 to 1. */
function shareOf(axis: TimeAxis | null, timeMs: number | null): number | null {
  return axis === null || timeMs === null || axis.width === 0 ? null : placeOf(axis, timeMs) / axis.width;
}

const NO_ATTRIBUTES: RowAttributes = {};

function gapAttributes(gaps: readonly SequenceGap[], place: number): RowAttributes {
  if (gaps.length === 0) return NO_ATTRIBUTES;
  const drawn = rowDrawn(gaps, place);
  return drawn.kind === 'gap' ? { name: gapName(drawn.gap) } : NO_ATTRIBUTES;
}

/** The event rendered at a position, or the one after the gap that is rendered there. */
function eventAt(gaps: readonly SequenceGap[], place: number): number {
  const drawn = rowDrawn(gaps, Math.max(0, place));
  return drawn.kind === 'event' ? drawn.index : drawn.gap.before;
}

/** A gap that opens or closes above the visible rows does not move them. */
function useStillBehindGaps(
  rows: { readonly current: VirtualRowsHandle | null },
  gaps: readonly SequenceGap[],
  follows: boolean,
): void {
  const before = useRef(gaps);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = gaps;
    if (old === gaps || follows || rows.current === null) return;
    const index = eventAt(old, rows.current.firstVisible());
    const moved = drawnAt(gaps, index) - drawnAt(old, index);
    if (moved !== 0) rows.current.shift(moved);
  }, [rows, gaps, follows]);
}

/** External positions count events only; rows of gaps are inserted here. */
function useEventRowsHandle(
  ref: Ref<VirtualRowsHandle>,
  rows: { readonly current: VirtualRowsHandle | null },
  gaps: readonly SequenceGap[],
): void {
  useImperativeHandle(ref, () => ({
    reveal: (index, how) => rows.current?.reveal(drawnAt(gaps, index), how),
    firstVisible: () => eventAt(gaps, rows.current?.firstVisible() ?? 0),
    shift: (count) => rows.current?.shift(count),
    focus: () => rows.current?.focus(),
  }));
}

interface GapRowProps {
  readonly gap: SequenceGap;
  /** Absent where nothing can be fetched: the row then only says what is missing. */
  readonly onFetch: (() => void) | undefined;
}

/** Accessible name of a gap's row. */
function gapName(gap: SequenceGap): string {
  return `Missing ${rangeText(gap.first, gap.last)}, ${deliveredText(gap)}`;
}

/** A gap at its position: what is missing. A row has no control of its own: keys fetch by Enter on the row itself. */
function GapRow({ gap, onFetch }: GapRowProps) {
  return (
    <div className={layout('row full nowrap meta errorText errorTint gap8', styles.gapRow)}>
      <span className={layout('fixed', styles.gapMark)} aria-hidden="true" />
      <b className={layout.bold}>Missing {rangeText(gap.first, gap.last)}</b>
      <span className={layout('ellipsis narrow second')}>{deliveredText(gap)}</span>
      {onFetch === undefined ? null : (
        <span className={layout('link toEnd')} aria-hidden="true" title="Enter fetches too" onClick={onFetch}>
          Fetch
        </span>
      )}
    </div>
  );
}

interface GapCursor {
  /** Rendered position of the active row. */
  readonly active: number | null;
  readonly onMove: (place: number) => void;
  readonly onOpen: (place: number) => void;
}

interface GapMoves {
  readonly onMove: (index: number) => void;
  readonly onOpen: () => void;
  readonly onFetchGap?: (() => void) | undefined;
}

/**
 * Makes the row of a gap reachable by keys, although it selects no event: the selection stays, Enter fetches. A click
 * fetches at once.
 */
function useGapCursor(
  gaps: readonly SequenceGap[],
  active: number | null,
  { onMove, onOpen, onFetchGap }: GapMoves,
): GapCursor {
  // A gap is identified by its first number, so that it stays the same when rows are added above it.
  const [at, setAt] = useState<{ readonly first: number; readonly next: number | null } | null>(null);
  const inGap = at !== null && at.next === active ? gaps.findIndex(({ first }) => first === at.first) : -1;
  const gap = gaps[inGap];
  return {
    active: gap === undefined ? active : gap.before + inGap,
    onMove: useCallback(
      (place: number) => {
        const drawn = rowDrawn(gaps, place);
        if (drawn.kind === 'gap') return setAt({ first: drawn.gap.first, next: active });
        setAt(null);
        onMove(drawn.index);
      },
      [gaps, active, onMove],
    ),
    onOpen: useCallback(
      (place: number) => {
        if (rowDrawn(gaps, place).kind === 'gap') onFetchGap?.();
        else onOpen();
      },
      [gaps, onOpen, onFetchGap],
    ),
  };
}

/** The headings above the rows. */
function ColumnHeadings({
  showsRun,
  columns,
  widths,
  onWidth,
}: {
  readonly showsRun: boolean;
  readonly columns: ReadonlySet<string>;
  readonly widths: ColumnWidths;
  /** Absent where widths cannot be set. */
  readonly onWidth?: ColumnEdgeProps['onWidth'] | undefined;
}) {
  const words = useLogText();
  return (
    <div className={layout('caption fixed ruled row nowrap crops ground high24', styles.heads)}>
      {eventColumns(showsRun, columns).map(({ name, heading }) => (
        <span key={name} className={styles[name]}>
          <span className={layout('block ellipsis')} aria-hidden="true">
            {name === 'run' || name === 'node' ? words[name] : heading}
          </span>
          {onWidth !== undefined && isSized(name) ? (
            <ColumnEdge column={name} width={widths[name] ?? null} onWidth={onWidth} />
          ) : null}
        </span>
      ))}
    </div>
  );
}

/**
 * One event, a cell for each column. Memoized by its row object, so that appending rows re-renders none of the visible
 * ones.
 */
const EventRowView = memo(function EventRowView(cells: EventCells) {
  const { row, previous, runLabel } = cells;
  const before = beforeRow(previous, row);
  return (
    <div
      className={layout(
        'row nowrap full',
        styles.cells,
        styles[row.tone],
        row.isDimmed && styles.dimmed,
        cells.mark !== null && classNames(styles.marked, markStyles[cells.mark.mark]),
        before !== null && styles[before.kind],
      )}
    >
      {eventColumns(runLabel !== null, cells.columns).map(({ name, look, cell, title }) => (
        <span key={name} className={classNames(look, styles[name])} title={title?.(cells)}>
          {cell(cells)}
        </span>
      ))}
    </div>
  );
});

/** Placeholder of a row until it is fetched: its position in the list only. */
function UnfetchedRow({ index }: { readonly index: number }) {
  return <div className={layout('row nowrap full', styles.cells, styles.unfetched)}>{placeText(index)}</div>;
}
