import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isOutsideAddress } from '@openwop-inspector/browser-shell';
import { readHostAddress } from '@openwop-inspector/host-client';
import { scalarText } from '@openwop-inspector/protocol';
import type { Terminal } from '../terminal/terminal.ts';
import { complain } from './complain.ts';

/** What a window is given at its start. */
export interface WindowArguments {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Addresses of hosts or runs: the window offers to attach and asks before it does. */
  readonly addresses: readonly string[];
}

/** Sorts arguments into files and addresses; null when one cannot be shown, which has been said. */
export async function readWindowArguments(
  given: readonly string[],
  terminal: Terminal,
): Promise<WindowArguments | null> {
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

/** Whether every path names a file that a window can be given; what is wrong has been said. */
async function checkPaths(files: readonly string[], terminal: Terminal): Promise<boolean> {
  let areFine = true;
  for (const file of files) {
    const why =
      file === '-' ? 'standard input cannot be shown in a window; use "inspect -"' : await whyNot(file);
    if (why === null) continue;
    complain(terminal, `${file}: ${why}`);
    areFine = false;
  }
  return areFine;
}

async function whyNot(file: string): Promise<string | null> {
  try {
    const facts = await stat(file);
    if (facts.isDirectory()) return 'it is a directory';
    return facts.isFile() ? null : 'it is no plain file';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? scalarText(error.code) : String(error);
    return code === 'ENOENT' ? 'there is no such file' : `it cannot be opened (${code})`;
  }
}
