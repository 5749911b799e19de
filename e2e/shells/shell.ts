import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullProject, Page, TestInfo } from '@playwright/test';

/** How long a click may wait for what it is on; longer than that and something lies over it. */
export const actionTimeoutMs = 30_000;

/**
 * A page of a scenario lives for seconds: code that V8 compiles once more for speed, and threads that it collects garbage
 * with, cost more than they save.
 */
export const forShortPages = '--js-flags=--no-opt --single-threaded';

export interface StartOptions {
  /** Paths given on the command line. */
  readonly files?: readonly string[];
  /** That of the system unless given. */
  readonly theme?: 'light' | 'dark';
  /** Origins of this machine that content may be loaded from, for a host of the scenario's own. */
  readonly loadFrom?: readonly string[];
  /** Inner size of the window in CSS pixels; 1440 × 900 unless given. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** A shell that runs, with its one window: what a scenario needs besides the page itself. */
export interface Shell {
  readonly kind: 'browser' | 'desktop';
  readonly page: Page;
  /** The window may ask for addresses that begin so and for no other. */
  readonly origin: string;
  readClipboard(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  /** Does what makes a file dialog come up and chooses files in it. */
  chooseFiles(files: readonly string[], ask: () => Promise<void>): Promise<void>;
  /** Does what saves a file and keeps it in the folder under the name that was proposed; gives its path. */
  saveFile(folder: string, ask: () => Promise<void>): Promise<string>;
  /** Ids of the processes of its live sessions, the oldest first. */
  sessionProcesses(): Promise<readonly number[]>;
  /** What the shell wrote into its log, one text a line. */
  logLines(): readonly string[];
  close(): Promise<void>;
}

/** How a shell is started. */
export interface StartParts {
  readonly options: StartOptions;
  /** Folder for settings; a second start on the same folder finds what the first one left. */
  readonly configDir: string;
  /** Called with the page as early as the shell allows, to listen to it. */
  readonly onPage: (page: Page, origin: string) => void;
  /** Variables of the desktop shell besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Makes the folder, and the settings of a new installation in it but for the theme, when a scenario wants one. */
export function prepareConfigFolder(configDir: string, { theme }: StartOptions): void {
  mkdirSync(configDir, { recursive: true });
  if (theme === undefined) return;
  const settings = { theme, density: 'normal', zoom: 1, layout: '' };
  writeFileSync(join(configDir, 'settings.json'), JSON.stringify(settings));
}

/** Lines of a shell's log; none before it has written any. */
export function logLinesIn(configDir: string, name: string): readonly string[] {
  const file = join(configDir, 'logs', name);
  return !existsSync(file) ? [] : readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

/** True for the projects whose scenarios run in the desktop shell; the others run in the browser shell. */
export const isDesktop = (project: FullProject): boolean => project.name.startsWith('electron');

/**
 * The theme in which a scenario looks at the window: one shell is inspected in the light, the other in the dark. Both
 * draw the same bundle, and to see each theme in each shell would show nothing more for twice the time.
 */
export const themeOfShell = ({ project }: TestInfo): 'light' | 'dark' =>
  isDesktop(project) ? 'dark' : 'light';
