/**
 * Problems a reader reports. `error`: something is missing or wrong. `warning`: suspicious.
 * `note`: a tolerated form. Texts never carry content of the file.
 */
import { aghProblems } from './agh-problem-codes.ts';
import { eventProblems } from './event-problem-codes.ts';
import { fileProblems } from './file-problem-codes.ts';
import type { ProblemInfo, Severity } from './problem-info.ts';
import { ruleProblems } from './rule-problem-codes.ts';
import { bundleProblems, causationProblems, runProblems } from './run-problem-codes.ts';

/** Every problem code with its facts. */
export const problemCodes = {
  ...fileProblems,
  ...eventProblems,
  ...runProblems,
  ...bundleProblems,
  ...causationProblems,
  ...ruleProblems,
  ...aghProblems,
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
