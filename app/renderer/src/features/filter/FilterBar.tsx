import { countOf, formatCount, masker } from '@openwop-inspector/base';
import { CATALOGUE_TYPES } from '@openwop-inspector/protocol';
import type { SessionSummary } from '@openwop-inspector/run-log';
import {
  announce,
  layout,
  MenuButton,
  type MenuEntry,
  pickText,
  Segmented,
  useLasting,
} from '@openwop-inspector/ui';
import { useEffect, useMemo, useRef } from 'react';
import { noteFailures, showHint } from '../../shared/hint-store.ts';
import { useJob } from '../../shared/job-query.ts';
import { openOverlay } from '../../shared/overlay-store.ts';
import { saveText } from '../../shared/save-actions.ts';
import { stopJob } from '../../worker/client.ts';
import {
  showColumn,
  showUsualColumns,
  useColumnChoices,
  useColumnWidths,
  useVisibleColumns,
} from '../events/column-actions.ts';
import { copyFilterCommand } from '../events/event-copies.ts';
import { CHOSEN_COLUMNS, COLUMN_WORDS, isSameOrder, ORDERS, orderText } from '../events/list-columns.ts';
import { visibleList } from '../sessions/list-controller.ts';
import {
  changeFilter,
  changeView,
  LEVELS,
  orderList,
  toggleDims,
  useChoices,
} from '../sessions/view-store.ts';
import { FilterField } from './FilterField.tsx';
import { type FilterValues, LISTED_VALUES } from './filter-completion.ts';
import { filterFile, MAX_FILTERS, readFilterFile } from './filter-file.ts';
import type { FilterSelection } from './filter-selection.ts';
import {
  addRule,
  changeRules,
  changeSaved,
  maySaveFilter,
  noteFilter,
  rulesNow,
  rulesWith,
  toggleSaved,
  useColourRules,
  useSavedFilters,
} from './saved-filters.ts';

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
      <FilterMenu sessionId={sessionId} />
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

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

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

/** Maximum number of recent filters in the menu; the palette finds the others. */
const MAX_DISPLAYED = 8;

/** Saved and recent filters, and the actions on the active one. */
function FilterMenu({ sessionId }: { readonly sessionId: string }) {
  const { recent, saved } = useSavedFilters();
  const rules = useColourRules();
  const { dims, filterText } = useChoices(sessionId, 'dims', 'filterText');
  const own = filterText.trim();
  const others = recent.filter((one) => one !== own && !saved.includes(one)).slice(0, MAX_DISPLAYED);
  const saveTitle = saved.includes(own) ? 'Remove this filter from the saved ones' : 'Save this filter';
  const entry = (title: string, act: () => void, isOffered = true) =>
    isOffered ? [{ id: title, title, act }] : [];
  const taken = (one: string) => {
    return {
      id: `take ${one}`,
      title: one,
      icon: 'filter' as const,
      act: () => changeView(sessionId, { filterText: one }),
    };
  };
  const entries: readonly MenuEntry<string>[] = [
    ...saved.map((one) => ({ ...taken(one), note: 'saved' })),
    ...others.map(taken),
    entry(saveTitle, () => toggleSaved(own), own !== ''),
    entry(dims ? 'Hide omitted events' : 'Dim omitted events', () => toggleDims(sessionId)),
    entry('Colour what this filter selects', () => addRule(own), own !== ''),
    entry('Colouring rules', () => openOverlay('colours')),
    entry('Copy as a command', () => void copyFilterCommand(sessionId)),
    entry('Add filters from a file', () => void openFilterFile()),
    entry('Save filters and rules as a file', () => void saveFilterFile(), saved.length + rules.length > 0),
  ].flat();
  return <MenuButton icon="filter" label="Filters: saved and recent" entries={entries} />;
}

/** Saves the saved filters and the rules as a file. Must be called while a click or key is fresh. */
function saveFilterFile(): Promise<void> {
  const text = masker.text(filterFile(useSavedFilters.getState().saved, rulesNow()));
  return saveText({ suggestedName: 'filters.json', text, kind: 'json' });
}

/** Adds the filters and the rules of a file to the saved ones. */
async function openFilterFile(): Promise<void> {
  const picked = await pickText('Saved filters');
  if (picked === null) return;
  const file = readFilterFile(picked.text);
  if (file.kind === 'wrong') return noteFailures([{ name: picked.name, message: `${file.message}.` }]);
  const { saved } = useSavedFilters.getState();
  const news = file.filters.filter((text) => maySaveFilter(text) && !saved.includes(text));
  const rules = rulesWith(file.colours);
  const added = rules.length - rulesNow().length;
  const words = `${news.length} of ${countOf(file.filters.length + file.leftOut, 'filter')} added`;
  if (added > 0) changeRules(`${countOf(added, 'colouring rule')} added`, rules);
  if (news.length > 0) changeSaved(words, [...saved, ...news].slice(0, MAX_FILTERS));
  else if (added === 0) showHint(`${words}.`);
}
