/**
 * Problems a reader reports. `error`: something is missing or wrong. `warning`: suspicious.
 * `note`: a tolerated form. Texts never carry content of the file.
 */
import { eventProblems } from './event-problem-codes.ts';
import { fileProblems } from './file-problem-codes.ts';
import type { ProblemInfo } from './problem-info.ts';
import { bundleProblems, causationProblems, runProblems } from './run-problem-codes.ts';

/** Every problem code with its facts. */
export const problemCodes = {
  ...fileProblems,
  ...eventProblems,
  ...runProblems,
  ...bundleProblems,
  ...causationProblems,
} as const satisfies Record<string, ProblemInfo>;

/** A stable code of the problems list. */
export type ProblemCode = keyof typeof problemCodes;
