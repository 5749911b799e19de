import { readAuthorities } from '@openwop-inspector/host-client/node';
import type { Terminal } from '../terminal/terminal.ts';
import { complain } from './complain.ts';

/** The certificates of the file of `--ca`, none without one; null when it is not taken, which has been said. */
export async function readNamedAuthorities(
  file: string | null,
  terminal: Terminal,
): Promise<readonly string[] | null> {
  if (file === null) return [];
  const reading = await readAuthorities(file);
  if (reading.ok) return reading.certificates;
  complain(terminal, `${file} names no certificate authority: ${reading.why}`);
  return null;
}
