/**
 * Writes the sample runs from their stories: node scripts/samples.mjs [--check]
 *
 * With `--check` nothing is written; the status is 1 when a sample is not what its story tells.
 */
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

if (!(await buildAll({ only: ['bench'] }))) process.exit(2);
const program = join(repositoryRoot, 'dist', 'bench.mjs');
const { status } = await runCommand(process.execPath, [program, 'samples', ...process.argv.slice(2)]);
process.exit(status);
