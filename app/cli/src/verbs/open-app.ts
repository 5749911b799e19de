import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { line } from '@openwop-inspector/base/document';
import {
  type BrowserShell,
  BrowserShellNotStarted,
  isOutsideAddress,
  onEnter,
  startBrowserShell,
} from '@openwop-inspector/browser-shell';
import { readHostAddress } from '@openwop-inspector/host-client';
import { scalarText } from '@openwop-inspector/protocol';
import type { Options } from '../grammar/options.ts';
import { readNamedAuthorities } from '../open/host-options.ts';
import type { Surroundings } from '../open/open-log.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { VerbMeans } from '../verb.ts';
import { answering } from './answer-from-log.ts';
import { complain, EXIT, Refusal, remark } from './complain.ts';

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
export const openApp = answering<readonly string[], Pick<Options<'serve'>, 'tokenEnv'>, VerbMeans>(
  async (given, { tokenEnv }, means) => {
    const { terminal, installation } = means;
    const displayed = await readWindowArguments(given, terminal);
    if (displayed === null) return EXIT.failed;
    const parts = await loadDesktopParts(installation);
    const all = [...displayed.files, ...displayed.addresses];
    const desktop = await openDesktop(parts, installation, all, tokenEnv);
    if (desktop.kind === 'ended') return desktop.status === 0 ? EXIT.fine : EXIT.failed;
    remark(terminal, `opening for a browser: ${desktop.why}`);
    const shell = await startShell(displayed, { port: null, ca: null, tokenEnv }, installation);
    await terminal.print([line(shell.url)]);
    // Another key: the printed address stays good for another browser, or when nothing opens.
    if (parts?.hasDisplay() === true) await parts.openInBrowser(shell.newAddress());
    await untilStopped(shell, (url) => terminal.print([line(url)]), means);
    return EXIT.fine;
  },
);

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

const notStarted = (why: string): DesktopEnd => ({ kind: 'not-started', why });

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

/** `serve [FILE|ADDRESS…]`: the window for a browser, on loopback, until Ctrl-C. Prints its address. */
export const serve = answering<readonly string[], Options<'serve'>, VerbMeans>(
  async (given, options, means) => {
    const { terminal } = means;
    const displayed = await readWindowArguments(given, terminal);
    if (displayed === null) return EXIT.failed;
    const shell = await startShell(displayed, options, means.installation);
    const say = (url: string) =>
      options.json ? terminal.printDocument({ url, port: shell.port }) : terminal.print([line(url)]);
    await say(shell.url);
    remark(terminal, 'open this address in a browser; it opens one window, once');
    await untilStopped(shell, say, means);
    return EXIT.fine;
  },
);

/** Prints another address each time Enter is pressed, and ends the shell when the person stops. */
export async function untilStopped(
  shell: BrowserShell,
  say: (url: string) => Promise<void>,
  { terminal, stdin, signal }: Surroundings,
): Promise<void> {
  const end = onEnter(stdin, () => void say(shell.newAddress()));
  remark(terminal, 'Enter prints another address, Ctrl-C ends it');
  if (!signal.aborted) await once(signal, 'abort');
  end();
  await shell.close();
}

/** Starts the browser shell. Rejects with a `Refusal` when it cannot be started. */
export async function startShell(
  { files, addresses }: WindowArguments,
  { port, ca, tokenEnv }: Omit<Options<'serve'>, 'json'>,
  installation: string,
): Promise<BrowserShell> {
  const rendererDir = join(installation, 'dist', 'renderer');
  if (!existsSync(join(rendererDir, 'index.html')))
    throw new Refusal(
      `the window is not built: ${rendererDir} is missing. Run "npm run build" in ${installation}`,
    );
  const authorities = await readNamedAuthorities(ca);
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
    throw new Refusal(error.message);
  }
}

/** What a window is given at its start. */
export interface WindowArguments {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Addresses of hosts or runs: the window offers to attach and asks before it does. */
  readonly addresses: readonly string[];
}

/** Sorts arguments into files and addresses; null when one cannot be displayed, which has been said. */
export async function readWindowArguments(given: readonly string[], terminal: Terminal) {
  const addresses = given.filter(isOutsideAddress);
  const files = given.filter((argument) => !isOutsideAddress(argument));
  const wrong: string[] = [];
  for (const file of files) {
    const why = await whyNot(file);
    if (why !== null) wrong.push(`${file}: ${why}`);
  }
  for (const [place, address] of addresses.entries()) {
    const reading = readHostAddress(address);
    if (!reading.ok) wrong.push(`address ${place + 1}: ${reading.message}`);
  }
  for (const one of wrong) complain(terminal, one);
  return wrong.length === 0 ? { files: files.map((file) => resolve(file)), addresses } : null;
}

/** Why a window cannot be given a file; null when it can. */
async function whyNot(file: string): Promise<string | null> {
  if (file === '-') return 'standard input cannot be displayed in a window; use "inspect -"';
  try {
    const facts = await stat(file);
    if (facts.isDirectory()) return 'it is a directory';
    return facts.isFile() ? null : 'it is no plain file';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? scalarText(error.code) : String(error);
    return code === 'ENOENT' ? 'there is no such file' : `it cannot be opened (${code})`;
  }
}
