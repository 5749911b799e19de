/**
 * Shows every renderer in every state: npm run gallery [-- --no-open] [FAMILY/STATE]
 *
 * Builds the gallery, serves it by the browser shell under the policy of the window, prints its address and, where
 * there is a display, opens it. Settings lie in a folder of their own that goes with it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { hasDisplay } from './parts/display.mjs';
import { openInBrowser } from './parts/open-in-browser.mjs';
import { repositoryRoot, untilStopped } from './parts/run-command.mjs';

const args = process.argv.slice(2);
const wrong = args.find((arg) => arg.startsWith('-') && arg !== '--no-open');
if (wrong !== undefined) {
  console.error(`There is no option ${wrong}.\nUsage: npm run gallery [-- --no-open] [FAMILY/STATE]`);
  process.exit(2);
}
if (!(await buildAll({ only: ['gallery', 'server'] }))) process.exit(1);

const { startBrowserShell } = await import(new URL('../dist/server.mjs', import.meta.url).href);
const configDir = await mkdtemp(join(tmpdir(), 'inspector-gallery-'));
const shell = await startBrowserShell({
  files: [],
  samplesDir: join(repositoryRoot, 'samples'),
  rendererDir: join(repositoryRoot, 'dist', 'gallery'),
  configDir,
});
const stopped = untilStopped();
const place = args.find((arg) => !arg.startsWith('-'));
// The gallery asks its shell for nothing but its own files, which need no key.
const origin = `http://127.0.0.1:${shell.port}/`;
const address = place === undefined ? origin : `${origin}#${encodeURI(place)}`;
console.log(address);
if (hasDisplay() && !args.includes('--no-open')) await openInBrowser(address);
console.log('Ctrl-C ends it.');
await stopped;
await shell.close();
await rm(configDir, { recursive: true, force: true });
