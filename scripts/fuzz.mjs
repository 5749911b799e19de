/**
 * The fuzz tests at full length: node scripts/fuzz.mjs [--minutes N] [--seed N] [--only NAME]
 *
 * N minutes (10) for the targets of each file, all files at once. An input that throws or lets a planted secret through
 * is made small and written to testing/fuzz-corpus; one that hangs or fills the memory is printed.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    only: { type: 'string', default: '' },
  },
});
console.log(`seed ${values.seed}, ${values.minutes} minutes`);
const vitest = join(repositoryRoot, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = await runCommand(
  process.execPath,
  [vitest, 'run', 'scripts/fuzz', '--maxWorkers=4', `--testNamePattern=fuzz .*${values.only}`],
  { env: { FUZZ_MINUTES: values.minutes, PROPERTY_SEED: values.seed } },
);
process.exit(status);
