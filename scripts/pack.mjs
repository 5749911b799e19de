/**
 * Makes the npm package with `npm pack`, under `out/npm`, and tries it: npm run pack
 *
 * The tarball holds the command line and the window for a browser, bundled; it is installed into an empty folder
 * without a network, and run there. Next to it lie its bill of materials and the notices.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { faultsOfNpmPackage } from './parts/npm-package-check.mjs';
import { faultsOfPapers, writePapers } from './parts/release-papers.mjs';
import { repositoryRoot, runNpm } from './parts/run-command.mjs';

const output = join(repositoryRoot, 'out', 'npm');
process.exitCode = await pack();

async function pack() {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const packed = await runNpm(['pack', '--json', '--pack-destination', output], { quiet: true });
  const fileName = /"filename": "([^"]+)"/.exec(packed.output)?.[1];
  if (packed.status !== 0 || fileName === undefined) {
    console.error(`${packed.output.trimEnd()}\nnpm pack ended with status ${packed.status}`);
    return 1;
  }
  await writePapers(output, { targets: ['renderer', 'cli'] });
  const faults = [
    ...(await faultsOfNpmPackage(join(output, fileName))),
    ...faultsOfPapers(output, { isDesktop: false }),
  ];
  for (const fault of faults) console.error(`npm package: ${fault}`);
  if (faults.length === 0) console.log('Installed into an empty folder and run: fine');
  return faults.length === 0 ? 0 : 1;
}
