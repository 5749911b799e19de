import type { VirtualRowsHandle } from '@openwop-inspector/ui';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { usePosition } from '../../shared/job-query.ts';
import type { RowPages } from '../../shared/pages.ts';
import type { ListedSelection } from '../filter/filter-selection.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { takeNews } from '../sessions/sessions-store.ts';
import { selectEvent, setUnfolded } from '../sessions/view-store.ts';

/** A position the user moved to, with the event found there. */
interface Cursor {
  readonly filterId: number | null;
  readonly index: number;
  /** Null until the row has been fetched. */
  readonly ordinal: number | null;
}

export interface ListCursor {
  readonly activeIndex: number | null;
  /** True when the filter hides the selected event; the active row is then the nearest before it. */
  readonly isHidden: boolean;
  readonly moveTo: (index: number) => void;
}

/** A row within this many rows of the first visible one counts as visible; lists are seldom higher. */
const IN_SIGHT = 40;

/**
 * Synchronizes the active row and the selected event. Moving selects at once; a selection made elsewhere scrolls its
 * row into view once and never again, so that a reader does not lose their position.
 */
export function useListCursor(
  sessionId: string,
  selected: number | null,
  selection: ListedSelection,
  pages: RowPages,
  list: RefObject<VirtualRowsHandle | null>,
): ListCursor {
  const { filterId, total, search, version, isSorted } = selection;
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const { data: position, isPlaceholderData } = usePosition(
    sessionId,
    filterId,
    selected,
    search === null ? version : total,
  );
  const own =
    cursor !== null &&
    cursor.filterId === filterId &&
    (cursor.ordinal === null || cursor.ordinal === selected);
  const known = position === undefined || position.position < 0 ? null : position.position;
  const activeIndex = own ? cursor.index : selected === null ? null : known;

  // The last move counts: a row of a previous one that is fetched late selects nothing.
  const lastMove = useRef(-1);
  const moveTo = useCallback(
    (index: number) => {
      lastMove.current = index;
      const row = pages.isSettled ? pages.rowAt(index) : null;
      setCursor({ filterId, index, ordinal: row?.ordinal ?? null });
      if (row !== null) return selectEvent(sessionId, row.ordinal);
      void pages.fetchRow(index).then((fetched) => {
        if (fetched === null || lastMove.current !== index) return;
        setCursor((now) => (now?.index === index ? { filterId, index, ordinal: fetched.ordinal } : now));
        selectEvent(sessionId, fetched.ordinal);
      });
    },
    [sessionId, filterId, pages],
  );

  const revealed = useRef('');
  const displayedAt = useRef(-1);
  const lastSelected = useRef<number | null>(null);
  useEffect(() => {
    // A row that is past the end of the list, because its log has just grown, is waited for.
    if (selected === null || known === null || isPlaceholderData || known >= total) return;
    const wanted = `${selected} in ${filterId}`;
    const before = displayedAt.current;
    displayedAt.current = known;
    if (revealed.current === wanted) {
      // Late events are inserted before it: it stays at its visible position.
      const above = before - (list.current?.firstVisible() ?? before);
      if (known !== before && above >= 0 && above < IN_SIGHT) list.current?.shift(known - before);
      return;
    }
    revealed.current = wanted;
    // A new order of the list is displayed from its start.
    const isSame = lastSelected.current === selected;
    lastSelected.current = selected;
    if (isSorted && isSame) return;
    if (!own) list.current?.reveal(known);
  }, [selected, known, total, filterId, isPlaceholderData, own, list, isSorted]);

  // Selected inside of a folded stream, which is unfolded: the selection has to be visible.
  const foldedIn = isPlaceholderData ? null : (position?.foldedIn ?? null);
  useEffect(() => {
    if (foldedIn !== null && !own) setUnfolded(sessionId, foldedIn, true);
  }, [sessionId, foldedIn, own]);

  // Selected beyond the end of a paused view: it loads the new events, and stays paused.
  const isBeyond = known !== null && !isPlaceholderData && known >= total;
  useEffect(() => {
    if (isBeyond) takeNews(sessionId);
  }, [isBeyond, sessionId]);

  const stream = activeIndex === null ? null : (pages.rowAt(activeIndex)?.stream ?? null);
  const fold = useCallback(
    (direction: 'fold' | 'unfold') => {
      if (stream === null || (direction === 'unfold') === (stream.fold === null)) return;
      // The first piece stays visible: it is the row that folds.
      if (direction === 'fold') selectEvent(sessionId, stream.head);
      setUnfolded(sessionId, stream.head, direction === 'unfold');
    },
    [sessionId, stream],
  );
  useRowsController(activeIndex, total, moveTo, list, fold);
  return { activeIndex, isHidden: !own && position?.exact === false && !isPlaceholderData, moveTo };
}
