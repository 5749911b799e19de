import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type BrowserShell,
  BrowserShellNotStarted,
  onEnter,
  startBrowserShell,
} from '@openwop-inspector/browser-shell';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { readNamedAuthorities } from '../open/host-options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { line } from '../terminal/line.ts';
import { nothing, remark } from './complain.ts';
import { readWindowArguments, type WindowArguments } from './window-arguments.ts';

export interface ServeOptions {
  /** A free port when null. */
  readonly port: number | null;
  /** Environment variables that the window may send as tokens. */
  readonly tokenEnv: readonly string[];
  /** File with the certificate authority of the hosts; null for the public ones alone. */
  readonly ca: string | null;
  readonly json: boolean;
  /** Folder the application is installed in. */
  readonly installation: string;
}

/** `serve [FILE|ADDRESS…]`: the window for a browser, on loopback, until Ctrl-C. Prints its address. */
export async function serve(
  given: readonly string[],
  options: ServeOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const shown = await readWindowArguments(given, terminal);
  if (shown === null) return EXIT.failed;
  const shell = await startShell(shown, options, surroundings);
  if (shell === null) return EXIT.failed;
  const say = (url: string) =>
    options.json ? terminal.printDocument({ url, port: shell.port }) : terminal.print([line(url)]);
  await say(shell.url);
  remark(terminal, 'open this address in a browser; it opens one window, once');
  await untilStopped(shell, say, surroundings);
  return EXIT.fine;
}

/** Prints another address each time Enter is pressed, and ends the shell when the person stops. */
export async function untilStopped(
  shell: BrowserShell,
  say: (url: string) => Promise<void>,
  { terminal, stdin, signal }: Surroundings,
): Promise<void> {
  const end = onEnter(stdin, () => void say(shell.newAddress()));
  remark(terminal, 'Enter prints another address, Ctrl-C ends it');
  await stopped(signal);
  end();
  await shell.close();
}

/** Starts the browser shell; null when it cannot be started, which has been said. */
export async function startShell(
  { files, addresses }: WindowArguments,
  { port, ca, tokenEnv, installation }: ServeOptions,
  { terminal }: Surroundings,
): Promise<BrowserShell | null> {
  const rendererDir = join(installation, 'dist', 'renderer');
  if (!existsSync(join(rendererDir, 'index.html')))
    return nothing(
      terminal,
      `the window is not built: ${rendererDir} is missing. Run "npm run build" in ${installation}`,
    );
  const authorities = await readNamedAuthorities(ca, terminal);
  if (authorities === null) return null;
  try {
    return await startBrowserShell({
      files,
      addresses,
      authorities,
      samplesDir: join(installation, 'samples'),
      rendererDir,
      tokenVariables: tokenEnv,
      ...(port === null ? {} : { port }),
    });
  } catch (error) {
    if (!(error instanceof BrowserShellNotStarted)) throw error;
    return nothing(terminal, error.message);
  }
}

/** Resolves when the person asks to stop. */
function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }));
}
