import type { Branch, Candidate } from './variant-branches.ts';

interface Score {
  branches: number;
  literals: Set<string>;
  required: number;
}

/**
 * The property that tells most branches apart: the one that is a candidate in most of them, then with most different
 * literals, then required most often, then first in order. Null when no branch has a candidate.
 */
export function discriminatorOf(branches: readonly Branch[]): string | null {
  const scores = new Map<string, Score>();
  for (const { candidates } of branches) for (const candidate of candidates) count(scores, candidate);
  let best: [string, Score] | null = null;
  for (const entry of scores) if (best === null || isBetter(entry[1], best[1])) best = entry;
  return best === null ? null : best[0];
}

function count(scores: Map<string, Score>, { name, literal, required }: Candidate): void {
  const score = scores.get(name) ?? { branches: 0, literals: new Set<string>(), required: 0 };
  score.branches += 1;
  score.literals.add(literal);
  score.required += required ? 1 : 0;
  scores.set(name, score);
}

function isBetter(score: Score, best: Score): boolean {
  if (score.branches !== best.branches) return score.branches > best.branches;
  if (score.literals.size !== best.literals.size) return score.literals.size > best.literals.size;
  return score.required > best.required;
}
