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

/** Why a verb does not answer, in words for the user; `answering` says it, and the verb ends as failed. */
export class Refusal extends Error {
  readonly more: readonly Line[];

  constructor(message: string, more: readonly Line[] = []) {
    super(message);
    this.more = more;
  }
}

/** That a log does not hold what was requested of it: it is said with the name of the file. */
export class NotInLog extends Refusal {}

/** Says a refusal; throws any other error again. */
export function sayRefusal(error: unknown, terminal: Terminal): ExitStatus {
  if (!(error instanceof Refusal)) throw error;
  return fail(terminal, error.message, error.more);
}

/** One attempt after the other. When some are refused each refusal is said, the last of them by whoever catches it. */
export async function eachOf<T, Result>(
  all: readonly T[],
  attempt: (one: T) => Promise<Result>,
  terminal: Terminal,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let refusal: Refusal | null = null;
  for (const one of all) {
    try {
      results.push(await attempt(one));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (refusal !== null) sayRefusal(refusal, terminal);
      refusal = error;
    }
  }
  if (refusal !== null) throw refusal;
  return results;
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
const WORST_LAST = [EXIT.fine, EXIT.unjudged, EXIT.findings, EXIT.failed, EXIT.interrupted];

/** The worse of two, so that several files end with the worst of theirs. */
export function worse(one: ExitStatus, other: ExitStatus): ExitStatus {
  return WORST_LAST.indexOf(one) > WORST_LAST.indexOf(other) ? one : other;
}
