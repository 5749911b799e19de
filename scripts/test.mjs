/**
 * Everything that must pass: npm test [-- --all]
 *
 * Installs what is missing, checks the sources, builds, runs the scenarios in both shells and packages the desktop
 * application and the npm package. What cannot be done on this machine is listed as LEFT OUT; in CI (CI=true) or with --all that fails
 * the run. Every test that failed is named with why, and a scenario that passed only on its second try. The last
 * line is `N passed, N failed`, over all tests.
 */
import { installDependencies } from './parts/install-dependencies.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

const mustBeWhole = process.env.CI === 'true' || process.argv.includes('--all');

if (!(await installDependencies())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
process.exit(await testEverything());

async function testEverything() {
  const { check, unitReportFile } = await import('./check.mjs');
  const { buildAll } = await import('./build.mjs');
  const { runEndToEnd, endToEndReportFile } = await import('./e2e.mjs');
  const { endToEndCounts, unitCounts } = await import('./parts/test-counts.mjs');

  const failedSteps = [...(await check())];
  const leftOut = [];
  const counts = [unitCounts(unitReportFile)];

  console.log('\n== Build');
  if (await buildAll()) {
    console.log('\n== End to end');
    // The drivers of both shells lose an answer now and then. A second try is told by name, never silent.
    const endToEnd = await runEndToEnd({ mayInstall: true, args: ['--retries=1'] });
    if (endToEnd.status !== 0) failedSteps.push('End to end');
    leftOut.push(...endToEnd.leftOut);
    counts.push(endToEndCounts(endToEndReportFile));

    console.log('\n== Package');
    const packaged = await packageForTest();
    if (packaged.kind === 'failed') failedSteps.push('Package');
    if (packaged.kind === 'left-out') leftOut.push(`packaging: ${packaged.why}`);

    console.log('\n== npm package');
    const packed = await runCommand(process.execPath, [`${repositoryRoot}/scripts/pack.mjs`]);
    if (packed.status !== 0) failedSteps.push('npm package');
  } else {
    failedSteps.push('Build');
  }
  return conclude({ failedSteps, leftOut, counts });
}

/** Packages the application as `npm run package` does; with the stand-in where Electron's own binary is not here. */
async function packageForTest() {
  if (process.platform !== 'linux') return { kind: 'left-out', why: 'it is tested on Linux' };
  const { electronForTests } = await import('./e2e.mjs');
  const { standInFolder } = await import('./parts/stand-in-electron.mjs');
  const electron = await electronForTests(false);
  if (!electron.ok) return { kind: 'left-out', why: electron.why };
  const args = electron.path.startsWith(standInFolder) ? ['--stand-in'] : [];
  const { status } = await runCommand(process.execPath, [`${repositoryRoot}/scripts/package.mjs`, ...args]);
  return { kind: status === 0 ? 'made' : 'failed' };
}

function conclude({ failedSteps, leftOut, counts }) {
  const passed = counts.reduce((sum, one) => sum + one.passed, 0);
  const failed = counts.reduce((sum, one) => sum + one.failed, 0);
  console.log('');
  for (const name of counts.flatMap(({ repeated }) => repeated)) {
    console.log(`PASSED ON ITS SECOND TRY ${name}`);
  }
  for (const line of counts.flatMap(({ failures }) => failures)) console.log(`FAILED ${line}`);
  for (const line of leftOut) console.log(`LEFT OUT ${line}`);
  if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(', ')}`);
  if (mustBeWhole && leftOut.length > 0) console.log('Nothing may be left out here, so this run has failed.');
  console.log(`${passed} passed, ${failed} failed`);
  const isFine = failed === 0 && passed > 0 && failedSteps.length === 0;
  return isFine && !(mustBeWhole && leftOut.length > 0) ? 0 : 1;
}
