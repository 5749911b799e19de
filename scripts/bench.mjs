/**
 * Generates logs and measures: node scripts/bench.mjs [VERB] [options]; `--help` lists them.
 *
 * Without a verb it measures the engine against floors and peers and prints one table of ratios.
 */
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

const args = process.argv.slice(2);
if (!(await buildAll({ only: targetsOf(args) }))) process.exit(2);
const { status } = await runCommand(process.execPath, [join(repositoryRoot, 'dist', 'bench.mjs'), ...args]);
process.exit(status);

/** In Chromium the whole application is measured, so all of it has to be built; none named means all. */
function targetsOf(given) {
  if (
    given.includes('reach') ||
    given.includes('chromium') ||
    given.includes('live-chromium') ||
    given.includes('soak')
  )
    return [];
  if (given.includes('commands')) return ['cli', 'bench'];
  return given.includes('render') ? ['renderer', 'gallery', 'server', 'bench'] : ['bench'];
}
