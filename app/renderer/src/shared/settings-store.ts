import type { Settings, ShellInfo } from '@openwop-inspector/shell-contract';
import { create } from 'zustand';
import { shell } from '../shell/bridge.ts';

/** Preferences as the shell keeps them. */
export const useSettingsStore = create<Settings>()(() => {
  return { theme: 'system', density: 'normal', zoom: 1, layout: '' };
});

/** Reads the preferences of the last time; the defaults when there are none. A window that closes sends its last change. */
export async function loadSettings(): Promise<void> {
  addEventListener('pagehide', () => {
    if (isUnsaved) void write();
  });
  useSettingsStore.setState(await shell().call('settings/read', null));
}

let isSaving = false;
let isUnsaved = false;

/** Changes preferences immediately here and in the shell; of changes that come while the shell takes one, it gets the last. */
export function changeSettings(change: Partial<Settings>): void {
  useSettingsStore.setState(change);
  isUnsaved = true;
  if (!isSaving) void save();
}

async function save(): Promise<void> {
  isSaving = true;
  while (isUnsaved) await write();
  isSaving = false;
}

async function write(): Promise<void> {
  isUnsaved = false;
  // A preference that cannot be saved is still active here; the shell logs why.
  await shell()
    .call('settings/write', useSettingsStore.getState())
    .catch(() => undefined);
}

export const THEMES = ['system', 'light', 'dark'] as const;
export const DENSITIES = ['compact', 'normal', 'comfortable'] as const;

/** Goes through system, light, dark. */
export function stepTheme(): void {
  changeSettings({ theme: after(THEMES, useSettingsStore.getState().theme) });
}

/** Goes through compact, normal, comfortable. */
export function stepDensity(): void {
  changeSettings({ density: after(DENSITIES, useSettingsStore.getState().density) });
}

/** The steps that browsers use, as factors. */
const ZOOM_STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** One step larger or smaller; 0 goes back to 100 %. */
export function stepZoom(direction: 1 | -1 | 0): void {
  const { zoom } = useSettingsStore.getState();
  const larger = ZOOM_STEPS.find((step) => step > zoom + 0.001) ?? 3;
  const smaller = ZOOM_STEPS.findLast((step) => step < zoom - 0.001) ?? 0.5;
  changeSettings({ zoom: direction === 0 ? 1 : direction === 1 ? larger : smaller });
}

function after<Value>(values: readonly Value[], value: Value): Value {
  const next = values[(values.indexOf(value) + 1) % values.length];
  return next ?? value;
}

/** Facts about the shell; until it has answered, those of a shell that can do the least. */
export const useInfoStore = create<ShellInfo>()(() => ({
  canKeepTokens: false,
  shell: 'browser',
  version: '',
  platform: '',
  canPick: false,
  canSave: false,
  hasMenu: false,
}));

export async function loadInfo(): Promise<void> {
  useInfoStore.setState(await shell().call('shell/info', null));
}
