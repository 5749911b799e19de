/**
 * Takes the pictures of the guide: node scripts/pictures.mjs [arguments of "playwright test"]
 *
 * The pictures that the guide links, from the samples, into `docs/guide/pictures`. Look at them before they are
 * committed; the scenarios in `e2e/pictures` decide what is in them.
 */
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { findChromium } from './parts/open-in-browser.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

const chromium = await findChromium({ mayInstall: false });
if (!chromium.ok) {
  console.error(`Pictures need Chromium: ${chromium.why}`);
  process.exit(2);
}
if (!(await buildAll())) process.exit(2);
const playwright = join(repositoryRoot, 'node_modules', '@playwright', 'test', 'cli.js');
const given = process.argv.slice(2);
const { status } = await runCommand(
  process.execPath,
  [playwright, 'test', '--project=pictures', '--reporter=list', ...given],
  { env: { INSPECTOR_CHROMIUM: chromium.path } },
);
process.exit(status);
