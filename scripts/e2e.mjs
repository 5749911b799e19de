/**
 * Runs the end-to-end scenarios: node scripts/e2e.mjs [arguments of "playwright test"]
 *
 * In Chromium (INSPECTOR_CHROMIUM, or the usual places) and in Electron (INSPECTOR_ELECTRON, the installed one, or
 * else the stand-in for tests), on a display of our own when there is none. A shell that cannot be had is left out
 * and named; with CI=true or --all that is a failure.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasDisplay, startVirtualDisplay } from './parts/display.mjs';
import { findChromium, missingLibraries } from './parts/find-chromium.mjs';
import { findElectron } from './parts/find-electron.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';
import { standInElectron } from './parts/stand-in-electron.mjs';
import { installSystemPackages } from './parts/system-packages.mjs';

/** Report of the scenarios, in the JSON form of Playwright. */
export const endToEndReportFile = join(repositoryRoot, '.cache', 'playwright.json');

/** What Electron links to and a small system may lack; newer Debian releases have other names for some. */
const electronLibraries = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2', 'libxss1', 'libatk-bridge2.0-0'];

/**
 * Runs the scenarios in every shell that can be had.
 *
 * @param {{ mayInstall: boolean, args?: readonly string[] }} options
 * @returns {Promise<{ status: number, leftOut: readonly string[] }>} `leftOut` says what and why
 */
export async function runEndToEnd({ mayInstall, args = [] }) {
  await rm(endToEndReportFile, { force: true });
  const leftOut = [];
  const env = {};
  const projects = [];

  const chromium = await findChromium({ mayInstall });
  if (chromium.ok) {
    projects.push('--project=chromium', '--project=chromium-hostile', '--project=gallery');
    env.INSPECTOR_CHROMIUM = chromium.path;
  } else leftOut.push(`end to end in Chromium: ${chromium.why}`);

  const display = await displayFor(mayInstall);
  const electron = display.ok ? await electronForTests(mayInstall) : display;
  if (electron.ok) {
    projects.push('--project=electron', '--project=electron-hostile');
    env.INSPECTOR_ELECTRON_TEST = electron.path;
  } else leftOut.push(`end to end in Electron: ${electron.why}`);

  if (projects.length === 0) return { status: 1, leftOut };
  const playwright = join(repositoryRoot, 'node_modules', '@playwright', 'test', 'cli.js');
  const { status } = await runCommand(process.execPath, [playwright, 'test', ...projects, ...args], {
    env: { ...env, ...display.env },
  });
  display.stop?.();
  return { status, leftOut };
}

async function displayFor(mayInstall) {
  if (hasDisplay()) return { ok: true, env: {} };
  const display = (await startVirtualDisplay()) ?? (await installedDisplay(mayInstall));
  return display === null
    ? { ok: false, why: 'there is no display, and Xvfb is not installed', env: {} }
    : { ok: true, ...display };
}

async function installedDisplay(mayInstall) {
  return mayInstall && (await installSystemPackages(['xvfb'])) ? startVirtualDisplay() : null;
}

/**
 * Electron's own binary when it can be had, else the stand-in.
 *
 * @param {boolean} mayInstall whether to download and to use apt
 */
export async function electronForTests(mayInstall) {
  const own = await findElectron({ mayDownload: mayInstall });
  const found = own.ok ? own : await standInElectron();
  if (!found.ok) return { ok: false, why: `${own.why}; ${found.why}` };
  if ((await missingLibraries(found.path)).length > 0 && mayInstall)
    await installSystemPackages(electronLibraries);
  const missing = await missingLibraries(found.path);
  return missing.length === 0 ? found : { ok: false, why: `the system lacks ${missing.join(', ')}` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2);
  const args = given.filter((arg) => arg !== '--all');
  const { status, leftOut } = await runEndToEnd({ mayInstall: false, args });
  for (const line of leftOut) console.log(`LEFT OUT ${line}`);
  const mustBeWhole = process.env.CI === 'true' || given.includes('--all');
  process.exit(status !== 0 || (mustBeWhole && leftOut.length > 0) ? 1 : 0);
}
