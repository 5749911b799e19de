import { CATALOGUE_TYPES } from '@openwop-inspector/protocol';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { announce, classNames, layout, Segmented, useLasting } from '@openwop-inspector/ui';
import { useEffect, useMemo, useRef } from 'react';
import { FilterField } from '../frame/FilterField.tsx';
import { FilterMenu } from '../frame/FilterMenu.tsx';
import { ListMenu } from '../frame/ListMenu.tsx';
import type { FilterValues } from '../model/filter-completion.ts';
import { LISTED_VALUES } from '../model/filter-completion.ts';
import { searchWords } from '../model/search-words.ts';
import type { FilterSelection } from '../queries/filter-selection.ts';
import { useNodeIds } from '../queries/session-queries.ts';
import { noteFilter, useKeptFilters } from '../state/kept-filters.ts';
import { listInSight } from '../state/list-controller.ts';
import { changeFilter, LEVELS, setFilter, setLevel, stopSearch } from '../state/view-actions.ts';
import { useSessionView } from '../state/view-store.ts';

/** Names that completion holds of each kind. */
const MAX_NAMES = 2000;

export interface FilterBarProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
  readonly selection: FilterSelection;
}

/** Container of the filter field. */
export function FilterBar({ sessionId, summary, selection }: FilterBarProps) {
  const text = useSessionView(sessionId, (view) => view.filterText);
  const level = useSessionView(sessionId, (view) => view.level);
  const last = useKeptFilters(({ recent }) => recent[0] ?? null);
  const input = useRef<HTMLInputElement>(null);
  const values = useFilterValues(sessionId, summary);
  const isSearching = selection.narrows && (selection.search !== null || selection.isPending);
  const isLong = useLasting(isSearching);
  const isAsked = isLong && selection.isPending;
  const count = !selection.narrows ? null : isAsked ? 'searching …' : searchWords(selection);
  useEffect(() => {
    if (count !== null && !isSearching) announce(`${count} events match`);
  }, [count, isSearching]);
  return (
    <div
      className={classNames(
        layout.rowTop,
        layout.fixed,
        layout.ruled,
        layout.gap8,
        layout.ground,
        layout.pad5x12,
      )}
    >
      <FilterField
        value={text}
        onChange={(next) => setFilter(sessionId, next)}
        onStep={(words, next) => changeFilter(sessionId, words, next)}
        error={selection.error}
        count={count}
        onStop={isLong ? () => stopSearch(sessionId) : null}
        values={values}
        last={last}
        onLeave={() => {
          if (selection.error === null) noteFilter(text);
          listInSight()?.focus();
          // A list without rows takes no focus: the next key is a command all the same.
          input.current?.blur();
        }}
        inputRef={input}
      />
      <FilterMenu sessionId={sessionId} text={text} onChoose={(next) => setFilter(sessionId, next)} />
      <ListMenu sessionId={sessionId} hasRuns={summary.runs.length > 1} />
      <Segmented
        label="What is listed"
        choices={LEVELS.map((value) => ({ value, label: LEVEL_WORDS[value] }))}
        value={level}
        onChange={(next) => setLevel(sessionId, next)}
      />
    </div>
  );
}

const LEVEL_WORDS = { everything: 'Everything', steps: 'Steps', failures: 'Failures' } as const;

/** What completion offers: names this log holds as far as they are known, and the catalogue's event types. */
function useFilterValues(sessionId: string, summary: SessionSummary): FilterValues {
  const { data: nodes } = useNodeIds(sessionId, MAX_NAMES);
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
