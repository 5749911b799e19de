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
