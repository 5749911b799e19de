/**
 * Fuzzes everything that takes foreign content: node scripts/fuzz.mjs [--minutes N] [--seed N] [--only NAME]
 *
 * Ten minutes unless told otherwise, under a seed of the day. An input that throws, hangs, fills the memory or brings a
 * planted secret through is written into testing/fuzz-corpus, which the unit tests replay.
 */
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

if (!(await buildAll({ only: ['fuzz'] }))) process.exit(2);
const program = join(repositoryRoot, 'dist', 'fuzz.mjs');
process.exit((await runCommand(process.execPath, [program, ...process.argv.slice(2)])).status);
