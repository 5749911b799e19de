/** Whether the runs of a source stand beside its views. */
import { readLayout, writeLayout } from '../model/layout-text.ts';
import { changeSettings, useSettingsStore } from './settings-store.ts';

/** Narrower windows have no room for them unasked, in CSS pixels. */
export const ROOM_FOR_RUNS = 1280;

/** What the person said, else whether there is room. */
export function useAreRunsBeside(isWide: boolean): boolean {
  return useSettingsStore(({ layout }) => readLayout(layout).runsBeside) ?? isWide;
}

/** Shows the runs, or puts them away. */
export function toggleRuns(): void {
  const kept = readLayout(useSettingsStore.getState().layout);
  const isBeside = kept.runsBeside ?? window.innerWidth >= ROOM_FOR_RUNS;
  changeSettings({ layout: writeLayout({ ...kept, runsBeside: !isBeside }) });
}
