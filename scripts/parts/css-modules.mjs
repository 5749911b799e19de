/**
 * How class names of sheets are written into the bundle: `_row_1a2b3`, from the name and the file alone. So what a sheet
 * composes of another (`composes: row wrap from '@openwop-inspector/ui/layout.css'`) is known without reading that
 * sheet's rules into it; by default they would be in the bundle once for each sheet that composes.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { repositoryRoot } from './run-command.mjs';

function scopedName(name, file) {
  const place = relative(repositoryRoot, file.replace(/\?.*$/, ''));
  return `_${name}_${createHash('sha256').update(place).digest('hex').slice(0, 5)}`;
}

/** Reads which classes a composed sheet has; its rules come into the bundle where it is imported. */
class ComposedSheets {
  finalSource = '';

  constructor(_root, _plugins, findFile) {
    this.findFile = findFile;
  }

  async fetch(from, importer) {
    const file = await this.findFile(from.replaceAll(/^["']|["']$/g, ''), importer);
    const names = (await readFile(file, 'utf8')).matchAll(/\.([a-zA-Z]\w*)/g);
    return Object.fromEntries([...names].map(([, name]) => [name, scopedName(name, file)]));
  }
}

/** For `css.modules` of Vite. */
export const cssModules = { generateScopedName: scopedName, Loader: ComposedSheets };
