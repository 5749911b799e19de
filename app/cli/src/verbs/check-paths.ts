import { stat } from 'node:fs/promises';
import { scalarText } from '@openwop-inspector/protocol';
import type { Terminal } from '../terminal/terminal.ts';
import { complain } from './complain.ts';

/** Whether every path names a file that a window can be given; what is wrong has been said. */
export async function checkPaths(files: readonly string[], terminal: Terminal): Promise<boolean> {
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
