/**
 * The complexity gate: node scripts/gate.mjs [--only TEXT]
 *
 * Every entry point that takes foreign content runs at n and at 4n and fails above six times the processor time. The
 * one place where ratios of time are a test (docs/security.md).
 */
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { repositoryRoot, runCommand } from './parts/run-command.mjs';

/** Work that has not ended by then never will: a gate that is well takes a tenth. */
const limitMs = 300_000;

if (!(await buildAll({ only: ['gate'] }))) process.exit(2);
const { status } = await runCommand(
  process.execPath,
  ['--expose-gc', join(repositoryRoot, 'dist', 'gate.mjs'), ...process.argv.slice(2)],
  { timeoutMs: limitMs },
);
process.exit(status);
