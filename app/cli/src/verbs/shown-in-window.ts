import { resolve } from 'node:path';
import { isOutsideAddress } from '@openwop-inspector/browser-shell';
import { readHostAddress } from '@openwop-inspector/host-client';
import type { Terminal } from '../terminal/terminal.ts';
import { checkPaths } from './check-paths.ts';
import { complain } from './complain.ts';

/** What a window is given at its start. */
export interface ShownInWindow {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Addresses of hosts or runs: the window offers to attach and asks before it does. */
  readonly addresses: readonly string[];
}

/** Sorts arguments into files and addresses; null when one cannot be shown, which has been said. */
export async function shownInWindow(
  given: readonly string[],
  terminal: Terminal,
): Promise<ShownInWindow | null> {
  const addresses = given.filter(isOutsideAddress);
  const files = given.filter((argument) => !isOutsideAddress(argument));
  let areFine = await checkPaths(files, terminal);
  for (const [place, address] of addresses.entries()) {
    const reading = readHostAddress(address);
    if (reading.ok) continue;
    complain(terminal, `address ${place + 1}: ${reading.message}`);
    areFine = false;
  }
  return areFine ? { files: files.map((file) => resolve(file)), addresses } : null;
}
