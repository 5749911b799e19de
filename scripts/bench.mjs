/**
 * Generates logs and measures: node scripts/bench.mjs [VERB] [options]; `--help` lists them.
 *
 * Without a verb it measures the engine against floors and peers and prints one table of ratios.
 */
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

const args = process.argv.slice(2);
/** In Chromium the whole application is measured, so all of it has to be built. */
const only = args.includes('chromium') ? [] : ['bench'];
if (!(await buildAll({ only }))) process.exit(2);
const { status } = await runCommand(process.execPath, [join(repositoryRoot, 'dist', 'bench.mjs'), ...args]);
process.exit(status);
