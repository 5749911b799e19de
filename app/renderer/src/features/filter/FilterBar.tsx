import { formatCount } from '@openwop-inspector/base';
import { CATALOGUE_TYPES } from '@openwop-inspector/protocol';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { announce, layout, MenuButton, type MenuEntry, Segmented, useLasting } from '@openwop-inspector/ui';
import { useEffect, useMemo, useRef } from 'react';
import { useJob } from '../../shared/job-query.ts';
import { stopJob } from '../../worker/client.ts';
import {
  showColumn,
  showUsualColumns,
  useColumnChoices,
  useColumnWidths,
  useVisibleColumns,
} from '../events/column-actions.ts';
import { CHOSEN_COLUMNS, COLUMN_WORDS, isSameOrder, ORDERS, orderText } from '../events/list-columns.ts';
import { visibleList } from '../sessions/list-controller.ts';
import { changeFilter, changeView, LEVELS, orderList, useChoices } from '../sessions/view-store.ts';
import { FilterField } from './FilterField.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import { type FilterValues, LISTED_VALUES } from './filter-completion.ts';
import type { FilterSelection } from './filter-selection.ts';
import { noteFilter, useSavedFilters } from './saved-filters.ts';

/** Maximum number of names of each kind in the completion. */
const MAX_NAMES = 2000;

export interface FilterBarProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
  readonly selection: FilterSelection;
}

/** Container of the filter field. */
export function FilterBar({ sessionId, summary, selection }: FilterBarProps) {
  const { filterText: text, level } = useChoices(sessionId, 'filterText', 'level');
  const last = useSavedFilters(({ recent }) => recent[0] ?? null);
  const input = useRef<HTMLInputElement>(null);
  const values = useFilterValues(sessionId, summary);
  const isSearching = selection.narrows && (selection.search !== null || selection.isPending);
  const isLong = useLasting(isSearching);
  const isRequested = isLong && selection.isPending;
  const isRight = selection.error === null && selection.failure === null;
  const count = !selection.narrows ? null : isRequested ? 'searching …' : searchText(selection);
  useEffect(() => {
    if (count !== null && !isSearching && isRight)
      announce(count === '1' ? '1 event matches' : `${count} events match`);
  }, [count, isSearching, isRight]);
  return (
    <div className={layout('rowTop fixed ruled gap8 ground pad5x12')}>
      <FilterField
        value={text}
        onChange={(next) => changeView(sessionId, { filterText: next })}
        onStep={(words, next) => changeFilter(sessionId, words, next)}
        error={selection.error}
        failure={selection.failure}
        count={count}
        onStop={isLong ? () => stopJob('stopFilter', sessionId) : null}
        values={values}
        last={last}
        onLeave={() => {
          if (selection.error === null) noteFilter(text);
          visibleList()?.focus();
          // A list without rows takes no focus: the next key is a command all the same.
          input.current?.blur();
        }}
        inputRef={input}
      />
      <FilterMenu
        sessionId={sessionId}
        text={text}
        onChoose={(next) => changeView(sessionId, { filterText: next })}
      />
      <ListMenu sessionId={sessionId} hasRuns={summary.runs.length > 1} />
      <Segmented
        label="What is listed"
        choices={LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }))}
        value={level}
        onChange={(next) => changeView(sessionId, { level: next })}
      />
    </div>
  );
}

const LEVEL_WORDS = { everything: 'Everything', steps: 'Steps', failures: 'Failures' } as const;

/** What completion offers: known names of this log, and the catalogue's event types. */
function useFilterValues(sessionId: string, summary: SessionSummary): FilterValues {
  const { data: nodes } = useJob('nodeIds', { sessionId, limit: MAX_NAMES });
  return useMemo(
    () => ({
      ...LISTED_VALUES,
      type: CATALOGUE_TYPES,
      node: nodes ?? [],
      run: summary.runs.slice(0, MAX_NAMES).map((run) => run.runId),
    }),
    [nodes, summary.runs],
  );
}

/** How far the search of a filter is. */
type SearchStand = Pick<FilterSelection, 'total' | 'of' | 'search' | 'stopped'>;

/** "312 of 1,284"; of a search that is not at its end, what was found and how far it is. */
export function searchText({ total, of, search, stopped }: SearchStand): string {
  if (search !== null) return `${formatCount(total)} found, searching … ${percent(search)}`;
  if (stopped !== null) return `${formatCount(total)} found, stopped at ${percent(stopped)}`;
  return `${formatCount(total)} of ${formatCount(of)}`;
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

/** The order of the list and its columns. */
function ListMenu({ sessionId, hasRuns }: { readonly sessionId: string; readonly hasRuns: boolean }) {
  const { order } = useChoices(sessionId, 'order');
  const displayed = useVisibleColumns(sessionId);
  const choices = useColumnChoices();
  const widths = useColumnWidths();
  const orders = [null, ...ORDERS.map((one) => one.order)];
  const columns = CHOSEN_COLUMNS.filter((one) => one !== 'run' || hasRuns);
  const entries: readonly MenuEntry<string>[] = [
    ...orders.map((one) => {
      const title = `List ${orderText(one)}`;
      const entry = { id: title, title, act: () => orderList(sessionId, one) };
      return isSameOrder(one, order) ? { ...entry, icon: 'check' as const, note: 'selected' } : entry;
    }),
    ...columns.map((one) => ({
      id: one,
      title: `${displayed.has(one) ? 'Hide' : 'Show'} the column ${COLUMN_WORDS[one]}`,
      icon: displayed.has(one) ? ('minus' as const) : ('plus' as const),
      act: () => showColumn(one, !displayed.has(one)),
    })),
    ...(Object.keys(choices).length + Object.keys(widths).length === 0
      ? []
      : [{ id: 'usual', title: 'Show the usual columns', act: showUsualColumns }]),
  ];
  return <MenuButton icon="density" label="Order and columns of the list" entries={entries} />;
}
