import { countOf, formatSequence, mayBeMasked } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { type EventRow, type SequenceGap, type SessionSummary, titleOf } from '@openwop-inspector/run-log';
import {
  Button,
  EmptyState,
  layout,
  type MenuPlace,
  useHoldKey,
  useLasting,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClearRaw, useEventRow, useJob } from '../../shared/job-query.ts';
import { type RowPages, useRowPages } from '../../shared/pages.ts';
import { layOutAxis } from '../../shared/time-axis.ts';
import { useLogText } from '../../shared/use-log-text.ts';
import { askWorker } from '../../worker/client.ts';
import {
  type FilterSelection,
  type ListedSelection,
  useListedSelection,
} from '../filter/filter-selection.ts';
import { useRulesInForce } from '../filter/saved-filters.ts';
import { fetchMissing, pauseByScroll } from '../live/live-actions.ts';
import { useLive } from '../live/live-store.ts';
import { useGeneration } from '../sessions/sessions-store.ts';
import {
  changeView,
  clearFilter,
  orderList,
  setUnfolded,
  showEverything,
  useChoices,
} from '../sessions/view-store.ts';
import { useListColumns } from './column-actions.ts';
import { EventList } from './EventList.tsx';
import { EventMenu } from './EventMenu.tsx';
import type { LiveRows } from './GappedRows.tsx';
import { needsFigures, orderText } from './list-columns.ts';
import { MINIMAP_BUCKETS, useHistogram } from './Minimap.tsx';
import { useRowMarks } from './row-notes.ts';
import { useListCursor } from './use-list-cursor.ts';

/** Bytes of an event that a row displays in clear; fewer fit. */
const CLEAR_PAGE = { offset: 0, length: 2048 };

export interface EventsScreenProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
  readonly selection: FilterSelection;
}

/** Container of the event list. */
export function EventsScreen({ sessionId, summary, selection }: EventsScreenProps) {
  const { selected } = useChoices(sessionId, 'selected');
  const title = titleOf(useLogText().event);
  const list = useRef<VirtualRowsHandle>(null);
  const [menu, setMenu] = useState<{ readonly row: EventRow; readonly at: MenuPlace } | null>(null);
  const listed = useListedSelection(sessionId, selection);
  const columns = useListColumns(sessionId, summary);
  const rules = useRulesInForce();
  const pages = useRowPages(sessionId, listed, needsFigures(columns.displayed), rules);
  const { activeIndex, isHidden, moveTo } = useListCursor(sessionId, selected, listed, pages, list);
  const live = useLiveList(sessionId, listed, pages, list);
  const marks = useRowMarks(sessionId, selected, summary, rules, live.openAt);
  const isOld = useLasting(selection.isPending && selection.narrows);
  const isWhole = (!selection.narrows || listed.dimmedBy !== null) && !listed.isSorted;
  const inClear = useRowInClear(sessionId, selected, activeIndex === null ? null : pages.rowAt(activeIndex));
  const axis = useShareAxis(sessionId, selection);
  const onFold = useCallback(
    (head: number, isUnfolded: boolean) => setUnfolded(sessionId, head, isUnfolded),
    [sessionId],
  );
  return (
    <section
      className={layout('column fill')}
      aria-label={title}
      data-region="list"
      onKeyDown={inClear.onKeyDown}
      onCopyCapture={inClear.onCopy}
    >
      <OrderNote sessionId={sessionId} failure={listed.orderFailure} />
      {isHidden && selected !== null ? <HiddenSelection sessionId={sessionId} ordinal={selected} /> : null}
      <EventList
        rows={{ total: listed.total, rowAt: pages.rowAt, onRange: pages.onRange, isWhole, isOld }}
        cursor={{
          activeIndex,
          selected,
          onMove: moveTo,
          onOpen: () => changeView(sessionId, { tab: 'payload' }),
          onMenu: (row, at) => setMenu({ row, at }),
        }}
        columns={columns}
        marks={marks}
        axis={axis}
        startMs={summary.startMs}
        clearText={inClear.text}
        onFold={onFold}
        live={live}
        listRef={list}
        empty={<NoEvents sessionId={sessionId} selection={selection} />}
      />
      {menu === null ? null : (
        <EventMenu
          {...menu}
          sessionId={sessionId}
          hasRuns={summary.runs.length > 1}
          onClose={() => setMenu(null)}
        />
      )}
    </section>
  );
}

/** The event of the active row as recorded, if it is selected, while the key is pressed and the row has a mark; nothing is copied then (S-14). */
function useRowInClear(sessionId: string, selected: number | null, active: EventRow | null) {
  const row = active?.ordinal === selected ? active : null;
  const [revealed, setRevealed] = useState(false);
  const hasMark = row !== null && [row.summary, row.nodeId ?? '', row.type, row.runId].some(mayBeMasked);
  const onKeyDown = useHoldKey(hasMark || revealed ? setRevealed : null, revealed);
  const clear = useClearRaw(sessionId, row?.ordinal ?? 0, CLEAR_PAGE, revealed && hasMark);
  return {
    onKeyDown,
    onCopy: (copying: { preventDefault(): void }) => {
      if (revealed) copying.preventDefault();
    },
    text: hasMark ? (clear?.text ?? null) : null,
  };
}

