/**
 * Everything that a change must pass: npm test. With --all (npm run test:all), what a release must pass.
 *
 * Installs what is missing, checks the sources, runs the unit tests, builds, packages, and runs the scenarios.
 * With --all every scenario runs in both shells, property tests and fuzzing run at full length, the bench prints its
 * targets, and the pictures of the guide are taken.
 *
 * What cannot be done on this machine is listed as LEFT OUT; in CI (CI=true) or with --all that fails the run. Every
 * test that failed is named with the reason; nothing is tried twice. The last line is `N passed, N failed`, over all
 * tests.
 */
import { installDependencies } from './parts/install-dependencies.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

const isAll = process.argv.includes('--all');
const mustBeWhole = process.env.CI === 'true' || isAll;
if (isAll) process.env.INSPECTOR_TEST_ALL = 'true';

const seconds = stopwatch();
if (!(await installDependencies())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
process.exit(await testEverything());

async function testEverything() {
  const { check } = await import('./check.mjs');
  const { buildAll } = await import('./build.mjs');
  const { prepareShells, runEndToEnd, endToEndReportFile } = await import('./e2e.mjs');
  const { endToEndCounts, unitCounts, unitReportFile } = await import('./parts/test-counts.mjs');
  const { installDesktopTools } = await import('./parts/desktop-tools.mjs');

  const failedSteps = [];
  const leftOut = [];
  const step = async (title, run) => {
    console.log(`\n== ${title}`);
    const stepSeconds = stopwatch();
    const isFine = await run();
    console.log(`-- ${title}: ${isFine ? 'fine' : 'failed'}, ${stepSeconds()} s`);
    if (!isFine) failedSteps.push(title);
    return isFine;
  };
  const script = (name) => `${repositoryRoot}/scripts/${name}.mjs`;
  const runScript = async (name, ...args) =>
    (await runCommand(process.execPath, [script(name), ...args])).status === 0;

  await installDesktopTools();
  const shells = await prepareShells({ mayInstall: true });
  leftOut.push(...shells.leftOut);
  console.log(`\n-- Installed: ${seconds()} s`);
  const testSeconds = stopwatch();

  const packaged = await packageArguments();
  if (!packaged.ok) leftOut.push(`packaging: ${packaged.why}`);
  const packages = [
    { title: 'npm package', args: [script('pack')] },
    ...(packaged.ok ? [{ title: 'Desktop package', args: [script('package'), ...packaged.args] }] : []),
  ];
  failedSteps.push(...(await check({ build: () => step('Build', buildAll), built: packages })));
  const counts = [unitCounts(unitReportFile)];
  if (!failedSteps.includes('Build')) {
    await step('End to end', async () => (await runEndToEnd(shells, [])) === 0);
    counts.push(endToEndCounts(endToEndReportFile));
    if (isAll) {
      await step('Fuzz', () => runScript('fuzz'));
      await step('Targets of the bench', () => runScript('bench', 'reach'));
      await step('Pictures', () => runScript('e2e', '--project=pictures', '--reporter=list'));
    }
  }
  shells.stop();
  console.log(`\n-- Tested: ${testSeconds()} s`);
  return conclude({ failedSteps, leftOut, counts });
}

/** Arguments of `npm run package`; the stand-in is packaged where Electron's own binary is not here. */
async function packageArguments() {
  if (process.platform !== 'linux') return { ok: false, why: 'it is tested on Linux' };
  const { electronForTests } = await import('./e2e.mjs');
  const { standInFolder } = await import('./parts/find-electron.mjs');
  const electron = await electronForTests(false);
  if (!electron.ok) return electron;
  return { ok: true, args: electron.path.startsWith(standInFolder) ? ['--stand-in'] : [] };
}

function conclude({ failedSteps, leftOut, counts }) {
  const passed = counts.reduce((sum, one) => sum + one.passed, 0);
  const failed = counts.reduce((sum, one) => sum + one.failed, 0);
  console.log('');
  for (const line of counts.flatMap(({ failures }) => failures)) console.log(`FAILED ${line}`);
  for (const line of leftOut) console.log(`LEFT OUT ${line}`);
  if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(', ')}`);
  if (mustBeWhole && leftOut.length > 0) console.log('Nothing may be left out here, so this run has failed.');
  console.log(`${passed} passed, ${failed} failed`);
  const isFine = failed === 0 && passed > 0 && failedSteps.length === 0;
  return isFine && !(mustBeWhole && leftOut.length > 0) ? 0 : 1;
}

/** Starts now; the function it returns gives the seconds since. */
function stopwatch() {
  const startedAt = performance.now();
  return () => ((performance.now() - startedAt) / 1000).toFixed(1);
}
