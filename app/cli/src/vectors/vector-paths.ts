import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Vector files in the order they run, or why a path leads to none. */
export type VectorPaths =
  | { readonly kind: 'found'; readonly files: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string };

/** Folders below the one given. */
const MAX_LEVELS = 16;

/**
 * Files as given; of folders every `*.json` in them and in folders below, by name. Hidden folders and `node_modules`
 * are passed over. A path without a single file is refused, so that a renamed folder cannot look like a pass.
 */
export async function vectorPaths(paths: readonly string[]): Promise<VectorPaths> {
  const files: string[] = [];
  for (const path of paths) {
    const facts = await stat(path).catch(() => null);
    const found = facts?.isDirectory() === true ? await filesIn(path, 0) : [path];
    if (found.length === 0) return { kind: 'refused', message: `${path}: there is no *.json file in it` };
    files.push(...found);
  }
  return { kind: 'found', files: [...new Set(files)] };
}

async function filesIn(folder: string, level: number): Promise<readonly string[]> {
  if (level > MAX_LEVELS) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      files.push(...(await filesIn(path, level + 1)));
    } else if (entry.name.endsWith('.json')) files.push(path);
  }
  return files;
}
