/** The selected columns of the event list, as stored in the settings. */
import type { ListOrder } from '@openwop-inspector/run-log';
import { useMemo } from 'react';
import { readLayout, writeLayout } from '../model/layout-text.ts';
import {
  type ChosenColumn,
  type ColumnChoices,
  type ColumnWidths,
  fittingWidth,
  type SizedColumn,
  visibleColumns,
} from '../model/list-columns.ts';
import { changeSettings, useSettingsStore } from './settings-store.ts';
import { useSessionView } from './view-store.ts';

/** What was said of each column. */
export function useColumnChoices(): ColumnChoices {
  const layout = useSettingsStore((settings) => settings.layout);
  return useMemo(() => readLayout(layout).listColumns ?? {}, [layout]);
}

/** The columns that the list of a session shows. */
export function useVisibleColumns(sessionId: string): ReadonlySet<ChosenColumn> {
  const choices = useColumnChoices();
  const order = useSessionView(sessionId, (view) => view.order);
  return useMemo(() => visibleColumns(choices, order), [choices, order]);
}

export function showColumn(column: ChosenColumn, isDisplayed: boolean): void {
  const stored = readLayout(useSettingsStore.getState().layout);
  const listColumns = { ...stored.listColumns, [column]: isDisplayed };
  changeSettings({ layout: writeLayout({ ...stored, listColumns }) });
}

/** Shows a column, or hides it where it is displayed. */
export function toggleColumn(column: ChosenColumn, order: ListOrder | null): void {
  const choices = readLayout(useSettingsStore.getState().layout).listColumns ?? {};
  showColumn(column, !visibleColumns(choices, order).has(column));
}

/** Widths of columns that were set. */
export function useColumnWidths(): ColumnWidths {
  const layout = useSettingsStore((settings) => settings.layout);
  return useMemo(() => readLayout(layout).listWidths ?? {}, [layout]);
}

/** Sets the width of a column, in px; null goes back to the usual one. */
export function setColumnWidth(column: SizedColumn, width: number | null): void {
  const stored = readLayout(useSettingsStore.getState().layout);
  const { [column]: _before, ...others } = stored.listWidths ?? {};
  const listWidths = width === null ? others : { ...others, [column]: fittingWidth(width) };
  changeSettings({ layout: writeLayout({ ...stored, listWidths }) });
}

/** The usual columns again, in their usual widths. */
export function showUsualColumns(): void {
  const {
    listColumns: _displayed,
    listWidths: _set,
    ...rest
  } = readLayout(useSettingsStore.getState().layout);
  changeSettings({ layout: writeLayout(rest) });
}
