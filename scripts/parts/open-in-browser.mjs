import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installSystemPackages } from './display.mjs';
import { hasCommand, runCommand } from './run-command.mjs';

/** A browser that is to open the file has read it by then; the key in it is used up with that. */
const lifetimeMs = 60_000;

/**
 * Opens an address of ours in the person's browser. Best effort: an address has been printed already, so when there is
 * nothing to open it with, that is said and nothing more.
 *
 * The address holds a key, and every program of this machine can read command lines. The opener is given the path of a
 * document that leads there, which its owner alone can read; it is deleted after a minute, or at the end.
 */
export async function openInBrowser(url) {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const { path, remove } = writeRedirect(url);
  process.once('exit', remove);
  setTimeout(remove, lifetimeMs).unref();
  const isThere = await hasCommand(program);
  const opened =
    isThere && (await runCommand(program, [...args, path], { quiet: true, timeoutMs: 10_000 })).status === 0;
  if (!opened) console.log('Open the address above in a browser.');
}

/** Writes a document that leads to an address, readable by its owner alone in a folder of its own. */
function writeRedirect(url) {
  const folder = mkdtempSync(join(tmpdir(), 'openwop-inspector-open-'));
  const path = join(folder, 'inspector.html');
  const target = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const html = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${target}">
<title>OpenWOP Inspector</title>
<p><a href="${target}">Open the inspector</a></p>
`;
  writeFileSync(path, html, { mode: 0o600, flag: 'wx' });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const openers = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] };

// A Chromium for the end-to-end tests; no browser is ever downloaded.

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

/** @param {{ mayInstall: boolean }} options whether apt may be used, where that needs no question */
export async function findChromium({ mayInstall }) {
  const named = process.env.INSPECTOR_CHROMIUM;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return { ok: true, path: named };
    return { ok: false, why: `INSPECTOR_CHROMIUM names ${named}, which is not there` };
  }
  const present = usualPlaces.find((path) => existsSync(path));
  if (present !== undefined) return { ok: true, path: present };
  for (const name of mayInstall ? ['chromium-headless-shell', 'chromium'] : [])
    if (await installSystemPackages([name, 'fonts-liberation'])) return findChromium({ mayInstall: false });
  return { ok: false, why: 'no Chromium was found; install one or name it in INSPECTOR_CHROMIUM' };
}

/** Libraries of the system that a program needs and does not find (Linux). */
export async function missingLibraries(program) {
  if (process.platform !== 'linux') return [];
  const { output } = await runCommand('ldd', [program], { quiet: true });
  return [...output.matchAll(/^\s*(\S+) => not found$/gm)].map(([, name]) => name);
}
