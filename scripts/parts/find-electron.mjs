/** Electron's own binary: the one a person named, the one that is installed, or one downloaded now. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desktopPackages, installDesktopTools } from './desktop-tools.mjs';
import { runCommand } from './run-command.mjs';

/** How long a download may take before we go on without it. */
const downloadLimitMs = 180_000;

const packageFolder = join(desktopPackages, 'electron');

/** @typedef {{ ok: true, path: string } | { ok: false, why: string }} FoundProgram */

/**
 * Finds the binary without asking `require('electron')`, which would start a download of its own.
 *
 * @param {{ mayDownload: boolean }} options
 * @returns {Promise<FoundProgram>}
 */
export async function findElectron({ mayDownload }) {
  const named = process.env.INSPECTOR_ELECTRON;
  if (named !== undefined && named !== '') {
    return existsSync(named)
      ? { ok: true, path: named }
      : { ok: false, why: `INSPECTOR_ELECTRON names ${named}, which is not there` };
  }
  const installed = installedElectron();
  if (installed !== null) return { ok: true, path: installed };
  if (!mayDownload) return { ok: false, why: "Electron's own binary is not installed" };
  const tools = await installDesktopTools();
  if (!tools.ok) return tools;

  console.log(
    `Downloading Electron ${electronVersion()} (about 120 MB, at most ${downloadLimitMs / 60_000} minutes) …`,
  );
  const download = await runCommand(process.execPath, [join(packageFolder, 'install.js')], {
    quiet: true,
    timeoutMs: downloadLimitMs,
  });
  const downloaded = installedElectron();
  if (download.status === 0 && downloaded !== null) return { ok: true, path: downloaded };
  const reason = download.timedOut ? 'it took too long' : firstReason(download.output);
  return { ok: false, why: `Electron's own binary could not be downloaded (${reason})` };
}

/** Version that scripts/desktop/package.json pins. */
export function electronVersion() {
  return JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version;
}

/** Folder with the runtime as Electron's installer unpacks it. */
export const electronDistFolder = join(packageFolder, 'dist');

function installedElectron() {
  const program = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  };
  const path = join(electronDistFolder, program[process.platform] ?? 'electron');
  return existsSync(path) ? path : null;
}

/** The telling part of an error: its code when there is one, else its first line. */
function firstReason(output) {
  const code = /\b(E[A-Z]{4,}|HTTPError|ERR_[A-Z_]+)\b/.exec(output)?.[0];
  if (code === undefined && output.includes('fetch failed')) return 'no connection';
  return code ?? output.trim().split('\n', 1)[0]?.slice(0, 100) ?? 'no reason given';
}
