/** The notices of what is bundled: name, version, licence and its text, of every package that stands in `dist`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackage } from './bundled-packages.mjs';

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
 * Reads the notices of packages, sorted by name and version; a package that two bundles hold is told once.
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
    if (!allowedLicences.includes(license)) {
      why.push(
        `${called} is under ${JSON.stringify(license ?? null)}, which is not on the list of allowed licences`,
      );
      continue;
    }
    const text = licenceText(folder);
    if (text === '') why.push(`${called} comes without the text of its licence`);
    found.set(called, { name, version, licence: license, text });
  }
  if (why.length > 0) return { ok: false, why };
  return { ok: true, notices: [...found.keys()].sort().map((called) => found.get(called)) };
}

function licenceText(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && textFile.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
    .join('\n\n');
}

/**
 * All notices as one text, for those who have the files and not the window.
 *
 * @param {readonly Notice[]} notices
 */
export function noticesText(notices) {
  const rule = '='.repeat(80);
  const entries = notices.map(
    ({ name, version, licence, text }) => `${rule}\n${name} ${version}\nLicence: ${licence}\n\n${text}\n`,
  );
  const head = `OpenWOP Inspector contains the ${notices.length} packages below, each under its own licence.\n`;
  return [head, ...entries].join('\n');
}
