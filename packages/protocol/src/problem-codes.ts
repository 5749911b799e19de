/**
 * Problems a reader reports. `error`: something is missing or wrong. `warning`: suspicious.
 * `note`: a tolerated form. Texts never carry content of the file.
 */
import { type AghReasonCode, type AghWarningCode, aghReasonCodes, aghWarningCodes } from './agh-codes.ts';
import rows from './problem-codes.json' with { type: 'json' };
import { type ProblemInfo, problemTable, type Severity } from './problem-info.ts';

// What the acceptor of AGH Network v0 says of the messages of a log, as problems: its reasons and its warnings.

/** Reasons that a receipt alone gives. */
const OF_RECEIPTS = ['not_found', 'busy', 'conversation_not_found'] as const;
type OfMessages = Exclude<AghReasonCode | AghWarningCode, (typeof OF_RECEIPTS)[number]>;

/* @__NO_SIDE_EFFECTS__ */
function messageProblems(): Readonly<Record<`agh_${OfMessages}`, ProblemInfo>> {
  const all = Object.entries({ ...aghReasonCodes, ...aghWarningCodes });
  const given = all.filter(([code]) => !OF_RECEIPTS.some((reason) => reason === code));
  const problems = given.map(([code, info]) => [`agh_${code}`, info]);
  return Object.fromEntries(problems) as Record<`agh_${OfMessages}`, ProblemInfo>;
}

/**
 * Every rule over the events of a log, in one table (run-events 7): readers list what breaks a rule, an audit cites it.
 * Each problem names the events that it compares and what would have been right.
 */
export const ruleProblems = problemTable({ severity: 'warning', clause: 'acceptor 5' }, rows.rule);

/** Every problem code with its facts: of the file itself, of event documents, of the run as a whole, of debug bundles, … */
export const problemCodes = {
  ...problemTable({ severity: 'error', clause: 'bundles 1' }, rows.file),
  ...problemTable({ severity: 'note', clause: 'run-events 1.2' }, rows.event),
  ...problemTable({ severity: 'note', clause: 'run-events 1.1' }, rows.run),
  ...problemTable({ severity: 'warning', clause: 'bundles 2.2' }, rows.bundle),
  ...problemTable({ severity: 'note', clause: 'run-events 4.2' }, rows.causation),
  ...ruleProblems,
  ...messageProblems(),
  // Problems of messages (agh 2) that no single one shows.
  ...problemTable({ severity: 'note', clause: 'agh 6' }, rows.message),
} as const satisfies Record<string, ProblemInfo>;

/** A stable code of the problems list. */
export type ProblemCode = keyof typeof problemCodes;

/**
 * A tolerated or suspicious finding, with its place. `message` has codes, ids and counts only, never free text of the
 * content (security rule S-22).
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly sequence?: number;
  readonly eventId?: string;
  /** RFC 6901 pointer inside the event document, or inside the file for a problem of the file. */
  readonly pointer?: string;
  /** Byte of the source, after unpacking, counted from 0. */
  readonly byteOffset?: number;
  /** Line of the source, counted from 1. */
  readonly line?: number;
  /** Of a message of AGH Network: the step that decided, and the reason of the protocol (agh 2, 4). */
  readonly step?: string;
  readonly reason_code?: string;
  /** Section of the protocol or of the project's rules this is about. */
  readonly clause?: string;
}

/** True for the code of a rule over the events of a log. */
export function isLogRule(code: string): code is keyof typeof ruleProblems {
  return Object.hasOwn(ruleProblems, code);
}
