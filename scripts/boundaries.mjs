/**
 * Checks which package imports which: node scripts/boundaries.mjs
 *
 * The rules are those of `.dependency-cruiser.cjs`, and the one rule that is about a name rather than a module.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { repositoryRoot } from './parts/run-command.mjs';

const rooms = ['packages', 'app', 'bench', 'e2e', 'testing'];

/**
 * Reads every module of the rooms under `root` and checks the rules.
 *
 * @param {string} root folder that holds the rooms
 * @returns {Promise<{ modules: number, violations: readonly { rule: string, from: string, to: string }[] }>}
 *   `modules` counts our own source files that were read
 */
export async function checkBoundaries(root) {
  const { forbidden, options } = createRequire(import.meta.url)(
    join(repositoryRoot, '.dependency-cruiser.cjs'),
  );
  const { output } = await cruise(
    rooms.filter((room) => existsSync(join(root, room))),
    { ...options, ruleSet: { forbidden }, validate: true, baseDir: root },
    undefined,
    { tsConfig: extractTSConfig(join(repositoryRoot, 'tsconfig.json')) },
  );
  const own = output.modules.filter((module) => rooms.some((room) => module.source.startsWith(`${room}/`)));
  const violations = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
  return { modules: own.length, violations: [...violations, ...(await strayIpcMain(root, own))] };
}

/** `ipcMain` is a name inside `electron`, which a rule about modules cannot see. */
async function strayIpcMain(root, modules) {
  const found = [];
  for (const { source } of modules) {
    if (!source.startsWith('app/main/src/') || source.startsWith('app/main/src/ipc/')) continue;
    if (/\bipcMain\b/.test(await readFile(join(root, source), 'utf8')))
      found.push({ rule: 'only-ipc-uses-ipcMain', from: source, to: 'electron' });
  }
  return found;
}

/** A check that read almost nothing has not checked anything: it happens when the compiler cannot be used. */
const fewestModules = 200;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, violations } = await checkBoundaries(repositoryRoot);
  for (const { rule, from, to } of violations)
    console.error(`${rule}: ${from} imports ${to} (read docs/architecture.md, section Packages)`);
  const isWhole = modules >= fewestModules;
  if (!isWhole) console.error(`Of at least ${fewestModules} modules only ${modules} were read: no check.`);
  console.log(`${modules} modules, ${violations.length} violations of the import rules`);
  process.exit(violations.length === 0 && isWhole ? 0 : 1);
}
