import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCommand, runCommand } from './run-command.mjs';

/** A browser that is asked to open the file has read it by then; the key in it is used up with that. */
const keptMs = 60_000;

/**
 * Opens an address of ours in the person's browser. Best effort: an address has been printed already, so when there is
 * nothing to open it with, that is said and nothing more.
 *
 * The address holds a key, and every program of this machine can read command lines. The opener is given the path of a
 * document that leads there, which its owner alone can read; it is deleted after a minute, or at the end.
 *
 * @param {string} url
 */
export async function openInBrowser(url) {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const { path, remove } = writeRedirect(url);
  process.once('exit', remove);
  setTimeout(remove, keptMs).unref();
  const isThere = await hasCommand(program);
  const opened =
    isThere && (await runCommand(program, [...args, path], { quiet: true, timeoutMs: 10_000 })).status === 0;
  if (!opened) console.log('Open the address above in a browser.');
}

/**
 * Writes a document that leads to an address, readable by its owner alone in a folder of its own.
 *
 * @param {string} url
 * @returns {{ path: string, remove: () => void }}
 */
export function writeRedirect(url) {
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

const openers = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
