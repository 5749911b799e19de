/**
 * Builds `dist/`: node scripts/build.mjs [--force] [NAME…]
 *
 * A target whose sources did not change since its last build is left as it is. Each is built next to `dist` and then
 * moved into place, so a program that is running from `dist` never sees half a build. The packages that the bundles
 * hold are listed in THIRD-PARTY-NOTICES.txt, and one under a licence that is not allowed fails the build. Types are not
 * checked here.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'vite';
import { buildTargets } from './parts/build-targets.mjs';
import { noticesText, readNotices } from './parts/release-papers.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';
import { filesUnder } from './parts/source-files.mjs';

const distFolder = join(repositoryRoot, 'dist');
/** Names that do not count as sources. */
const leftAside = new Set(['node_modules', 'dist', 'test', 'README.md']);

const buildsAllDependOn = [
  'package-lock.json',
  'package.json',
  'scripts/build.mjs',
  'scripts/parts/build-targets.mjs',
  'scripts/parts/bundled-packages.mjs',
  'scripts/parts/surface-document.mjs',
];

/**
 * Builds what is out of date.
 *
 * @param {{ force?: boolean, only?: readonly string[] }} [options] `only` names targets
 * @returns {Promise<boolean>} false when a target failed; the reason has been printed
 */
export async function buildAll({ force = false, only = [] } = {}) {
  const generate = join(repositoryRoot, 'scripts', 'generate.mjs');
  if ((await runCommand(process.execPath, [generate, '--check'])).status !== 0) return false;
  await mkdir(distFolder, { recursive: true });
  const manifest = join(distFolder, 'package.json');
  const text = await distManifest();
  // A program that starts from 'dist' reads it: it is never half written under its eyes.
  if ((await readFile(manifest, 'utf8').catch(() => '')) !== text) await writeFile(manifest, text);
  await copyFile(join(repositoryRoot, 'app', 'main', 'icon', 'icon.png'), join(distFolder, 'icon.png'));
  let allBuilt = true;
  for (const target of buildTargets) {
    if (only.length > 0 && !only.includes(target.name)) continue;
    if (!(await buildTarget(target, force))) allBuilt = false;
  }
  return allBuilt && (await writeNotices());
}

/** What the targets that are there say they hold, as one text and as data for the window. */
async function writeNotices() {
  const used = new Set();
  for (const { name } of buildTargets.filter(({ isGiven }) => isGiven)) {
    const file = packagesFile(name);
    if (existsSync(file)) for (const folder of JSON.parse(await readFile(file, 'utf8'))) used.add(folder);
  }
  const read = readNotices([...used].map((folder) => join(repositoryRoot, folder)));
  if (!read.ok) {
    console.error(`failed: notices\n${read.why.join('\n')}`);
    return false;
  }
  await writeFile(join(distFolder, 'THIRD-PARTY-NOTICES.txt'), noticesText(read.notices));
  const window = join(distFolder, 'renderer');
  if (existsSync(window)) await writeFile(join(window, 'notices.json'), JSON.stringify(read.notices));
  return true;
}

const packagesFile = (targetName) => join(distFolder, `.${targetName}.packages.json`);

async function buildTarget(target, force) {
  if (!existsSync(join(repositoryRoot, target.entry))) {
    console.error(`failed: ${target.name}\n${target.entry} is not there`);
    return false;
  }
  const stampFile = join(distFolder, `.${target.name}.sources`);
  const output = join(distFolder, target.output);
  const sources = await sourceHash([...target.inputs, ...buildsAllDependOn]);
  if (!force && existsSync(output) && (await readFile(stampFile, 'utf8').catch(() => '')) === sources) {
    console.log(`up to date: ${target.name}`);
    return true;
  }
  const startedAt = performance.now();
  const work = await mkdtemp(join(distFolder, `.building-${target.name}-`));
  try {
    const made = join(work, 'new');
    const packages = new Set();
    await asProduction(() => build(target.config(made, packages)));
    await rm(stampFile, { force: true });
    if (existsSync(output)) await rename(output, join(work, 'old'));
    await rename(target.output.includes('.') ? join(made, target.output) : made, output);
    const folders = [...packages].map((folder) => relative(repositoryRoot, folder)).sort();
    await writeFile(packagesFile(target.name), JSON.stringify(folders));
    await writeFile(stampFile, sources);
    console.log(`built: ${target.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return true;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    console.error(`failed: ${target.name}\n${process.stderr.isTTY ? said : stripVTControlCharacters(said)}`);
    return false;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * What is built is what people are given, whoever asks: a test runner's own NODE_ENV would bring in React's development
 * build, with its warnings and its slowness. Set back afterwards, since npm leaves out tools where it reads `production`.
 */
async function asProduction(work) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** What Electron and the packager read: the application's name and where it starts. No dependencies: all is bundled. */
async function distManifest() {
  const text = await readFile(join(repositoryRoot, 'package.json'), 'utf8');
  const { version, description, license } = JSON.parse(text);
  const manifest = {
    name: 'openwop-inspector',
    productName: 'OpenWOP Inspector',
    version,
    description,
    license,
    author: 'OpenWOP Inspector contributors',
    main: 'main.cjs',
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * Hash of files and folders under the repository's root. Tests and READMEs do not count. A path that does not exist
 * counts as empty. About 50 ms for the whole project.
 */
async function sourceHash(paths) {
  const isLeftOut = (name) => leftAside.has(name) || /\.test\.[a-z]+$/.test(name);
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesUnder(path, isLeftOut)).sort()) {
    hash.update(`${relative(repositoryRoot, file)}\0`);
    hash.update(await readFile(file));
    hash.update('\0');
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('-'));
  const unknown = names.find((name) => !buildTargets.some((target) => target.name === name));
  if (unknown !== undefined) {
    console.error(`There is no target "${unknown}". Targets: ${buildTargets.map((t) => t.name).join(', ')}`);
    process.exit(2);
  }
  process.exit((await buildAll({ force: args.includes('--force'), only: names })) ? 0 : 1);
}
