import { EXIT, type ExitStatus } from '../exit-status.ts';
import { dim, type Line, line } from '../terminal/line.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Name of the command, in front of every message of it. */
export const COMMAND = 'openwop-inspector';

/** A message on standard error: why something could not be done. */
export function complain(terminal: Terminal, message: string, more: readonly Line[] = []): void {
  terminal.tell([line(dim(`${COMMAND}: `), { text: message, style: 'error' }), ...more]);
}

/** A remark on standard error about what was done all the same. */
export function remark(terminal: Terminal, message: string): void {
  terminal.tell([line(dim(`${COMMAND}: `), message)]);
}

/** As `complain`, for a verb that ends with it. */
export function fail(terminal: Terminal, message: string, more: readonly Line[] = []): ExitStatus {
  complain(terminal, message, more);
  return EXIT.failed;
}

/** As `complain`, where nothing comes of it. */
export function nothing(terminal: Terminal, message: string, more: readonly Line[] = []): null {
  complain(terminal, message, more);
  return null;
}
