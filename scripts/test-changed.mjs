/**
 * A quick look at a change: npm run test:changed [-- COMMIT]
 *
 * Types and lint of everything, and the unit tests that the changes since COMMIT (default HEAD, so what is not
 * committed) can reach by imports. A file outside the imports (a script, a schema, a recording) reaches no test here;
 * `npm test` runs them all.
 */
import { join } from 'node:path';
import { installDependencies } from './parts/install-dependencies.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

if (!(await installDependencies())) process.exit(1);
const base = process.argv[2] ?? 'HEAD';
const run = async (title, file, ...args) => {
  const { status, output } = await runCommand(process.execPath, [join(repositoryRoot, file), ...args], {
    quiet: true,
  });
  console.log(`== ${title}\n${output.trimEnd()}`);
  return status === 0;
};

const results = await Promise.all([
  run('Types', 'scripts/types.mjs'),
  run('Lint and format', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'),
  run('Unit tests', 'node_modules/vitest/vitest.mjs', 'run', `--changed=${base}`, '--passWithNoTests'),
]);
process.exit(results.every(Boolean) ? 0 : 1);
