import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './run-command.mjs';

const FOLDERS = ['app', 'packages', 'scripts', 'bench', 'e2e', 'testing', 'bin'];
const NOT_WALKED = new Set(['node_modules', 'dist', 'out', '.cache', 'test-results', 'playwright-report']);

/** Paths of all files of the source, and of the folders in `more`; neither installed nor built ones. */
export const sourceFiles = (more = []) =>
  [...FOLDERS, ...more].flatMap((folder) => filesUnder(folder, (name) => NOT_WALKED.has(name)));

/** Absolute paths of the files under a path of the repository, itself when it is one; none when it is not there. */
export function filesUnder(path, isLeftOut) {
  const whole = join(repositoryRoot, path);
  const status = statSync(whole, { throwIfNoEntry: false });
  if (status?.isDirectory() !== true) return status === undefined ? [] : [whole];
  const names = readdirSync(whole).filter((name) => !isLeftOut(name));
  return names.flatMap((name) => filesUnder(join(path, name), isLeftOut));
}
