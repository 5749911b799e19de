/** Whether the runs of a source are listed next to its views. */
import { readLayout, writeLayout } from '../model/layout-text.ts';
import { changeSettings, useSettingsStore } from './settings-store.ts';

/** Narrower windows do not show them by default, in CSS pixels. */
export const ROOM_FOR_RUNS = 1280;

/** The user's choice, else whether they fit. */
export function useIsRunsPaneOpen(isWide: boolean): boolean {
  return useSettingsStore(({ layout }) => readLayout(layout).runsBeside) ?? isWide;
}

/** Shows the runs, or puts them away. */
export function toggleRuns(): void {
  const stored = readLayout(useSettingsStore.getState().layout);
  const isBeside = stored.runsBeside ?? window.innerWidth >= ROOM_FOR_RUNS;
  changeSettings({ layout: writeLayout({ ...stored, runsBeside: !isBeside }) });
}
