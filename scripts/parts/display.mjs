/** Whether windows can be displayed here, and a display of our own for where they cannot. */
import { spawn } from 'node:child_process';
import { hasCommand, runCommand } from './run-command.mjs';

/** True where a window can be opened. Only Linux runs without a display. */
export const hasDisplay = () =>
  process.platform !== 'linux' ? true : Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/**
 * Starts Xvfb on a free display number.
 *
 * @returns {Promise<{ env: { DISPLAY: string }, stop: () => void } | null>} null when Xvfb is not installed or fails
 */
export async function startVirtualDisplay() {
  if (!(await hasCommand('Xvfb'))) return null;
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise((resolve) => {
    server.stdio[3].setEncoding('utf8').once('data', (text) => resolve(text.trim()));
    server.once('error', () => resolve(null));
    server.once('exit', () => resolve(null));
  });
  if (number === null) return null;
  process.once('exit', () => server.kill());
  return { env: { DISPLAY: `:${number}` }, stop: () => server.kill() };
}

// Installing what a test needs from the system, where that is allowed without asking: as root on Debian.

let isUpdated = false;

/**
 * Installs packages with apt. Never asks; does nothing on other systems or without the right to.
 *
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
