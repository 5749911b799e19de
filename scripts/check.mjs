/**
 * Everything that must hold of the sources, without a browser: node scripts/check.mjs [--changed [COMMIT]]
 *
 * All steps run even when one fails, so that one run names everything there is to mend. The unit tests' counts are
 * left in `.cache/unit-tests.json` for `npm test`. With `--changed` a quick look: types and lint of everything, and the unit
 * tests that the changes since COMMIT (default HEAD, so what is not committed) can reach by imports. A file outside the
 * imports (a script, a schema, a recording) reaches no test then.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDependencies } from './parts/install-dependencies.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';
import { unitReportFile } from './parts/test-counts.mjs';

const tool = (path) => join(repositoryRoot, 'node_modules', path);
const script = (name) => join(repositoryRoot, 'scripts', name);
const vitest = tool('vitest/vitest.mjs');

/** The longest first, so that two processors are busy to the end. */
const readers = [
  { title: 'Types', args: [script('types.mjs')] },
  { title: 'Lint and format', args: [tool('@biomejs/biome/bin/biome'), 'check', '.'] },
  { title: 'Texts of unknown values', args: [script('text-of-unknown.mjs')] },
  { title: 'Import rules', args: [script('boundaries.mjs')] },
  { title: 'Size of the source', args: [script('lines.mjs')] },
  { title: 'Words', args: [script('words.mjs')] },
  { title: 'Unused code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  { title: 'Compiled programs', args: [script('programs.mjs'), '--check'] },
];
/** Before the others, which read the validators it writes. */
const generated = { title: 'Generated files', args: [script('generate.mjs'), '--check'] };
const unitTests = {
  title: 'Unit tests',
  args: [vitest, 'run', '--reporter=default', `--reporter=${script('parts/test-counts.mjs')}`],
};

/**
 * Runs the steps: generated files, those that read the sources in two lanes, then the unit tests alone, since some of
 * them measure processor time.
 *
 * @param {{ build?: () => Promise<boolean>, built?: readonly { title: string, args: readonly string[] }[] }} [more]
 *   `build` is done first in one of the lanes, and `built` are steps that need what it makes
 * @returns {Promise<readonly string[]>} titles of the steps that failed
 */
export async function check({ build = async () => false, built = [] } = {}) {
  await rm(unitReportFile, { force: true });
  const waiting = [...readers];
  const failed = (await run(generated, true)) ? [] : [generated.title];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (!(await run(step, true))) failed.push(step.title);
    }
  };
  const buildingLane = async () => {
    if (await build()) waiting.unshift(...built);
    await lane();
  };
  await Promise.all([buildingLane(), lane()]);
  if (!(await run(unitTests, false))) failed.push(unitTests.title);
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
  return failed;
}

/** `isQuiet` prints the output of a step when it has ended, since another one runs at the same time. */
async function run({ title, args }, isQuiet) {
  if (!isQuiet) console.log(`\n== ${title}`);
  const startedAt = performance.now();
  const { status, output } = existsSync(args[0])
    ? await runCommand(process.execPath, args, { quiet: isQuiet })
    : { status: 127, output: `${args[0]} is not there` };
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const body = isQuiet || status === 127 ? `\n== ${title}\n${output}`.trimEnd() : '';
  console.log(`${body}\n-- ${title}: ${status === 0 ? 'fine' : `failed (status ${status})`}, ${seconds} s`);
  return status === 0;
}

/** Types and lint, then the unit tests that what has changed since a commit can reach. */
async function checkChanged(commit = 'HEAD') {
  if (!(await installDependencies())) return ['Dependencies'];
  const since = [vitest, 'run', `--changed=${commit}`, '--passWithNoTests'];
  const steps = [...readers.slice(0, 2), { title: unitTests.title, args: since }];
  const results = await Promise.all(steps.map((step) => run(step, true)));
  return steps.filter((_, at) => !results[at]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [option, commit] = process.argv.slice(2);
  const failed = option === '--changed' ? await checkChanged(commit) : await check();
  process.exit(failed.length === 0 ? 0 : 1);
}
