/** Brings `node_modules` in line with the lockfile, and leaves it alone when it is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, runNpm } from './run-command.mjs';

/** Oldest Node that the build tools run on, as `engines` in package.json says. */
const oldestNode = [20, 19];

/**
 * Runs `npm ci` when it is needed.
 *
 * @returns {Promise<boolean>} false when it failed; why has been said
 */
export async function installDependencies() {
  if (!isNewEnough(process.versions.node)) {
    console.error(`Node ${oldestNode.join('.')} or newer is needed, this is ${process.versions.node}.`);
    return false;
  }
  const why = whyInstall();
  if (why === null) return true;
  console.log(`Installing the dependencies: ${why}.`);
  const { status } = await runNpm(['ci', '--no-audit', '--no-fund']);
  if (status !== 0) console.error(`npm ci ended with status ${status}.`);
  return status === 0;
}

/**
 * Compares what npm wrote down after its last run with the lockfile. Times of files say nothing after a clone or a
 * branch switch, so versions are compared; packages for other systems are allowed to be missing.
 *
 * @returns {string | null} null when there is nothing to do
 */
export function whyInstall(root = repositoryRoot) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null) return 'there is no lockfile that can be read';
  if (installed === null) return 'node_modules is not there';
  for (const [path, { version, resolved, optional, devOptional }] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/')) continue;
    const found = installed[path];
    if (found === undefined) {
      if (optional || devOptional) continue;
      return `${path} is missing`;
    }
    if (found.version !== version || found.resolved !== resolved) return `${path} is of another version`;
  }
  return null;
}

/** @param {string} version */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
