import { addTo } from '@openwop-inspector/base';
import { type ProblemCode, problemInfo, type Severity } from '@openwop-inspector/protocol';
import { type ProblemEntry, RANK } from './problem-layer.ts';

/** A listed problem with its number, which stays the same until the checks that found it are made again. */
export interface NumberedProblem {
  readonly id: number;
  readonly entry: ProblemEntry;
}

/** Problems of one code, counted. */
export interface CodeCount {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly count: number;
}

/** Problems as answers ask for them: those of a whole log, or of one of its runs. */
export interface ListedProblems {
  readonly counts: { readonly error: number; readonly warning: number; readonly note: number };
  /** Codes with their counts, worst severity first, then most frequent first. */
  groups(): readonly CodeCount[];
  /** Listed problems with their numbers; of one code when given. */
  list(code?: ProblemCode): readonly NumberedProblem[];
}

/** Worst severity first, then most frequent first. */
export function inReportOrder(a: CodeCount, b: CodeCount): number {
  return RANK[b.severity] - RANK[a.severity] || b.count - a.count || (a.code < b.code ? -1 : 1);
}

/**
 * The listed problems of some events. What was counted and not listed belongs to no event any more and is left out, and
 * so is what belongs to the file. O(listed problems) once.
 */
export class ProblemsOfEvents implements ListedProblems {
  readonly counts = { error: 0, warning: 0, note: 0 };
  private readonly byCode = new Map<ProblemCode, NumberedProblem[]>();

  constructor(all: ListedProblems, has: (ordinal: number) => boolean) {
    for (const problem of all.list()) {
      const { code, ordinal } = problem.entry;
      if (ordinal === null || !has(ordinal)) continue;
      this.counts[problemInfo(code).severity]++;
      addTo(this.byCode, code, problem);
    }
  }

  groups(): readonly CodeCount[] {
    return [...this.byCode]
      .map(([code, { length }]) => ({ code, severity: problemInfo(code).severity, count: length }))
      .sort(inReportOrder);
  }

  list(code?: ProblemCode): readonly NumberedProblem[] {
    return code === undefined ? [...this.byCode.values()].flat() : (this.byCode.get(code) ?? []);
  }
}
