/**
 * Follows a host of our own for long and tells how memory and lag went: npm run soak [-- --minutes N --rate N --out FILE]
 *
 * The demonstration host sends 200 events a second for 30 minutes unless told otherwise; the browser shell and a
 * Chromium follow it, minimised for a stretch. Every ten seconds a line goes into a CSV file (.cache/bench/soak.csv), and
 * graphs made of text are printed at the end. By hand, on a machine that does nothing else.
 */
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

if (!(await buildAll({ only: ['renderer', 'live-session', 'server', 'cli', 'demo-host', 'bench'] })))
  process.exit(2);
const program = join(repositoryRoot, 'dist', 'bench.mjs');
const { status } = await runCommand(process.execPath, [program, 'soak', ...process.argv.slice(2)]);
process.exit(status);
