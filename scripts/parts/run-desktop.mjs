import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './run-command.mjs';

/** A start that fails within this time has opened no window: a library of the system is missing, say. */
const startLimitMs = 5_000;

/**
 * Runs the desktop shell until its window is closed.
 *
 * @param {string} electron path of Electron's binary
 * @param {readonly string[]} given absolute paths of files, and addresses of hosts or runs
 * @param {readonly string[]} [tokenVariables] names of environment variables that may become tokens
 * @returns {Promise<{ kind: 'ended', status: number } | { kind: 'not-started', why: string }>}
 */
export function runDesktop(electron, given, tokenVariables = []) {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let isStopping = false;
    // Chromium's sandbox refuses to run as root; there only is a reason to be root in a container.
    const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const named = tokenVariables.map((name) => `--token-env=${name}`);
    const child = spawn(electron, [...switches, join(repositoryRoot, 'dist'), ...named, '--', ...given], {
      stdio: 'inherit',
      // In a group of its own Ctrl-C reaches it once, through us; a second one would cut its leave-taking short.
      detached: process.platform !== 'win32',
    });
    console.log('Opening the window. Ctrl-C closes it.');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        isStopping = true;
        child.kill(signal);
      });
    }
    child.on('error', (error) =>
      resolve({ kind: 'not-started', why: `Electron cannot be run (${error.message})` }),
    );
    child.on('exit', (status, signal) => {
      if (isStopping || status === 0) resolve({ kind: 'ended', status: 0 });
      else if (performance.now() - startedAt < startLimitMs) {
        resolve({ kind: 'not-started', why: `Electron ended at once (${signal ?? `status ${status}`})` });
      } else resolve({ kind: 'ended', status: status ?? 1 });
    });
  });
}
