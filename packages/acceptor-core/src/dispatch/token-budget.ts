import type { ReadConfig } from './dispatch-input.ts';

/** The output budget after a truncation. */
export interface GrownBudget {
  /** Tokens; null when the budget was never told. */
  readonly maxTokens: number | null;
  /** False when the provider's ceiling, or a multiplier of 1, keeps it where it is. Unknown budgets grow. */
  readonly grew: boolean;
}

/** Budget × multiplier, rounded down, at most the ceiling, never less than before (acceptor 5). */
export function grownBudget(maxTokens: number | null, { multiplier, ceiling }: ReadConfig): GrownBudget {
  if (maxTokens === null) return { maxTokens, grew: true };
  const next = Math.min(Math.floor(maxTokens * multiplier), Math.max(ceiling, maxTokens));
  return { maxTokens: next, grew: next > maxTokens };
}
