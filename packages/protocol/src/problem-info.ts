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

/**
 * A table of problems out of rows of data: title and advice, then clause and severity where they differ from those that
 * most rows of the table have. A bundle that shows no problem leaves the tables out.
 */
/* @__NO_SIDE_EFFECTS__ */
export function problemTable<Code extends string>(
  usual: Pick<ProblemInfo, 'severity' | 'clause'>,
  rows: Readonly<Record<Code, readonly string[]>>,
): Readonly<Record<Code, ProblemInfo>> {
  const full = Object.entries<readonly string[]>(rows).map(([code, [title, advice, ...own]]) => {
    const severity = own.find(isSeverity) ?? usual.severity;
    const clause = own.find((word) => !isSeverity(word)) ?? usual.clause;
    return [code, { title, severity, clause, advice }];
  });
  return Object.fromEntries(full) as Record<Code, ProblemInfo>;
}

function isSeverity(word: string): word is Severity {
  return word === 'error' || word === 'warning' || word === 'note';
}
