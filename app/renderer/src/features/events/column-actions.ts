/** The selected columns of the event list and the arrangement of panes, as stored in the settings. */
import type { ListOrder, SessionSummary } from '@openwop-inspector/run-log';
import { useMemo } from 'react';
import { changeSettings, useSettingsStore } from '../../shared/settings-store.ts';
import { useSessionView } from '../sessions/view-store.ts';
import {
  type Arrangement,
  type ChosenColumn,
  type ColumnChoices,
  type ColumnWidths,
  fittingWidth,
  readLayout,
  type SizedColumn,
  visibleColumns,
  writeLayout,
} from './list-columns.ts';
import { runLabels as shortLabels } from './row-notes.ts';

function useSavedLayout() {
  const layout = useSettingsStore((settings) => settings.layout);
  return useMemo(() => readLayout(layout), [layout]);
}

const NOTHING_SAID = {};

/** What was said of each column. */
export const useColumnChoices = (): ColumnChoices => useSavedLayout().listColumns ?? NOTHING_SAID;

/** The columns that the list of a session shows. */
export function useVisibleColumns(sessionId: string): ReadonlySet<ChosenColumn> {
  const choices = useColumnChoices();
  const order = useSessionView(sessionId, (view) => view.order);
  return useMemo(() => visibleColumns(choices, order), [choices, order]);
}

const savedLayout = () => readLayout(useSettingsStore.getState().layout);

function changeLayout(change: ReturnType<typeof savedLayout>): void {
  changeSettings({ layout: writeLayout({ ...savedLayout(), ...change }) });
}

/** Props of a group of panes whose shares are saved, for each arrangement its own. */
export function usePaneShares(arrangement: Arrangement) {
  const shares = useMemo(savedLayout, [])[arrangement];
  return {
    ...(shares === undefined ? {} : { defaultLayout: shares }),
    onLayoutChanged: (
      layout: Readonly<Record<string, number>>,
      { isUserInteraction }: { readonly isUserInteraction: boolean },
    ) => {
      if (isUserInteraction) changeLayout({ [arrangement]: layout });
    },
  };
}

/** Whether the bytes of a payload are displayed, and how to change that. */
export function useBytesPane(): readonly [boolean, (isOpen: boolean) => void] {
  return [useSavedLayout().bytesBeside === true, (next) => changeLayout({ bytesBeside: next })];
}

export function showColumn(column: ChosenColumn, isDisplayed: boolean): void {
  changeLayout({ listColumns: { ...savedLayout().listColumns, [column]: isDisplayed } });
}

/** Shows a column, or hides it where it is displayed. */
export function toggleColumn(column: ChosenColumn, order: ListOrder | null): void {
  const choices = savedLayout().listColumns ?? {};
  showColumn(column, !visibleColumns(choices, order).has(column));
}

/** Widths of columns that were set. */
export const useColumnWidths = (): ColumnWidths => useSavedLayout().listWidths ?? NOTHING_SAID;

/** Sets the width of a column, in px; null goes back to the usual one. */
export function setColumnWidth(column: SizedColumn, width: number | null): void {
  const { [column]: _before, ...others } = savedLayout().listWidths ?? {};
  changeLayout({ listWidths: width === null ? others : { ...others, [column]: fittingWidth(width) } });
}

/** Maximum number of runs with short labels. */
const MAX_LABELS = 5000;

export type ListColumns = ReturnType<typeof useListColumns>;

/** The columns of a session's list, and what their widths depend on. */
export function useListColumns(sessionId: string, { runs }: Pick<SessionSummary, 'runs'>) {
  const runLabels = useMemo(
    () => (runs.length > 1 ? shortLabels(runs.slice(0, MAX_LABELS).map(({ runId }) => runId)) : null),
    [runs],
  );
  const lastSequence = Math.max(0, ...runs.slice(0, 1000).map((run) => run.lastSequence ?? 0));
  return {
    displayed: useVisibleColumns(sessionId),
    widths: useColumnWidths(),
    onWidth: setColumnWidth,
    /** Short label of each run; null when there is only one. */
    runLabels,
    /** Digits of the greatest sequence, for the width of its column. */
    sequenceDigits: String(lastSequence).length,
  };
}

/** The usual columns again, in their usual widths. */
export function showUsualColumns(): void {
  const { listColumns: _displayed, listWidths: _set, ...rest } = savedLayout();
  changeSettings({ layout: writeLayout(rest) });
}

/** Narrower windows do not show them by default, in CSS pixels. */
export const ROOM_FOR_RUNS = 1024;

/** Width of the list of runs, in CSS pixels. */
export const RUNS_WIDTH = 264;

/** The user's choice, else whether they fit. */
export const useIsRunsPaneOpen = (isWide: boolean): boolean => useSavedLayout().runsBeside ?? isWide;

/** Shows the runs, or puts them away. */
export function toggleRuns(): void {
  changeLayout({ runsBeside: !(savedLayout().runsBeside ?? window.innerWidth >= ROOM_FOR_RUNS) });
}
