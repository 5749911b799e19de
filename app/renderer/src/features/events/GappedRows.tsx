import { countOf } from '@openwop-inspector/base';
import type { EventRow, SequenceGap } from '@openwop-inspector/run-log';
import { layout, type MenuPlace, VirtualRows, type VirtualRowsHandle } from '@openwop-inspector/ui';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { drawnAt, rowDrawn } from '../../shared/grouped-rows.ts';
import { rangeText } from '../live/ledger-pieces.ts';

type Gaps = readonly SequenceGap[];

/** The events of a list, by index. */
export interface ListRows {
  readonly total: number;
  /** Null until it is fetched. */
  readonly rowAt: (index: number) => EventRow | null;
  readonly onRange: (start: number, end: number) => void;
  /** False while a filter hides rows, so that hidden rows are not called missing. */
  readonly isWhole: boolean;
  /** True while these are the rows of the previous query, and new ones are pending. */
  readonly isOld: boolean;
}

/** The selected event, and the row that keys act on. */
export interface RowCursor {
  /** Position of the selected event in the list, or of the nearest one before it. */
  readonly activeIndex: number | null;
  readonly selected: number | null;
  readonly onMove: (index: number) => void;
  readonly onOpen: () => void;
  /** Opens the menu of an event, at a position of the window. */
  readonly onMenu: (row: EventRow, at: MenuPlace) => void;
}

/** How a live session's list differs from that of a file. */
export interface LiveRows {
  /** In order; each has a row of its own. Otherwise a gap is named on the row after it. */
  readonly gaps: Gaps;
  /** Enter or a click on a gap's row; absent where nothing can be fetched. */
  readonly onFetchGap?: (() => void) | undefined;
  /** True keeps the newest rows visible. */
  readonly follows: boolean;
  readonly onLeaveEnd?: () => void;
}

export interface GappedRowsProps {
  readonly label: string;
  readonly rows: ListRows;
  readonly cursor: RowCursor;
  readonly live: LiveRows;
  readonly listRef: Ref<VirtualRowsHandle>;
  /** Renders the event at an index; `isBehindGap`: the row of a gap is directly above. */
  readonly renderRow: (index: number, isBehindGap: boolean) => ReactNode;
}

/** A virtual listbox of events, and of the gaps between them. All its props count events only. */
export function GappedRows({ label, rows, cursor, live, listRef, renderRow }: GappedRowsProps) {
  const { rowAt, onRange } = rows;
  const { gaps, follows, onFetchGap } = live;
  const list = useRef<VirtualRowsHandle>(null);
  useImperativeHandle(listRef, () => ({
    reveal: (index, how) => list.current?.reveal(drawnAt(gaps, index), how),
    firstVisible: () => eventAt(gaps, list.current?.firstVisible() ?? 0),
    shift: (count) => list.current?.shift(count),
    focus: () => list.current?.focus(),
  }));
  useStillBehindGaps(list, gaps, follows);
  const { active, onMove, onOpen } = useGapCursor(cursor, live);
  const onDrawn = useCallback(
    (start: number, end: number) => onRange(eventAt(gaps, start), eventAt(gaps, end - 1) + 1),
    [onRange, gaps],
  );
  const eventOf = (place: number) => {
    const drawn = rowDrawn(gaps, place);
    return drawn.kind === 'event' ? rowAt(drawn.index) : null;
  };
  return (
    <VirtualRows
      ref={list}
      label={label}
      className={layout.fill}
      count={rows.total + gaps.length}
      activeIndex={active}
      renderRow={(place) => {
        const drawn = rowDrawn(gaps, place);
        // A row has no control of its own: keys fetch by Enter on the row itself.
        if (drawn.kind === 'gap') return gapRow(drawn.gap, onFetchGap);
        return renderRow(drawn.index, place > 0 && rowDrawn(gaps, place - 1).kind === 'gap');
      }}
      handlers={{
        onMove,
        onOpen,
        onMenu: (place, at) => {
          const row = eventOf(place);
          if (row !== null) cursor.onMenu(row, at);
        },
        onRange: onDrawn,
        onLeaveEnd: live.onLeaveEnd,
      }}
      rowAttributes={(place) => {
        const drawn = rowDrawn(gaps, place);
        if (drawn.kind === 'gap')
          return { name: `${missingText(drawn.gap)}, ${deliveredText(drawn.gap)}`, selected: false };
        return { selected: cursor.selected !== null && rowAt(drawn.index)?.ordinal === cursor.selected };
      }}
      keepsEnd={follows}
    />
  );
}

/** The event rendered at a position, or the one after the gap that is rendered there. */
function eventAt(gaps: Gaps, place: number): number {
  const drawn = rowDrawn(gaps, Math.max(0, place));
  return drawn.kind === 'event' ? drawn.index : drawn.gap.before;
}

/** A gap that opens or closes above the visible rows does not move them. */
function useStillBehindGaps(rows: RefObject<VirtualRowsHandle | null>, gaps: Gaps, follows: boolean): void {
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

/**
 * Makes the row of a gap reachable by keys, although it selects no event: the selection stays, Enter fetches. A click
 * fetches at once. All in rendered positions.
 */
function useGapCursor({ activeIndex, onMove, onOpen }: RowCursor, { gaps, onFetchGap }: LiveRows) {
  const active = activeIndex === null ? null : drawnAt(gaps, activeIndex);
  // A gap is identified by its first number, so that it stays the same when rows are added above it.
  const [at, setAt] = useState<{ readonly first: number; readonly next: number | null } | null>(null);
  const inGap = at !== null && at.next === active ? gaps.findIndex(({ first }) => first === at.first) : -1;
  const gap = gaps[inGap];
  return {
    active: gap === undefined ? active : gap.before + inGap,
    onMove: (place: number) => {
      const drawn = rowDrawn(gaps, place);
      if (drawn.kind === 'gap') return setAt({ first: drawn.gap.first, next: active });
      setAt(null);
      onMove(drawn.index);
    },
    onOpen: (place: number) => {
      if (rowDrawn(gaps, place).kind === 'gap') onFetchGap?.();
      else onOpen();
    },
  };
}

const deliveredText = ({ first, last }: SequenceGap): string =>
  `${countOf(last - first + 1, 'event was', 'events were')} not delivered`;

const missingText = ({ first, last }: SequenceGap): string => `Missing ${rangeText(first, last)}`;

/** A gap at its position: what is missing. `onFetch` is absent where nothing can be fetched. */
function gapRow(gap: SequenceGap, onFetch: (() => void) | undefined) {
  return (
    <div className={layout('row full nowrap meta errorText errorTint gap8 pad0x12x0x34 gapEdges')}>
      <span className={layout('fixed gapMark')} aria-hidden="true" />
      <b className={layout.bold}>{missingText(gap)}</b>
      <span className={layout('ellipsis narrow second')}>{deliveredText(gap)}</span>
      {onFetch === undefined ? null : (
        <span className={layout('link toEnd')} aria-hidden="true" title="Enter fetches too" onClick={onFetch}>
          Fetch
        </span>
      )}
    </div>
  );
}
