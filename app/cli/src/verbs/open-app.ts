import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { line } from '../terminal/line.ts';
import { remark } from './complain.ts';
import { startShell, untilStopped } from './serve.ts';
import { readWindowArguments } from './window-arguments.ts';

/** Script each part comes from, under `scripts/parts`. */
const SCRIPTS = {
  findElectron: 'find-electron.mjs',
  runDesktop: 'run-desktop.mjs',
  hasDisplay: 'display.mjs',
  openInBrowser: 'open-in-browser.mjs',
} as const;

/**
 * No verb: opens files, and the addresses of hosts or runs, in a desktop window where Electron's own binary is present, else in the browser shell with
 * one line that says why. Never downloads; `npm start` does.
 */
export async function openApp(
  given: readonly string[],
  { installation, tokenEnv }: { readonly installation: string; readonly tokenEnv: readonly string[] },
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const shown = await readWindowArguments(given, terminal);
  if (shown === null) return EXIT.failed;
  const parts = await loadDesktopParts(installation);
  const desktop = await openDesktop(parts, installation, [...shown.files, ...shown.addresses], tokenEnv);
  if (desktop.kind === 'ended') return desktop.status === 0 ? EXIT.fine : EXIT.failed;
  remark(terminal, `opening for a browser: ${desktop.why}`);
  const shell = await startShell(
    shown,
    { json: false, port: null, ca: null, tokenEnv, installation },
    surroundings,
  );
  if (shell === null) return EXIT.failed;
  await terminal.print([line(shell.url)]);
  // Another key: the printed address stays good for another browser, or when nothing opens.
  if (parts?.hasDisplay() === true) await parts.openInBrowser(shell.newAddress());
  await untilStopped(shell, (url) => terminal.print([line(url)]), surroundings);
  return EXIT.fine;
}

type DesktopEnd = Awaited<ReturnType<DesktopParts['runDesktop']>>;

async function openDesktop(
  parts: DesktopParts | null,
  installation: string,
  given: readonly string[],
  tokenEnv: readonly string[],
): Promise<DesktopEnd> {
  if (parts === null) return notStarted('the desktop window is not part of this installation');
  if (!parts.hasDisplay()) return notStarted('there is no display for a desktop window');
  if (!existsSync(join(installation, 'dist', 'main.cjs')))
    return notStarted('the desktop window is not built');
  const electron = await parts.findElectron({ mayDownload: false });
  if (!electron.ok) return notStarted(electron.why);
  return parts.runDesktop(electron.path, given, tokenEnv);
}

function notStarted(why: string): DesktopEnd {
  return { kind: 'not-started', why };
}

/** What the installation's own scripts know about Electron, displays and browsers. */
interface DesktopParts {
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

/**
 * Loads the scripts when a window is wanted; null where they are not installed. They find their own folder by where
 * they lie, so they are loaded from there and not built in.
 */
async function loadDesktopParts(installation: string): Promise<DesktopParts | null> {
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
