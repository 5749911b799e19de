/** Which columns of the event list a person chose, as the settings keep them. */
import type { ListOrder } from '@openwop-inspector/run-log';
import { useMemo } from 'react';
import { readLayout, writeLayout } from '../model/layout-text.ts';
import { type ChosenColumn, type ColumnChoices, shownColumns } from '../model/list-columns.ts';
import { changeSettings, useSettingsStore } from './settings-store.ts';
import { useSessionView } from './view-store.ts';

/** What was said of each column. */
export function useColumnChoices(): ColumnChoices {
  const layout = useSettingsStore((settings) => settings.layout);
  return useMemo(() => readLayout(layout).listColumns ?? {}, [layout]);
}

/** The columns that the list of a session shows. */
export function useShownColumns(sessionId: string): ReadonlySet<ChosenColumn> {
  const choices = useColumnChoices();
  const order = useSessionView(sessionId, (view) => view.order);
  return useMemo(() => shownColumns(choices, order), [choices, order]);
}

export function showColumn(column: ChosenColumn, isShown: boolean): void {
  const kept = readLayout(useSettingsStore.getState().layout);
  const listColumns = { ...kept.listColumns, [column]: isShown };
  changeSettings({ layout: writeLayout({ ...kept, listColumns }) });
}

/** Shows a column, or hides it where it is shown. */
export function toggleColumn(column: ChosenColumn, order: ListOrder | null): void {
  const choices = readLayout(useSettingsStore.getState().layout).listColumns ?? {};
  showColumn(column, !shownColumns(choices, order).has(column));
}

/** The usual columns again. */
export function showUsualColumns(): void {
  const { listColumns: _before, ...rest } = readLayout(useSettingsStore.getState().layout);
  changeSettings({ layout: writeLayout(rest) });
}
