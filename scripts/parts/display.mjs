/** Whether windows can be shown here, and a display of our own for where they cannot. */
import { spawn } from 'node:child_process';
import { hasCommand } from './run-command.mjs';

/** True where a window can be opened. Only Linux runs without a display. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Starts Xvfb on a free display number.
 *
 * @returns {Promise<{ env: { DISPLAY: string }, stop: () => void } | null>} null when Xvfb is not installed or fails
 */
export async function startVirtualDisplay() {
  if (!(await hasCommand('Xvfb'))) return null;
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await new Promise((resolve) => {
    server.stdio[3].setEncoding('utf8').once('data', (text) => resolve(text.trim()));
    server.once('error', () => resolve(null));
    server.once('exit', () => resolve(null));
  });
  if (number === null) return null;
  process.once('exit', () => server.kill());
  return { env: { DISPLAY: `:${number}` }, stop: () => server.kill() };
}
