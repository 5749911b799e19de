/** Which packages are in a bundle: read from the bundler while it writes, so that nothing is listed that is not there. */
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Plugin that adds to `folders` the folder of every package that code or style of a bundle comes from. A build within
 * a build (a worker, the frame of surfaces) needs one too.
 */
export function gatherPackages(folders) {
  const gather = (file) => {
    const folder = packageFolder(file);
    if (folder !== null) folders.add(folder);
  };
  return {
    name: 'gather-packages',
    // Style sheets are gone from the chunks by the time they are written.
    transform: { filter: { id: /\.css(\?|$)/ }, handler: (_code, id) => gather(id) },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) if (part.type === 'chunk') part.moduleIds.forEach(gather);
    },
  };
}

/**
 * The folder of the package that a file belongs to; null for a file of our own.
 *
 * @param {string} id path of a module as the bundler names it
 */
export function packageFolder(id) {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('/', sep);
  const start = path.lastIndexOf(`node_modules${sep}`);
  if (start === -1) return null;
  const [scopeOrName, name] = path.slice(start + 'node_modules'.length + 1).split(sep);
  if (scopeOrName === undefined) return null;
  const own = scopeOrName.startsWith('@') ? join(scopeOrName, name ?? '') : scopeOrName;
  const folder = join(path.slice(0, start), 'node_modules', own);
  return existsSync(join(folder, 'package.json')) ? folder : null;
}

/**
 * What a package says of itself.
 *
 * @returns {{ name: string, version: string, license: unknown, author: unknown, folder: string }}
 */
export function readPackage(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license, author, folder };
}
