import { spawn } from 'node:child_process';
import { join, resolve as resolvePath } from 'node:path';
import { parseArgs } from 'node:util';
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

const OPTIONS = {
  browser: { type: 'boolean' },
  desktop: { type: 'boolean' },
  'no-open': { type: 'boolean' },
  'token-env': { type: 'string', multiple: true },
};

/**
 * Reads the arguments of `npm start`. Files are resolved against `folder`; addresses of hosts and runs, and links to
 * them, are passed as they are. `--token-env NAME` names a variable that may become a token, and may be given again. After
 * `--` nothing is an option.
 *
 * @returns {{ kind: 'wrong', why: string } |
 *   { kind: 'read', mode: 'any' | 'browser' | 'desktop', mayOpen: boolean, files: readonly string[],
 *     addresses: readonly string[], tokenVariables: readonly string[] }}
 */
export function readStartArguments(args, folder) {
  const given = { args: [...args], options: OPTIONS, strict: false, allowPositionals: true, tokens: true };
  const { values, positionals, tokens } = parseArgs(given);
  const variables = values['token-env'] ?? [];
  if (!variables.every((name) => /^[A-Z_][A-Z0-9_]{0,100}$/.test(name)))
    return { kind: 'wrong', why: '--token-env takes the name of a variable.' };
  const unknown = tokens.find(({ kind, name }) => kind === 'option' && !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined) return { kind: 'wrong', why: `There is no option ${unknown.rawName}.` };
  if (values.browser && values.desktop)
    return { kind: 'wrong', why: 'Choose one of --browser and --desktop.' };
  const isAddress = (arg) => /^(?:https?|openwop-inspector):\/\//i.test(arg);
  return {
    kind: 'read',
    mode: values.desktop ? 'desktop' : values.browser ? 'browser' : 'any',
    mayOpen: !values['no-open'],
    files: positionals.filter((arg) => !isAddress(arg)).map((file) => resolvePath(folder, file)),
    addresses: positionals.filter(isAddress),
    tokenVariables: variables,
  };
}
