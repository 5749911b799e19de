/**
 * Generates logs and measures: node scripts/bench.mjs [VERB] [options]; `--help` lists them.
 *
 * Without a verb it measures the engine against floors and peers and prints one table of ratios.
 */
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

/** What is built besides the bench itself, by verb; null is everything, for verbs that start the whole application. */
const needed = { reach: null, chromium: null, commands: ['cli'] };
/** The same for all others: sizes of the window's bundles are listed. */
const usual = ['renderer'];

const args = process.argv.slice(2);
const verb = Object.keys(needed).find((name) => args.includes(name));
const others = verb === undefined ? usual : needed[verb];
if (!(await buildAll(others === null ? {} : { only: [...others, 'bench'] }))) process.exit(2);
const { status } = await runCommand(process.execPath, [join(repositoryRoot, 'dist', 'bench.mjs'), ...args]);
process.exit(status);
