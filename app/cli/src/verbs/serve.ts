import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BrowserShell,
  BrowserShellNotStarted,
  startBrowserShell,
} from '@openwop-inspector/browser-shell';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { line } from '../terminal/line.ts';
import { complain, remark } from './complain.ts';
import { type ShownInWindow, shownInWindow } from './shown-in-window.ts';

export interface ServeOptions {
  readonly json: boolean;
  /** A free port when null. */
  readonly port: number | null;
  /** Folder the application is installed in, with `dist` and `samples`. */
  readonly installation: string;
}

/** `serve [FILE|ADDRESS…]`: the window for a browser, on loopback, until Ctrl-C. Prints its address. */
export async function serve(
  given: readonly string[],
  options: ServeOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const shown = await shownInWindow(given, terminal);
  if (shown === null) return EXIT.failed;
  const shell = await startShell(shown, options, surroundings);
  if (shell === null) return EXIT.failed;
  if (options.json) await terminal.printDocument({ url: shell.url, port: shell.port });
  else await terminal.print([line(shell.url)]);
  remark(terminal, 'open this address in a browser. Ctrl-C ends it');
  await stopped(surroundings.signal);
  await shell.close();
  return EXIT.fine;
}

/** Starts the browser shell; null when it cannot be started, which has been said. */
export async function startShell(
  { files, addresses }: ShownInWindow,
  { port, installation }: ServeOptions,
  { terminal }: Surroundings,
): Promise<BrowserShell | null> {
  const rendererDir = join(installation, 'dist', 'renderer');
  if (!existsSync(join(rendererDir, 'index.html'))) {
    complain(
      terminal,
      `the window is not built: ${rendererDir} is missing. Run "npm run build" in ${installation}`,
    );
    return null;
  }
  try {
    return await startBrowserShell({
      files,
      addresses,
      samplesDir: join(installation, 'samples'),
      rendererDir,
      ...(port === null ? {} : { port }),
    });
  } catch (error) {
    if (!(error instanceof BrowserShellNotStarted)) throw error;
    complain(terminal, error.message);
    return null;
  }
}

/** Resolves when the person asks to stop. */
export function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
