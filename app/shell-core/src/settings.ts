import { isRecord } from '@openwop-inspector/base';
import type { Settings } from '@openwop-inspector/shell-contract';
import { createJsonStore, type JsonStore } from './json-store.ts';
import type { Log } from './log.ts';

/** What a new installation starts with. */
export const defaultSettings: Settings = { theme: 'system', density: 'normal', zoom: 1, layout: '' };

/** Longest layout that is kept, in UTF-16 units. */
export const maxLayoutLength = 64 * 1024;

const checks: { readonly [K in keyof Settings]: (value: unknown) => value is Settings[K] } = {
  theme: (value): value is Settings['theme'] => value === 'system' || value === 'light' || value === 'dark',
  density: (value): value is Settings['density'] =>
    value === 'compact' || value === 'normal' || value === 'comfortable',
  zoom: (value): value is number => typeof value === 'number' && value >= 0.5 && value <= 3,
  layout: (value): value is string => typeof value === 'string' && value.length <= maxLayoutLength,
};

/** Whole settings as the window sends them: every field right and no field more. */
export function isSettings(value: unknown): value is Settings {
  return (
    isRecord(value) &&
    Object.keys(value).length === Object.keys(checks).length &&
    Object.entries(checks).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]))
  );
}

/** Settings from a file that an older version or the user may have written: what is right is kept field by field. */
export function settingsFrom(value: unknown): Settings {
  const given = isRecord(value) ? value : {};
  return {
    theme: checks.theme(given.theme) ? given.theme : defaultSettings.theme,
    density: checks.density(given.density) ? given.density : defaultSettings.density,
    zoom: checks.zoom(given.zoom) ? given.zoom : defaultSettings.zoom,
    layout: checks.layout(given.layout) ? given.layout : defaultSettings.layout,
  };
}

/** The settings file. */
export function createSettingsStore(file: string, log: Log): JsonStore<Settings> {
  return createJsonStore({ file, maxBytes: 512 * 1024, accept: settingsFrom, log });
}
