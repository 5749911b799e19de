import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';

/**
 * Calls `act` each time the user presses Enter in the terminal that a program reads from; answers with the way to stop.
 * Reads nothing from a pipe or a file, which may be meant for somebody else, and nothing in the background, where
 * reading would stop the program.
 */
export function onEnter(input: Readable & { readonly isTTY?: boolean }, act: () => void): () => void {
  if (input.isTTY !== true || !isInForeground()) return () => undefined;
  const take = (chunk: Buffer | string) => {
    for (const _line of (typeof chunk === 'string' ? chunk : chunk.toString('utf8')).matchAll(/\n/g)) act();
  };
  input.on('data', take);
  return () => {
    input.off('data', take);
    input.pause();
  };
}

/** Whether the terminal is ours to read, where the system says so: fields 5 and 8 of its status, behind the name. */
function isInForeground(): boolean {
  try {
    const status = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , ofTerminal] = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return ofTerminal === '-1' || group === ofTerminal;
  } catch {
    return true;
  }
}
