import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './run-command.mjs';

const FOLDERS = ['app', 'packages', 'scripts', 'bench', 'e2e', 'testing', 'bin'];
const NOT_WALKED = new Set(['node_modules', 'dist', 'out', '.cache', 'test-results', 'playwright-report']);

/** Paths of all files of the source, and of the folders in `more`; neither installed nor built ones. */
export function sourceFiles(more = []) {
  return [...FOLDERS, ...more].flatMap((folder) => filesUnder(join(repositoryRoot, folder)));
}

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_WALKED.has(entry.name) ? [] : filesUnder(path);
    return [path];
  });
}
