import type { EventRow } from '@openwop-inspector/run-log';
import type { VirtualRowsHandle } from '@openwop-inspector/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useJob } from '../../shared/job-query.ts';
import type { RowPages } from '../../shared/pages.ts';
import type { ListedSelection } from '../filter/filter-selection.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { takeNews } from '../sessions/sessions-store.ts';
import { selectEvent, setUnfolded, useSessionView } from '../sessions/view-store.ts';

type List = RefObject<VirtualRowsHandle | null>;

/**
 * Synchronizes the active row and the selected event. Moving selects at once; a selection made elsewhere scrolls its
 * row into view once and never again, so that a reader does not lose their position.
 */
export function useListCursor(
  sessionId: string,
  selected: number | null,
  selection: ListedSelection,
  pages: RowPages,
  list: List,
) {
  const { filterId, total, search, version } = selection;
  const input = { sessionId, filterId: filterId ?? 0, ordinal: selected ?? 0 };
  const { data: place, isPlaceholderData } = useJob('position', input, {
    enabled: filterId !== null && selected !== null,
    // Of a selection that is searched for: its rows by now.
    version: search === null ? version : total,
  });
  const { move, moveTo } = useMove(sessionId, selected, filterId, pages);
  const isOwn = move !== null;
  const settled = isPlaceholderData ? undefined : place;
  const known = place === undefined || place.position < 0 ? null : place.position;
  const activeIndex = isOwn ? move.index : selected === null ? null : known;

  const isBeyond = settled !== undefined && settled.position >= total;
  useRevealed(list, selected, isPlaceholderData || isBeyond ? null : known, selection, isOwn);
  // Selected inside of a folded stream, which is unfolded: the selection has to be visible.
  const foldedIn = settled?.foldedIn ?? null;
  useEffect(() => {
    if (foldedIn !== null && !isOwn) setUnfolded(sessionId, foldedIn, true);
  }, [sessionId, foldedIn, isOwn]);
  // Selected beyond the end of a paused view: it loads the new events, and stays paused.
  useEffect(() => {
    if (isBeyond) takeNews(sessionId);
  }, [isBeyond, sessionId]);

  // A new order of the list is displayed from its start.
  const order = useSessionView(sessionId, (view) => view.order);
  useEffect(() => {
    if (selection.isSorted && order !== null) list.current?.reveal(0);
  }, [list, order, selection.isSorted]);

  const stream = activeIndex === null ? null : (pages.rowAt(activeIndex)?.stream ?? null);
  /** Folds and unfolds the stream of the active row, by keys. */
  const fold = (direction: 'fold' | 'unfold') => {
    if (stream === null || (direction === 'unfold') === (stream.fold === null)) return;
    // The first piece stays visible: it is the row that folds.
    if (direction === 'fold') selectEvent(sessionId, stream.head);
    setUnfolded(sessionId, stream.head, direction === 'unfold');
  };
  useRowsController(activeIndex, total, moveTo, list, fold);
  return { activeIndex, isHidden: !isOwn && settled?.exact === false, moveTo };
}

/** The user's last move, null once a selection or filter made elsewhere replaces it, and the function that moves. */
function useMove(sessionId: string, selected: number | null, filterId: number | null, pages: RowPages) {
  // The ordinal of the event found there is null until its row has been fetched.
  const [move, setMove] = useState<{ filterId: number | null; index: number; ordinal: number | null } | null>(
    null,
  );
  // The last move counts: a row of a previous one that is fetched late selects nothing.
  const last = useRef(-1);
  const moveTo = (index: number) => {
    const arrive = (row: EventRow | null) => {
      setMove({ filterId, index, ordinal: row?.ordinal ?? null });
      if (row !== null) selectEvent(sessionId, row.ordinal);
    };
    last.current = index;
    const row = pages.isSettled ? pages.rowAt(index) : null;
    arrive(row);
    if (row !== null) return;
    void pages.fetchRow(index).then((fetched) => {
      if (fetched !== null && last.current === index) arrive(fetched);
    });
  };
  const isCurrent =
    move !== null && move.filterId === filterId && (move.ordinal === null || move.ordinal === selected);
  return { move: isCurrent ? move : null, moveTo };
}

/** A row within this many rows of the first visible one counts as visible; lists are seldom higher. */
const IN_SIGHT = 40;

/** Where a list last had its selected event. */
interface Sighting {
  readonly selected: number;
  readonly filterId: number | null;
  readonly position: number;
  /** The list had no rows since, and has begun again at its top. */
  readonly isLost: boolean;
}

/**
 * Scrolls to a selection made elsewhere. `position` is null until it is known and in the list; `isOwn`: the user moved
 * to it in the list itself, which has scrolled.
 */
function useRevealed(
  list: List,
  selected: number | null,
  position: number | null,
  { filterId, isSorted, total }: ListedSelection,
  isOwn: boolean,
): void {
  const last = useRef<Sighting | null>(null);
  const isEmpty = total === 0;
  useEffect(() => {
    const before = last.current;
    if (isEmpty && before !== null) last.current = { ...before, isLost: true };
    if (isEmpty || selected === null || position === null) return;
    last.current = { selected, filterId, position, isLost: false };
    const isLost = before?.isLost === true;
    if (!isLost && before?.selected === selected && before.filterId === filterId) {
      // Late events are inserted before it: it stays at its visible position.
      const above = before.position - (list.current?.firstVisible() ?? before.position);
      if (position !== before.position && above >= 0 && above < IN_SIGHT)
        list.current?.shift(position - before.position);
      return;
    }
    if (isLost || !(isOwn || (isSorted && before?.selected === selected))) list.current?.reveal(position);
  }, [list, selected, position, filterId, isSorted, isOwn, isEmpty]);
}
