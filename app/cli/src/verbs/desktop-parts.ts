import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the installation's own scripts know about Electron, displays and browsers. */
export interface DesktopParts {
  findElectron(options: {
    mayDownload: boolean;
  }): Promise<{ ok: true; path: string } | { ok: false; why: string }>;
  runDesktop(
    electron: string,
    /** Absolute paths of files, and addresses of hosts or runs. */
    given: readonly string[],
    /** Names of environment variables that may become tokens. */
    tokenVariables: readonly string[],
  ): Promise<{ kind: 'ended'; status: number } | { kind: 'not-started'; why: string }>;
  hasDisplay(): boolean;
  openInBrowser(url: string): Promise<void>;
}

/** Script each part comes from, under `scripts/parts`. */
const SCRIPTS = {
  findElectron: 'find-electron.mjs',
  runDesktop: 'run-desktop.mjs',
  hasDisplay: 'display.mjs',
  openInBrowser: 'open-in-browser.mjs',
} as const;

/**
 * Loads the scripts when a window is wanted; null where they are not installed. They find their own folder by where
 * they lie, so they are loaded from there and not built in.
 */
export async function loadDesktopParts(installation: string): Promise<DesktopParts | null> {
  const parts: Record<string, unknown> = {};
  for (const [part, script] of Object.entries(SCRIPTS)) {
    const path = join(installation, 'scripts', 'parts', script);
    if (!existsSync(path)) return null;
    const loaded: Record<string, unknown> = await import(/* @vite-ignore */ pathToFileURL(path).href);
    if (typeof loaded[part] !== 'function') return null;
    parts[part] = loaded[part];
  }
  return parts as unknown as DesktopParts;
}
