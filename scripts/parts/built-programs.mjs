/** Before the unit tests: builds what they start as programs, when it is out of date. */
import { join } from 'node:path';
import { repositoryRoot, runCommand } from './run-command.mjs';

/** The process of live sessions, the command, the window that `serve` hands out, and the generator of logs. */
const programs = ['live-session', 'cli', 'renderer', 'bench'];

export default async function builtPrograms() {
  const build = join(repositoryRoot, 'scripts', 'build.mjs');
  const { status, output } = await runCommand(process.execPath, [build, ...programs], { quiet: true });
  if (status !== 0) throw new Error(`What the tests start cannot be built.\n${output}`);
}
