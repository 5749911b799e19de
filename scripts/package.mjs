/**
 * Packages the desktop application for this machine: npm run package [-- TARGET…] [--stand-in]
 *
 * Builds the folder (`dir`) unless other targets of electron-builder.yml are named, then checks what it made: the
 * fuses of the program, that it starts and follows a run of a host (`--smoke-test`), and that it does not start with a
 * switch that opens it to others. Next to it lie the bill of materials, the notices and the fuses as they were read. Uses
 * the Electron that is installed here and downloads
 * none. `--stand-in` packages with the Electron for tests, into `out/test-…`: that must never be given to anybody.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import fuses from '@electron/fuses';
import { buildAll } from './build.mjs';
import { desktopPackages, installDesktopTools } from './parts/desktop-tools.mjs';
import { hasDisplay, startVirtualDisplay } from './parts/display.mjs';
import { findElectron, standInElectron, standInVersion } from './parts/find-electron.mjs';
import { faultsOfPapers, writePapers } from './parts/release-papers.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

/** Switches that hand the window to others: it must end with words, before any port is open or anything is drawn. */
const refusedSwitches = ['--remote-debugging-port=0', '--inspect=0', '--proxy-server=127.0.0.1:9'];

const { FuseV1Options, getCurrentFuseWire } = fuses;

/** States by the characters in the binary: 1, 0 and r. */
const stateNames = { 49: 'on', 48: 'off', 114: 'removed' };

/** What electron-builder.yml asks for. */
const wanted = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
};

const args = process.argv.slice(2);
const usesStandIn = args.includes('--stand-in');
const targets = args.filter((arg) => !arg.startsWith('-'));
process.exitCode = await packageApplication();

async function packageApplication() {
  if (!(await buildAll({ only: ['renderer', 'main', 'preload', 'live-session'] }))) return 1;
  const tools = await installDesktopTools();
  if (!tools.ok) return 1;
  const electron = usesStandIn ? await standInElectron() : await findElectron({ mayDownload: false });
  if (!electron.ok) {
    const what =
      'Run "npx --prefix scripts/desktop install-electron" first, or name it in INSPECTOR_ELECTRON.';
    console.error(`Cannot package: ${electron.why}.\n${what}`);
    return 1;
  }
  const output = usesStandIn ? `out/test-electron-${standInVersion}` : 'out';
  await rm(join(repositoryRoot, output), { recursive: true, force: true });
  if ((await runBuilder(electron.path, output)) !== 0) return 1;

  const program = packagedProgram(output);
  if (program === null) {
    console.error(`electron-builder left no program under ${output}.`);
    return 1;
  }
  const folder = join(repositoryRoot, output);
  const isSound = (await checkPapers(program, folder, electron.path)) && (await checkStarts(program));
  if (isSound) console.log(`Packaged: ${program}`);
  if (isSound && usesStandIn) console.log('Made with the Electron for tests. Not to be given to anybody.');
  return isSound ? 0 : 1;
}

async function runBuilder(electronProgram, output) {
  const runtime = runtimeFolder(electronProgram);
  const platform = { darwin: '--mac', win32: '--win' }[process.platform] ?? '--linux';
  const { status, output: said } = await runCommand(
    process.execPath,
    [
      join(desktopPackages, 'electron-builder', 'cli.js'),
      ...(targets.length > 0 ? [platform, ...targets] : ['--dir']),
      `--config=${usesStandIn ? standInConfig() : 'electron-builder.yml'}`,
      '--publish=never',
      `-c.electronDist=${runtime}`,
      `-c.electronVersion=${electronVersion(electronProgram)}`,
      `-c.directories.output=${output}`,
    ],
    { quiet: true },
  );
  if (status !== 0) console.error(said.trimEnd());
  return status;
}

/** The same configuration without the one fuse that the Electron for tests is too old to have. */
function standInConfig() {
  const file = join(repositoryRoot, '.cache', 'electron-builder-stand-in.yml');
  const text = readFileSync(join(repositoryRoot, 'electron-builder.yml'), 'utf8');
  writeFileSync(file, text.replace(/^ *grantFileProtocolExtraPrivileges:.*\n/m, ''));
  return file;
}

