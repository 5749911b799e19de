/** A Chromium for the end-to-end tests; no browser is ever downloaded. */
import { existsSync } from 'node:fs';
import { runCommand } from './run-command.mjs';
import { installSystemPackages } from './system-packages.mjs';

const usualPlaces = [
  // A build that never has a window: the same engine, and a seventh less work for the scenarios.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * @param {{ mayInstall: boolean }} options whether apt may be used, where that needs no question
 * @returns {Promise<import('./find-electron.mjs').FoundProgram>}
 */
export async function findChromium({ mayInstall }) {
  const named = process.env.INSPECTOR_CHROMIUM;
  if (named !== undefined && named !== '') {
    return existsSync(named)
      ? { ok: true, path: named }
      : { ok: false, why: `INSPECTOR_CHROMIUM names ${named}, which is not there` };
  }
  const present = usualPlaces.find((path) => existsSync(path));
  if (present !== undefined) return { ok: true, path: present };
  for (const name of mayInstall ? ['chromium-headless-shell', 'chromium'] : []) {
    if (await installSystemPackages([name, 'fonts-liberation'])) return findChromium({ mayInstall: false });
  }
  return { ok: false, why: 'no Chromium was found; install one or name it in INSPECTOR_CHROMIUM' };
}

/**
 * Libraries of the system that a program needs and does not find (Linux).
 *
 * @param {string} program
 * @returns {Promise<readonly string[]>}
 */
export async function missingLibraries(program) {
  if (process.platform !== 'linux') return [];
  const { output } = await runCommand('ldd', [program], { quiet: true });
  return [...output.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name);
}
