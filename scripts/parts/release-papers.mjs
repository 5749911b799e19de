/**
 * What lies next to an artifact that is given away: the bill of its materials, the notices, and for the desktop the fuses
 * of its program as they were read back.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackage } from './bundled-packages.mjs';
import { repositoryRoot } from './run-command.mjs';

const noticesFile = 'THIRD-PARTY-NOTICES.txt';
const billFile = 'sbom.cdx.json';
const fusesFile = 'fuses.json';

/**
 * Writes the papers of one artifact into `folder`.
 *
 * @param {readonly string[]} parts.targets build targets that the artifact consists of
 * @param {{ electron: string, program: string, fuses: readonly object[] }} [parts.desktop] Electron's version, and what
 *   `readFuses` found in the program, which is named without its folder
 */
export async function writePapers(folder, { targets, desktop }) {
  const application = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
  const companions =
    desktop === undefined ? [] : [{ name: 'electron', version: desktop.electron, licence: 'MIT' }];
  const bill = billOfMaterials({ application, folders: packagesOf(targets), companions });
  await writeFile(join(folder, billFile), `${JSON.stringify(bill, null, 2)}\n`);
  await copyFile(join(repositoryRoot, 'dist', noticesFile), join(folder, noticesFile));
  if (desktop !== undefined)
    await writeFile(join(folder, fusesFile), `${JSON.stringify(desktop, null, 2)}\n`);
}

/**
 * Reads the papers as somebody does who got them, and compares them with each other.
 *
 * @returns {readonly string[]} what is wrong, empty when all is well
 */
export function faultsOfPapers(folder, { isDesktop }) {
  const files = [billFile, noticesFile, ...(isDesktop ? [fusesFile] : [])];
  const missing = files.filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) return missing.map((name) => `${name} is not next to it`);
  const notices = readFileSync(join(folder, noticesFile), 'utf8');
  const bill = JSON.parse(readFileSync(join(folder, billFile), 'utf8'));
  const libraries = bill.components.filter(({ type }) => type === 'library');
  const faults = libraries
    .filter(({ name, version }) => !notices.includes(`\n${name} ${version}\nLicence: `))
    .map(({ name, version }) => `${name} ${version} is in the bill of materials and not in the notices`);
  if (libraries.length === 0) faults.push('the bill of materials is empty');
  if (!isDesktop) return faults;
  if (!bill.components.some(({ name }) => name === 'electron'))
    faults.push('the bill of materials lacks Electron');
  const { fuses } = JSON.parse(readFileSync(join(folder, fusesFile), 'utf8'));
  return [...faults, ...fuses.filter(({ isRight }) => !isRight).map(({ name }) => `fuse ${name} is wrong`)];
}

/** Folders of the packages that the bundles of these targets hold, as the build noted them. */
function packagesOf(targets) {
  const lists = targets.map((name) => join(repositoryRoot, 'dist', `.${name}.packages.json`));
  return [...new Set(lists.flatMap((file) => JSON.parse(readFileSync(file, 'utf8'))))];
}

// The software bill of materials of what is given away, as CycloneDX JSON. Made from the packages that the bundles hold:
// `npm sbom` reads the lockfile and would name every tool of the build and leave out Electron.

/** @typedef {{ name: string, version: string, licence: string }} Companion goes along in no bundle: Electron */

/**
 * The bill of one artifact. The same bundles give the same bytes.
 *
 * @param {{ name: string, version: string, license: string }} parts.application
 * @param {readonly string[]} parts.folders of packages that the bundles hold, under `root`
 * @param {readonly Companion[]} [parts.companions] Electron, for the desktop
 * @param {string} [parts.root] holds `package-lock.json`
 */
export function billOfMaterials({ application, folders, companions = [], root = repositoryRoot }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};
  const byRef = new Map();
  for (const folder of folders) {
    const component = bundled(readPackage(join(root, folder)), lock[folder.replaceAll('\\', '/')]);
    byRef.set(component['bom-ref'], component);
  }
  for (const { name, version, licence } of companions)
    byRef.set(packageUrl(name, version), { type: 'framework', ...named(name, version, licence) });
  const components = [...byRef.keys()].sort().map((ref) => byRef.get(ref));
  const self = named(application.name, application.version, application.license);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', ...self } },
    components,
    dependencies: [{ ref: self['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  };
}

function bundled({ name, version, license }, locked) {
  const component = { type: 'library', ...named(name, version, license) };
  const [algorithm, digest] = locked?.integrity?.split('-', 2) ?? [];
  if (algorithm !== 'sha512') return component;
  const hashes = [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
  // The lockfile leaves out where the registry has a package, and keeps the digest.
  const url = `https://registry.npmjs.org/${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`;
  return { ...component, externalReferences: [{ type: 'distribution', url, hashes }] };
}

function named(name, version, licence) {
  const url = packageUrl(name, version);
  return { 'bom-ref': url, name, version, purl: url, licenses: [{ license: { id: licence } }] };
}

/** Package URL of an npm package; the @ of a scope is escaped (purl-spec, npm). */
const packageUrl = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

// The notices of what is bundled: name, version, licence and its text, of every package that is in `dist`.

/** Licences under which code may be given on inside a bundle, as long as their text goes with it. */
export const allowedLicences = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Names of the files with the words that must go along; Apache-2.0 asks for the notice as well. */
const textFile = /^(licen[cs]e|copying|notice)/i;

/**
 * @typedef {object} Notice
 * @property {string} name
 * @property {string} version
 * @property {string} licence id of SPDX
 * @property {string} text whole texts of the licence and of the notice, with their copyright lines
 */

/**
 * Reads the notices of packages, sorted by name and version; a package that two bundles have is listed once.
 *
 * @param {Iterable<string>} folders of packages
 * @returns {{ ok: true, notices: readonly Notice[] } | { ok: false, why: readonly string[] }} `why` names every package
 *   whose licence is not allowed or whose text is missing
 */
export function readNotices(folders) {
  const found = new Map();
  const why = [];
  for (const folder of folders) {
    const { name, version, license } = readPackage(folder);
    const called = `${name} ${version}`;
    const given = JSON.stringify(license ?? null);
    if (!allowedLicences.includes(license)) {
      why.push(`${called} is under ${given}, which is not on the list of allowed licences`);
      continue;
    }
    const text = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && textFile.test(entry.name))
      .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
      .join('\n\n');
    if (text === '') why.push(`${called} comes without the text of its licence`);
    found.set(called, { name, version, licence: license, text });
  }
  if (why.length > 0) return { ok: false, why };
  return { ok: true, notices: [...found.keys()].sort().map((called) => found.get(called)) };
}

/** All notices as one text, for those who have the files and not the window. */
export function noticesText(notices) {
  const rule = '='.repeat(80);
  const entries = notices.map(
    ({ name, version, licence, text }) => `${rule}\n${name} ${version}\nLicence: ${licence}\n\n${text}\n`,
  );
  const head = `OpenWOP Inspector contains the ${notices.length} packages below, each under its own licence.\n`;
  return [head, ...entries].join('\n');
}