/** The folder that Electron's download unpacks to; on macOS the program lies deep inside it. */
function runtimeFolder(program) {
  return process.platform === 'darwin' ? join(dirname(program), '..', '..', '..') : dirname(program);
}

function electronVersion(program) {
  const version = readFileSync(join(runtimeFolder(program), 'version'), 'utf8');
  return version.trim().replace(/^v/, '');
}

function packagedProgram(output) {
  const places = [
    'linux-unpacked/openwop-inspector',
    'linux-arm64-unpacked/openwop-inspector',
    'win-unpacked/OpenWOP Inspector.exe',
    'mac/OpenWOP Inspector.app/Contents/MacOS/OpenWOP Inspector',
    'mac-arm64/OpenWOP Inspector.app/Contents/MacOS/OpenWOP Inspector',
  ];
  return places.map((place) => join(repositoryRoot, output, place)).find((path) => existsSync(path)) ?? null;
}

/** Reads the fuses, writes what lies next to the program, and reads all of it back. */
async function checkPapers(program, folder, electronProgram) {
  const fuses = await readFuses(program);
  for (const { name, found, wanted, isRight } of fuses)
    if (!isRight) console.error(`Fuse ${name} is ${found}, it must be ${wanted}.`);
  const desktop = { electron: electronVersion(electronProgram), program: basename(program), fuses };
  await writePapers(folder, { targets: ['renderer', 'main', 'preload'], desktop });
  const faults = faultsOfPapers(folder, { isDesktop: true });
  for (const fault of faults) console.error(`Next to the program: ${fault}`);
  if (faults.length === 0) console.log('Fuses: as they must be. Bill of materials and notices: written');
  return faults.length === 0;
}

/** Starts the packaged program as the user would, but for the window, on settings of its own. */
async function smokeTest(program, env, given = []) {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-package-'));
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...switches, `--user-data-dir=${folder}`, ...given, '--smoke-test'];
  const run = await runCommand(program, args, { quiet: true, timeoutMs: 60_000, env });
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return run;
}

/** Whether the program starts and follows a run, and does not start with a switch that opens it to others. */
async function checkStarts(program) {
  const display = hasDisplay() ? { env: {} } : await startVirtualDisplay();
  if (display === null) {
    console.error('The smoke test needs a display or Xvfb.');
    return false;
  }
  const isSound = (await checkStart(program, display.env)) && (await checkRefusal(program, display.env));
  display.stop?.();
  return isSound;
}

/** Reads what the program says about itself. */
async function checkStart(program, env) {
  const { status, output } = await smokeTest(program, env);
  const line = output.split('\n').find((text) => text.startsWith('{"ok"'));
  console.log(`Smoke test: ${line ?? `no report (status ${status})`}`);
  const report = line === undefined ? null : JSON.parse(line);
  return status === 0 && report?.ok === true && report.packaged === true && report.session === true;
}

async function checkRefusal(program, env) {
  const wrong = [];
  for (const given of refusedSwitches) {
    const { status, output } = await smokeTest(program, env, [given]);
    const name = given.split('=')[0];
    const isRefused = status === 2 && output.includes(`does not start with ${name}`);
    if (!isRefused || /listening on|"ok"/.test(output))
      wrong.push(`${name} (status ${status}): ${output.slice(0, 300)}`);
  }
  for (const line of wrong) console.error(`Not refused: ${line}`);
  if (wrong.length === 0) console.log('Switches that open it to others: refused');
  return wrong.length === 0;
}

// The fuses of a packaged Electron: switches in the binary itself, which no argument or variable can turn back.

/**
 * Reads the fuses of a program, next to what they must be. One that this version of Electron does not have is `absent`,
 * which is right.
 *
 * @returns {Promise<readonly { name: string, wanted: string, found: string, isRight: boolean }[]>}
 */
async function readFuses(program) {
  const wire = await getCurrentFuseWire(program);
  return Object.entries(wanted).map(([name, state]) => {
    const read = wire[FuseV1Options[name]];
    const found = read === undefined ? 'absent' : (stateNames[read] ?? `of unknown state ${read}`);
    return { name, wanted: state, found, isRight: found === 'absent' || found === state };
  });
}
