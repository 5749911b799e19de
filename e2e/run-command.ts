import { spawnSync } from 'node:child_process';
import { inRepository } from '@openwop-inspector/testing/files';

/** Runs the built `openwop-inspector` to its end. */
export function runCommand(...args: readonly string[]): {
  readonly status: number | null;
  readonly said: string;
} {
  const program = inRepository('bin', 'openwop-inspector.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}
