/**
 * Everything that must hold of the sources, without a browser: node scripts/check.mjs
 *
 * All steps run even when one fails, so that one run names everything there is to mend. The unit tests' counts are
 * left in `.cache/vitest.json` for `npm test`.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

/** Report of the unit tests, in the JSON form of vitest. */
export const unitReportFile = join(repositoryRoot, '.cache', 'vitest.json');

const tool = (path) => join(repositoryRoot, 'node_modules', path);
const script = (name) => join(repositoryRoot, 'scripts', name);

const steps = [
  { title: 'Types', args: [script('types.mjs')] },
  { title: 'Lint and format', args: [tool('@biomejs/biome/bin/biome'), 'check', '.'] },
  { title: 'Texts of unknown values', args: [script('text-of-unknown.mjs')] },
  { title: 'Import rules', args: [script('boundaries.mjs')] },
  { title: 'Unused code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  { title: 'Generated files', args: [script('generate.mjs'), '--check'] },
  { title: 'Compiled programs', args: [script('programs.mjs'), '--check'] },
  { title: 'Complexity', args: [script('gate.mjs')] },
  {
    title: 'Unit tests',
    args: [
      tool('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReportFile}`,
    ],
  },
];

/**
 * Runs the steps one after another.
 *
 * @returns {Promise<readonly string[]>} titles of the steps that failed
 */
export async function check() {
  await rm(unitReportFile, { force: true });
  const failed = [];
  for (const { title, args } of steps) {
    console.log(`\n== ${title}`);
    const startedAt = performance.now();
    const { status } = existsSync(args[0])
      ? await runCommand(process.execPath, args)
      : { status: notThere(args[0]) };
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`-- ${title}: ${status === 0 ? 'fine' : `failed (status ${status})`}, ${seconds} s`);
    if (status !== 0) failed.push(title);
  }
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
  return failed;
}

/** A step whose program is missing has failed; it is named, and the other steps still run. */
function notThere(path) {
  console.error(`${path} is not there`);
  return 127;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit((await check()).length === 0 ? 0 : 1);
}
