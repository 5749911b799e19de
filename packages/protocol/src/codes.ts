/**
 * The one table of codes: problems of readers, refusals and warnings of the acceptor, each with plain words, its clause
 * and what to do. Those of readers are in files of their own and are looked up here.
 */
import codes from './codes.json' with { type: 'json' };
import { type ProblemCode, problemCodes } from './problem-codes.ts';
import type { ProblemInfo } from './problem-info.ts';

export type { ProblemCode };

// Codes an envelope or a model turn is refused with, spelled as on the wire (acceptor 2 and 5, envelope 3).

/** What is known about one refusal code. */
export interface RefusalInfo {
  /** Short plain words, sentence case, no full stop. */
  readonly title: string;
  /** Outcome the code comes with; `failed` for codes that end a model dispatch rather than one envelope. */
  readonly status: (typeof STATUSES)[number];
  readonly clause: string;
  /** What to do, in one sentence. */
  readonly advice: string;
}

const STATUSES = ['invalid', 'gated', 'breached', 'failed'] as const;

/** A code an envelope or a model turn is refused with. */
export type RefusalCode = keyof typeof codes.refusals;

// Warnings of the acceptor in addition to its outcome (acceptor 2 and 3). None of them refuses an envelope.

/** What is known about one warning code. */
export interface WarningInfo {
  /** Short plain words, sentence case, no full stop. */
  readonly title: string;
  readonly clause: string;
}

/** A warning of the acceptor. */
export type WarningCode = keyof typeof codes.warnings;

/** Every problem code, in the order of the table. */
export const PROBLEM_CODES = Object.keys(problemCodes) as readonly ProblemCode[];
/** Every refusal code, in the order of the table. */
export const REFUSAL_CODES = Object.keys(codes.refusals) as readonly RefusalCode[];
/** Every warning code, in the order of the table. */
export const WARNING_CODES = Object.keys(codes.warnings) as readonly WarningCode[];

/** Title, severity, clause and advice of a problem code. */
export function problemInfo(code: ProblemCode): ProblemInfo {
  return problemCodes[code];
}

/** Title, outcome status, clause and advice of a refusal code. */
export function refusalInfo(code: RefusalCode): RefusalInfo {
  const { title, status, clause, advice } = codes.refusals[code];
  return { title, status: STATUSES.find((one) => one === status) ?? 'failed', clause, advice };
}

/** Title, clause and advice of an acceptor warning. */
export function warningInfo(code: WarningCode): WarningInfo {
  return codes.warnings[code];
}

/** True for a code of the problems table. Safe for hostile names such as `constructor`. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}

/** True for a refusal code, for instance one found in `error.code` of a recorded `node.failed`. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(codes.refusals, code);
}

/** True for a warning of the acceptor. */
export function isWarningCode(code: string): code is WarningCode {
  return Object.hasOwn(codes.warnings, code);
}
