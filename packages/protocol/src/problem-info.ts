/** How bad a problem is. `error`: something is missing or wrong. `warning`: suspicious. `note`: tolerated. */
export type Severity = 'error' | 'warning' | 'note';

/** What is known about one problem code. */
export interface ProblemInfo {
  /** Short plain words, sentence case, no full stop. */
  readonly title: string;
  readonly severity: Severity;
  /** Where docs/protocol says so, as `clauses.ts` reads it. */
  readonly clause: string;
  /** What to do, in one sentence. */
  readonly advice: string;
}
