import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartOptions } from './shell.ts';

const NEW_INSTALLATION = { theme: 'system', density: 'normal', zoom: 1, layout: '' };

/** Makes the folder, and the settings in it when a scenario wants some. */
export function prepareConfigFolder(configDir: string, { settings }: StartOptions): void {
  mkdirSync(configDir, { recursive: true });
  if (settings === undefined) return;
  writeFileSync(join(configDir, 'settings.json'), JSON.stringify({ ...NEW_INSTALLATION, ...settings }));
}

/** Settings as a shell stores them. */
export type StoredSettings = Readonly<Record<keyof typeof NEW_INSTALLATION, unknown>>;

/** The settings in the folder; those of a new installation before any was changed. */
export function storedSettingsIn(configDir: string): StoredSettings {
  const file = join(configDir, 'settings.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : NEW_INSTALLATION;
}

/** Lines of a shell's log; none before it has written any. */
export function logLinesIn(configDir: string, name: string): readonly string[] {
  const file = join(configDir, 'logs', name);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
