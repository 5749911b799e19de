import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Check, isExactly, isOneOf, isRecord, isTextTo } from '@openwop-inspector/base';
import type { Settings } from '@openwop-inspector/shell-contract';
import { version } from '../../../package.json';
import type { Log } from './log.ts';
import { createJsonStore, type JsonStore } from './stores.ts';

/** What a new installation starts with. */
export const defaultSettings: Settings = { theme: 'system', density: 'normal', zoom: 1, layout: '' };

/** Longest layout that is stored, in UTF-16 units. */
const maxLayoutLength = 64 * 1024;

const checks = {
  theme: isOneOf('system', 'light', 'dark'),
  density: isOneOf('compact', 'normal', 'comfortable'),
  zoom: (value: unknown): value is number => typeof value === 'number' && value >= 0.5 && value <= 3,
  layout: isTextTo(maxLayoutLength),
};

/** Whole settings as the window sends them: every field right and no field more. */
export const isSettings: Check<Settings> = isExactly(checks);

/** Settings from a file that an older version or the user may have written: what is valid is used field by field. */
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
export const createSettingsStore = (file: string, log: Log): JsonStore<Settings> =>
  createJsonStore({ file, maxBytes: 512 * 1024, accept: settingsFrom, log });

/** What decides where settings lie; `process` has this form. */
export interface Surroundings {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Folder for settings and the recent list, the same for both shells: `%APPDATA%` on Windows, `Application Support` on
 * macOS, `$XDG_CONFIG_HOME` or `~/.config` elsewhere. Not created here.
 */
export function configFolder({ platform, env }: Surroundings, home: string = homedir()): string {
  const name = 'openwop-inspector';
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), name);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), name);
}

/** Version of the application, as in the repository's package.json; put in when it is built. */
export const applicationVersion: string = version;
