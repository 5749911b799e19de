/**
 * What lies beside an artifact that is given away: the bill of its materials, the notices, and for the desktop the fuses
 * of its program as they were read back.
 */
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './run-command.mjs';
import { billOfMaterials } from './sbom.mjs';

const noticesFile = 'THIRD-PARTY-NOTICES.txt';
const billFile = 'sbom.cdx.json';
const fusesFile = 'fuses.json';

/**
 * Writes the papers of one artifact into `folder`.
 *
 * @param {string} folder
 * @param {object} parts
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
  if (desktop !== undefined) {
    await writeFile(join(folder, fusesFile), `${JSON.stringify(desktop, null, 2)}\n`);
  }
}

/**
 * Reads the papers as somebody does who got them, and compares them with each other.
 *
 * @param {string} folder
 * @param {{ isDesktop: boolean }} kind
 * @returns {readonly string[]} what is wrong, empty when all is well
 */
export function faultsOfPapers(folder, { isDesktop }) {
  const files = [billFile, noticesFile, ...(isDesktop ? [fusesFile] : [])];
  const missing = files.filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) return missing.map((name) => `${name} is not beside it`);
  const notices = readFileSync(join(folder, noticesFile), 'utf8');
  const bill = JSON.parse(readFileSync(join(folder, billFile), 'utf8'));
  const libraries = bill.components.filter(({ type }) => type === 'library');
  const faults = libraries
    .filter(({ name, version }) => !notices.includes(`\n${name} ${version}\nLicence: `))
    .map(({ name, version }) => `${name} ${version} is in the bill of materials and not in the notices`);
  if (libraries.length === 0) faults.push('the bill of materials is empty');
  if (!isDesktop) return faults;
  if (!bill.components.some(({ name }) => name === 'electron')) {
    faults.push('the bill of materials lacks Electron');
  }
  const { fuses } = JSON.parse(readFileSync(join(folder, fusesFile), 'utf8'));
  return [...faults, ...fuses.filter(({ isRight }) => !isRight).map(({ name }) => `fuse ${name} is wrong`)];
}

/** Folders of the packages that the bundles of these targets hold, as the build noted them. */
function packagesOf(targets) {
  const lists = targets.map((name) => join(repositoryRoot, 'dist', `.${name}.packages.json`));
  return [...new Set(lists.flatMap((file) => JSON.parse(readFileSync(file, 'utf8'))))];
}
