/**
 * Checks the types: node scripts/types.mjs
 *
 * Once for everything together, and once for each room that has a `tsconfig.json` of its own: that is how a package
 * that may not touch Node or the document is kept from it. The desktop shell's types of Electron come with its tools.
 */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { installDesktopTools } from './parts/desktop-tools.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
const waiting = ['tsconfig.json', ...roomConfigs()];
let failures = 0;

async function checkNext() {
  for (let config = waiting.shift(); config !== undefined; config = waiting.shift()) {
    const { status, output } = await runCommand(process.execPath, [compiler, ...argumentsFor(config)], {
      quiet: true,
    });
    if (status !== 0) failures += 1;
    console.log(status === 0 ? `fine: ${config}` : `errors: ${config}\n${output.trimEnd()}`);
  }
}

/** What was found out is kept in `.cache`, so that a second check looks at what changed only. */
function argumentsFor(config) {
  const memory = join(repositoryRoot, '.cache', 'types', `${config.replaceAll('/', '-')}.tsbuildinfo`);
  return ['-p', config, '--incremental', '--tsBuildInfoFile', memory];
}

function roomConfigs() {
  return ['packages', 'app']
    .flatMap((floor) =>
      readdirSync(join(repositoryRoot, floor)).map((room) => `${floor}/${room}/tsconfig.json`),
    )
    .filter((config) => existsSync(join(repositoryRoot, config)));
}

const tools = await installDesktopTools();
if (!tools.ok) {
  console.error(`The types of Electron are missing: ${tools.why}.`);
  process.exit(1);
}
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, checkNext));
process.exit(failures === 0 ? 0 : 1);
