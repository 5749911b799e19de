/**
 * The one table of codes: problems of readers, refusals and warnings of the acceptor, each with plain words, its clause
 * and what to do. The three parts are in files of their own and are looked up here.
 */
import { type ProblemCode, problemCodes } from './problem-codes.ts';
import type { ProblemInfo } from './problem-info.ts';
import type { RefusalCode, RefusalInfo } from './refusal-codes.ts';
import { refusalCodes } from './refusal-codes.ts';
import type { WarningCode, WarningInfo } from './warning-codes.ts';
import { warningCodes } from './warning-codes.ts';

export type { ProblemCode, RefusalCode, RefusalInfo, WarningCode, WarningInfo };

/** Every problem code, in the order of the table. */
export const PROBLEM_CODES = Object.keys(problemCodes) as readonly ProblemCode[];
/** Every refusal code, in the order of the table. */
export const REFUSAL_CODES = Object.keys(refusalCodes) as readonly RefusalCode[];
/** Every warning code, in the order of the table. */
export const WARNING_CODES = Object.keys(warningCodes) as readonly WarningCode[];

/** Title, severity, clause and advice of a problem code. */
export function problemInfo(code: ProblemCode): ProblemInfo {
  return problemCodes[code];
}

/** Title, outcome status, clause and advice of a refusal code. */
export function refusalInfo(code: RefusalCode): RefusalInfo {
  return refusalCodes[code];
}

/** Title, clause and advice of an acceptor warning. */
export function warningInfo(code: WarningCode): WarningInfo {
  return warningCodes[code];
}

/** True for a code of the problems table. Safe for hostile names such as `constructor`. */
export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}

/** True for a refusal code, for instance one found in `error.code` of a recorded `node.failed`. */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusalCodes, code);
}

/** True for a warning of the acceptor. */
export function isWarningCode(code: string): code is WarningCode {
  return Object.hasOwn(warningCodes, code);
}
