import type { SequenceGap } from '@openwop-inspector/run-log';
import type { VirtualRowsHandle } from '@openwop-inspector/ui';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { FilterSelection } from '../../queries/filter-selection.ts';
import { useGaps } from '../../queries/job-query.ts';
import type { RowPages } from '../../queries/pages.ts';
import { fetchMissing, pauseByScroll } from '../../state/live-actions.ts';
import { useLive } from '../../state/live-store.ts';
import { useGeneration } from '../../state/sessions-store.ts';
import { useSessionView } from '../../state/view-store.ts';
import { askWorker } from '../../worker/client.ts';
import type { EventListProps } from './EventList.tsx';

type LiveList = Pick<EventListProps, 'gaps' | 'onFetchGap' | 'openAt' | 'follows' | 'onLeaveEnd'>;

const NONE: readonly never[] = [];
const OF_A_FILE: LiveList = {};

/** Additional behaviour of a live session's list: it follows, and displays gaps at their position. */
export function useLiveList(
  sessionId: string,
  selection: FilterSelection,
  pages: RowPages,
  list: RefObject<VirtualRowsHandle | null>,
): LiveList {
  const isLive = useLive(sessionId, () => true) ?? false;
  const follows = useLive(sessionId, ({ follow }) => follow === null) ?? false;
  const isWhole = useLive(sessionId, ({ status }) => status.ledger.missing === 0) ?? true;
  const openAt = useLive(sessionId, (entry) => entry.openAt) ?? NONE;
  const gaps = useSettledGaps(sessionId, selection, isLive);
  useAnchor(sessionId, isLive && !follows, selection, pages, list);
  return useMemo(
    () =>
      isLive
        ? {
            gaps,
            openAt,
            follows,
            onLeaveEnd: () => pauseByScroll(sessionId),
            onFetchGap: isWhole ? undefined : () => void fetchMissing(sessionId),
          }
        : OF_A_FILE,
    [sessionId, isLive, gaps, openAt, follows, isWhole],
  );
}

/** The gaps of the visible rows: the previous ones until the number of rows is known too, so that no row jumps. */
function useSettledGaps(
  sessionId: string,
  { filterId, isPending }: FilterSelection,
  isLive: boolean,
): readonly SequenceGap[] {
  const { data, isPlaceholderData } = useGaps(sessionId, filterId, isLive);
  const held = useRef<readonly SequenceGap[]>(NONE);
  const isSettled = data !== undefined && !isPlaceholderData && !isPending;
  useEffect(() => {
    if (isSettled) held.current = data;
  }, [isSettled, data]);
  return isSettled ? data : held.current;
}

/** Rows that fill a gap above the visible ones move nothing: the first visible row stays where it is. */
function useAnchor(
  sessionId: string,
  isStill: boolean,
  { filterId }: FilterSelection,
  pages: RowPages,
  list: RefObject<VirtualRowsHandle | null>,
): void {
  const generation = useGeneration(sessionId);
  const text = useSessionView(sessionId, (view) => view.filterText);
  const brush = useSessionView(sessionId, (view) => view.brush);
  const rows = useRef(pages);
  const before = useRef({ text, brush, filterId });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation is what may have moved the rows
  useEffect(() => {
    const old = before.current;
    before.current = { text, brush, filterId };
    const isOther = old.text !== text || old.brush !== brush;
    const index = list.current?.firstInSight() ?? 0;
    // The pages of the previous query: those of the new one have not arrived.
    const row = rows.current.rowAt(index);
    if (!isStill || isOther || filterId === null || row === null) return;
    let isCurrent = true;
    askWorker('position', { sessionId, filterId, ordinal: row.ordinal })
      .then(({ position, exact }) => {
        if (isCurrent && exact && position !== index) list.current?.shift(position - index);
      })
      .catch(() => undefined); // a terminated worker reports itself
    return () => {
      isCurrent = false;
    };
  }, [sessionId, generation, filterId, text, brush, isStill, list]);
  useEffect(() => {
    rows.current = pages;
  }, [pages]);
}
