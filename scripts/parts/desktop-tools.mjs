/**
 * Electron and electron-builder. They ask for a newer Node than the rest and are half of all packages, so they are an
 * install of their own, made when a desktop window, a package of it or the types of its code are wanted.
 */
import { join } from 'node:path';
import { whyInstall } from './install-dependencies.mjs';
import { repositoryRoot, runNpm } from './run-command.mjs';

const folder = join(repositoryRoot, 'scripts', 'desktop');

/** Where the packages of that install are. */
export const desktopPackages = join(folder, 'node_modules');

/**
 * Brings the install in line with its lockfile, without a word of npm's unless it fails. Downloads no binary.
 *
 * @returns {Promise<{ ok: true } | { ok: false, why: string }>}
 */
export async function installDesktopTools() {
  const why = whyInstall(folder);
  if (why === null) return { ok: true };
  console.log(`Installing the tools of the desktop window: ${why}.`);
  const { status, output } = await runNpm(['ci'], { quiet: true, cwd: folder });
  if (status === 0) return { ok: true };
  console.error(output.trimEnd());
  return { ok: false, why: `npm ci in scripts/desktop ended with status ${status}` };
}
