/** Installing what a test needs from the system, where that is allowed without asking: as root on Debian. */
import { hasCommand, runCommand } from './run-command.mjs';

let isUpdated = false;

/**
 * Installs packages with apt. Never asks; does nothing on other systems or without the right to.
 *
 * @param {readonly string[]} names
 * @returns {Promise<boolean>} true when they are installed
 */
export async function installSystemPackages(names) {
  if (process.getuid?.() !== 0 || !(await hasCommand('apt-get'))) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (args) => runCommand('apt-get', ['-q', ...args], { env, quiet: true, timeoutMs: 900_000 });
  console.log(`Installing ${names.join(', ')} …`);
  if (!isUpdated) isUpdated = (await apt(['update'])).status === 0;
  const { status, output } = await apt(['install', '-y', '--no-install-recommends', ...names]);
  if (status !== 0) console.error(output.trim().split('\n').slice(-3).join('\n'));
  return status === 0;
}
