/** Starting other programs: one place for how their output is displayed and how their end is reported. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, with no slash at the end. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * Runs a program in the repository's root and waits for it. Its output goes where ours goes, or is gathered with
 * `quiet`. Never throws: a program that cannot be started has the status 127 and says why in `output`.
 *
 * @param {{ env?: Record<string, string>, quiet?: boolean, timeoutMs?: number, cwd?: string }} [options]
 * @returns {Promise<{ status: number, output: string, timedOut: boolean }>} status 0 is success
 */
export const runCommand = (program, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? repositoryRoot,
      env: { ...process.env, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    let timedOut = false;
    const gather = (chunk) => {
      output += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', gather);
    child.stderr?.setEncoding('utf8').on('data', gather);
    const timer =
      options.timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill('SIGKILL');
          }, options.timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ status: 127, output: error.message, timedOut });
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({ status: status ?? (signal === null ? 1 : 128), output, timedOut });
    });
  });

/** Runs npm with the Node that runs us. npm is a script on every system, so no shell is needed to find it. */
export function runNpm(args, options) {
  const npmScript = process.env.npm_execpath;
  if (npmScript?.endsWith('.js')) return runCommand(process.execPath, [npmScript, ...args], options);
  return process.platform === 'win32'
    ? runCommand(process.env.ComSpec ?? 'cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options)
    : runCommand('npm', args, options);
}

/** Resolves when the user ends us, by Ctrl-C or by closing the terminal. */
export const untilStopped = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
  });

/** True when a program of that name is on the search path. */
export async function hasCommand(program) {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  return (await runCommand(finder, [program], { quiet: true })).status === 0;
}
