/**
 * Runs the end-to-end scenarios: node scripts/e2e.mjs [arguments of "playwright test"]
 *
 * In Chromium (INSPECTOR_CHROMIUM, or the usual paths) and in Electron (INSPECTOR_ELECTRON, the installed one, or
 * else the stand-in for tests), on a virtual display when there is none. A shell that cannot be had is left out
 * and named; with CI=true or --all that is a failure. Electron runs the scenarios that are tagged `@desktop`; with
 * --all it runs every scenario, and the long ones run too. With --project=pictures it takes the pictures of the guide from
 * the samples, into `docs/guide/pictures`; look at them before they are committed.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasDisplay, installSystemPackages, startVirtualDisplay } from './parts/display.mjs';
import { findElectron, standInElectron } from './parts/find-electron.mjs';
import { findChromium, missingLibraries } from './parts/open-in-browser.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

/** Report of the scenarios, in the JSON form of Playwright. */
export const endToEndReportFile = join(repositoryRoot, '.cache', 'playwright.json');

/** What Electron links to and a small system may lack; newer Debian releases have other names for some. */
const electronLibraries = ['libgtk-3-0', 'libnss3', 'libgbm1', 'libasound2', 'libxss1', 'libatk-bridge2.0-0'];

/**
 * Finds the shells, and installs what is missing where that is allowed.
 *
 * @returns {Promise<{ projects: readonly string[], env: Record<string, string>, leftOut: readonly string[], stop: () => void }>}
 *   `leftOut` says what and why; `stop` ends the virtual display
 */
export async function prepareShells({ mayInstall }) {
  const leftOut = [];
  const projects = [];
  const env = {};
  const display = await displayFor(mayInstall);
  const electron = display.ok ? await electronForTests(mayInstall) : display;
  if (electron.ok) {
    projects.push('--project=electron');
    env.INSPECTOR_ELECTRON_TEST = electron.path;
  } else leftOut.push(`end to end in Electron: ${electron.why}`);
  const chromium = await findChromium({ mayInstall });
  if (chromium.ok) {
    projects.push('--project=chromium-long', '--project=chromium');
    env.INSPECTOR_CHROMIUM = chromium.path;
  } else leftOut.push(`end to end in Chromium: ${chromium.why}`);
  return { projects, env: { ...env, ...display.env }, leftOut, stop: () => display.stop?.() };
}

/**
 * Runs the scenarios in the shells that were found, and stops the virtual display.
 *
 * @param {readonly string[]} [args] arguments of "playwright test"
 * @returns {Promise<number>} exit status; 0 is success
 */
export async function runEndToEnd({ projects, env, stop }, args = []) {
  await rm(endToEndReportFile, { force: true });
  if (projects.length === 0) return 1;
  const playwright = join(repositoryRoot, 'node_modules', '@playwright', 'test', 'cli.js');
  const { status } = await runCommand(process.execPath, [playwright, 'test', ...projects, ...args], { env });
  stop();
  return status;
}

async function displayFor(mayInstall) {
  if (hasDisplay()) return { ok: true, env: {} };
  let display = await startVirtualDisplay();
  if (display === null && mayInstall && (await installSystemPackages(['xvfb'])))
    display = await startVirtualDisplay();
  return display === null
    ? { ok: false, why: 'there is no display, and Xvfb is not installed', env: {} }
    : { ok: true, ...display };
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
  const isAll = given.includes('--all');
  if (isAll) process.env.INSPECTOR_TEST_ALL = 'true';
  const shells = await prepareShells({ mayInstall: false });
  // A project that is named runs alone.
  const named = given.filter((arg) => arg.startsWith('--project='));
  const args = given.filter((arg) => arg !== '--all' && !named.includes(arg));
  const projects = named.length > 0 ? named : shells.projects;
  const status = await runEndToEnd({ ...shells, projects }, args);
  for (const line of shells.leftOut) console.log(`LEFT OUT ${line}`);
  const mustBeWhole = process.env.CI === 'true' || isAll;
  process.exit(status !== 0 || (mustBeWhole && shells.leftOut.length > 0) ? 1 : 0);
}
