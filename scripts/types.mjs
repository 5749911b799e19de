/**
 * Checks the types: node scripts/types.mjs
 *
 * Once for everything together, and once for each package that has a `tsconfig.json` of its own: that is how a package
 * that may not use Node or the DOM is prevented from it. TypeScript 7 does the checking; version 6, which has an API,
 * serves the tools that read the sources. The types of Electron come with the tools of the desktop shell.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDesktopTools } from './parts/desktop-tools.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

const compiler = join(repositoryRoot, 'node_modules/typescript-native/bin/tsc');
let failures = 0;

const tools = await installDesktopTools();
if (!tools.ok) {
  console.error(`The types of Electron are missing: ${tools.why}.`);
  process.exit(1);
}
// One after another: the compiler uses all processors itself.
for (const config of ['tsconfig.json', ...packageConfigs()]) {
  const args = [compiler, '-p', config, '--incremental', '--tsBuildInfoFile', cacheFile(config)];
  const { status, output } = await runCommand(process.execPath, args, { quiet: true });
  if (status !== 0) failures += 1;
  console.log(status === 0 ? `fine: ${config}` : `errors: ${config}\n${output.trimEnd()}`);
}
process.exit(failures === 0 ? 0 : 1);

/** The compiler's record of the last check, so that the next one reads only what changed. */
function cacheFile(config) {
  return join(repositoryRoot, '.cache', 'types', `${config.replaceAll('/', '-')}.tsbuildinfo`);
}

function packageConfigs() {
  return ['packages', 'app']
    .flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder)).map((name) => `${folder}/${name}/tsconfig.json`),
    )
    .filter((config) => existsSync(join(repositoryRoot, config)));
}
