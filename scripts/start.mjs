/**
 * Opens the inspector: npm start [-- [--browser | --desktop] [--no-open] [--token-env NAME] FILE|ADDRESS…]
 *
 * Installs and builds what is missing, then opens a desktop window, or says in one line why not and serves the same
 * window on loopback for a browser. The window offers to attach to an address of a host or a run. Without file and
 * address the first sample run is opened. Never asks anything.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasDisplay } from './parts/display.mjs';
import { installDependencies } from './parts/install-dependencies.mjs';
import { openInBrowser } from './parts/open-in-browser.mjs';
import { repositoryRoot, runCommand, untilStopped } from './parts/run-command.mjs';
import { readStartArguments, runDesktop } from './parts/run-desktop.mjs';

process.exitCode = await start(process.argv.slice(2));

/** @returns {Promise<number>} exit status */
async function start(args) {
  // npm runs scripts in the repository's root and keeps the folder the user was in here.
  const wanted = readStartArguments(args, process.env.INIT_CWD ?? process.cwd());
  if (wanted.kind === 'wrong') {
    console.error(
      `${wanted.why}\nUsage: npm start [-- [--browser | --desktop] [--no-open] [--token-env NAME] FILE|ADDRESS…]`,
    );
    return 2;
  }
  if (!(await installDependencies())) return 1;
  const { buildAll } = await import('./build.mjs');
  if (!(await buildAll({ only: ['renderer', 'main', 'preload', 'live-session', 'server', 'cli'] }))) return 1;

  const { addresses, tokenVariables } = wanted;
  const files = wanted.files.length + addresses.length > 0 ? wanted.files : sampleRun();
  const program = await desktopProgram(wanted);
  const desktop = program.ok
    ? await runDesktop(program.path, [...files, ...addresses], tokenVariables)
    : { kind: 'not-started', why: program.why };
  if (desktop.kind === 'ended') return desktop.status;
  if (wanted.mode === 'desktop') {
    console.error(`No desktop window: ${desktop.why}.`);
    console.error(
      'Run "npx --prefix scripts/desktop install-electron", or name a binary of Electron in INSPECTOR_ELECTRON.',
    );
    return 1;
  }
  console.log(`Opening in the browser: ${desktop.why}.`);
  return serveForBrowser({ files, addresses, tokenVariables }, wanted.mayOpen);
}

/** The program for a desktop window, or why there is none. */
async function desktopProgram({ mode, mayOpen }) {
  if (mode === 'browser') return { ok: false, why: 'as requested with --browser' };
  if (!mayOpen) return { ok: false, why: 'no window, as requested with --no-open' };
  if (!hasDisplay()) return { ok: false, why: 'there is no display for a desktop window' };
  const { findElectron } = await import('./parts/find-electron.mjs');
  return findElectron({ mayDownload: true });
}

/** The sample that is first in the samples' index; nothing when there are none. */
function sampleRun() {
  const index = join(repositoryRoot, 'samples', 'index.json');
  if (!existsSync(index)) return [];
  const [first] = JSON.parse(readFileSync(index, 'utf8'));
  return first === undefined ? [] : [join(repositoryRoot, 'samples', first.file)];
}

async function serveForBrowser({ files, addresses, tokenVariables }, mayOpen) {
  const { onEnter, startBrowserShell } = await import(new URL('../dist/server.mjs', import.meta.url).href);
  const shell = await startBrowserShell({
    files,
    addresses,
    tokenVariables,
    samplesDir: join(repositoryRoot, 'samples'),
    rendererDir: join(repositoryRoot, 'dist', 'renderer'),
  });
  const stopped = untilStopped();
  console.log(shell.url);
  if (!hasDisplay()) await sayVerdict(files);
  // Another key: the printed address stays good for another browser, or when nothing opens.
  else if (mayOpen) await openInBrowser(shell.newAddress());
  console.log('An address opens one window, once. Enter prints another, Ctrl-C ends it.');
  const end = onEnter(process.stdin, () => console.log(shell.newAddress()));
  await stopped;
  end();
  await shell.close();
  return 0;
}

/** Where nobody sees a window, the run is summed up here, so that the main job is seen to run. */
async function sayVerdict(files) {
  if (files.length === 0) return;
  console.log('');
  await runCommand(process.execPath, [join(repositoryRoot, 'dist', 'cli', 'index.mjs'), 'inspect', ...files]);
  console.log('');
}
