import { dim, type Line, line } from '@openwop-inspector/base/document';
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

/** What a command ends with. */
export const EXIT = {
  /** It was done, and there is nothing to object to. */
  fine: 0,
  /** It was done, and problems of severity error were found. */
  findings: 1,
  /** It could not be done: bad arguments, a file that cannot be read or holds no run, a reference to nothing. */
  failed: 2,
  /** It was done, and nothing of what was read could be judged: neither good nor bad. */
  unjudged: 3,
  /** Stopped with Ctrl-C; what was read until then has been printed. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** From best to worst: what could not be read is worse than what could not be judged. */
const WORST_LAST: readonly ExitStatus[] = [
  EXIT.fine,
  EXIT.unjudged,
  EXIT.findings,
  EXIT.failed,
  EXIT.interrupted,
];

/** The worse of two, so that several files end with the worst of theirs. */
export function worse(one: ExitStatus, other: ExitStatus): ExitStatus {
  return WORST_LAST.indexOf(one) > WORST_LAST.indexOf(other) ? one : other;
}
