/** Before the unit tests: builds the program of live sessions when it is out of date. */
import { join } from 'node:path';
import { repositoryRoot, runCommand } from './run-command.mjs';

export default async function builtSession() {
  const build = join(repositoryRoot, 'scripts', 'build.mjs');
  const { status, output } = await runCommand(process.execPath, [build, 'live-session'], { quiet: true });
  if (status !== 0) throw new Error(`The program of live sessions cannot be built.\n${output}`);
}