/** The session's time axis, laid out like the minimap above the list. */
function useShareAxis(sessionId: string, selection: FilterSelection) {
  const { data } = useHistogram(sessionId, selection);
  return useMemo(
    () =>
      data === undefined || data.segments.length === 0 ? null : layOutAxis(data.segments, MINIMAP_BUCKETS),
    [data],
  );
}

/** The order of the list, unless it is that of the log. */
function OrderNote({ sessionId, failure }: { readonly sessionId: string; readonly failure: string | null }) {
  const { order } = useChoices(sessionId, 'order');
  if (order === null) return null;
  return (
    <p className={layout('bar wrap second gap4x8 pad4x12 noteTint')}>
      {failure === null ? (
        <>Listed {orderText(order)}; streams are not folded.</>
      ) : (
        <span role="status">
          The events could not be listed {orderText(order)}: <VisibleText text={failure} />.
        </span>
      )}
      <Button look="link" onPress={() => orderList(sessionId, null)}>
        List as recorded
      </Button>
    </p>
  );
}

function HiddenSelection({ sessionId, ordinal }: { readonly sessionId: string; readonly ordinal: number }) {
  const row = useEventRow(sessionId, ordinal);
  if (row === null) return null;
  return (
    <p className={layout('bar wrap second gap4x8 pad4x12 noteTint')}>
      The selected event {formatSequence(row.sequence)} <code>{row.type}</code> is hidden by the filter.
      <Button look="link" onPress={() => showEverything(sessionId)}>
        Show all events
      </Button>
    </p>
  );
}

function NoEvents({ sessionId, selection }: Pick<EventsScreenProps, 'sessionId' | 'selection'>) {
  const { filterText: text, brush, level } = useChoices(sessionId, 'filterText', 'brush', 'level');
  if (selection.filterId === null && selection.failure !== null)
    return <EmptyState title="The events could not be searched" />;
  if (!selection.narrows || selection.filterId === null) return <EmptyState title="No events yet" />;
  if (selection.search !== null) return <EmptyState title="No event found so far" />;
  const remove = (label: string, act: () => void) => (
    <Button onPress={act} icon="close">
      {label}
    </Button>
  );
  return (
    <EmptyState
      title={level === 'everything' ? 'No event matches the filter' : `No event matches among the ${level}`}
      actions={
        <>
          {text !== '' && remove('Remove the filter', () => clearFilter(sessionId))}
          {level !== 'everything' &&
            remove('List everything', () => changeView(sessionId, { level: 'everything' }))}
          {brush !== null && remove('Remove the time range', () => changeView(sessionId, { brush: null }))}
        </>
      }
    >
      None of {countOf(selection.of, 'event')}{' '}
      {text === '' ? (
        'is listed'
      ) : (
        <>
          matches <code>{text}</code>
        </>
      )}
      {brush === null ? null : ' in the time range on the minimap'}. Terms are joined by and: remove one to
      find more.
    </EmptyState>
  );
}

const NONE: readonly never[] = [];
const OF_A_FILE = { gaps: NONE, openAt: NONE, follows: false };

/**
 * Additional behaviour of a live session's list: it follows, and displays gaps at their position. `openAt`: ordinals of
 * events with an open interrupt.
 */
function useLiveList(
  sessionId: string,
  selection: ListedSelection,
  pages: RowPages,
  list: RefObject<VirtualRowsHandle | null>,
): LiveRows & { readonly openAt: readonly number[] } {
  const isLive = useLive(sessionId, () => true) ?? false;
  const follows = useLive(sessionId, ({ follow }) => follow === null) ?? false;
  const isWhole = useLive(sessionId, ({ status }) => status.ledger.missing === 0) ?? true;
  const openAt = useLive(sessionId, (entry) => entry.openAt) ?? NONE;
  const gaps = useSettledGaps(sessionId, selection, isLive);
  useAnchor(sessionId, isLive && !follows, selection, pages, list);
  if (!isLive || selection.isSorted) return OF_A_FILE;
  return {
    gaps,
    openAt,
    follows,
    onLeaveEnd: () => pauseByScroll(sessionId),
    onFetchGap: isWhole ? undefined : () => void fetchMissing(sessionId),
  };
}

/** The gaps of the visible rows: the previous ones until the number of rows is known too, so that no row jumps. */
function useSettledGaps(sessionId: string, { filterId, isPending }: FilterSelection, isLive: boolean) {
  const enabled = isLive && filterId !== null;
  const { data, isPlaceholderData } = useJob('gaps', { sessionId, filterId: filterId ?? 0 }, { enabled });
  const settled = useRef<readonly SequenceGap[]>(NONE);
  const isSettled = data !== undefined && !isPlaceholderData && !isPending;
  useEffect(() => {
    if (isSettled) settled.current = data;
  }, [isSettled, data]);
  return isSettled ? data : settled.current;
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
  const { filterText: text, brush } = useChoices(sessionId, 'filterText', 'brush');
  const rows = useRef(pages);
  const before = useRef({ text, brush, filterId });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation is what may have moved the rows
  useEffect(() => {
    const old = before.current;
    before.current = { text, brush, filterId };
    const isOther = old.text !== text || old.brush !== brush;
    const index = list.current?.firstVisible() ?? 0;
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
