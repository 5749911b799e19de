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
 * A table of problems: `usual` holds what most of its entries share, and an entry that differs has its own. A bundle that
 * shows no problem leaves the tables out.
 */
/* @__NO_SIDE_EFFECTS__ */
export function problemTable<Code extends string, Usual extends Partial<ProblemInfo>>(
  usual: Usual,
  entries: Readonly<Record<Code, Omit<ProblemInfo, keyof Usual> & Partial<ProblemInfo>>>,
): Readonly<Record<Code, ProblemInfo>> {
  const full = Object.entries<Partial<ProblemInfo>>(entries).map(([code, own]) => [
    code,
    { ...usual, ...own },
  ]);
  return Object.fromEntries(full) as Record<Code, ProblemInfo>;
}
