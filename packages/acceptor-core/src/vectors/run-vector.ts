/** One vector through the runner of its form. */
import type { Difference } from './match.ts';
import type { Vector } from './read-vectors.ts';
import type { VectorForm } from './vector-forms.ts';

/** Result of a runner: in the terms of the vector, and its differences from the expected one. */
export interface VectorAnswer {
  /** Only what the expectation speaks of. Plain data. */
  readonly actual: unknown;
  readonly differences: readonly Difference[];
}

/** Answers the vectors of one form. */
export type VectorRunner = (vector: Vector) => VectorAnswer | Promise<VectorAnswer>;

/** Runners by form; a form without one is not answered yet. */
export type VectorRunners = Readonly<Partial<Record<VectorForm, VectorRunner>>>;

/** How a vector went. `not-answered`: nothing here runs its form, which is neither a pass nor a failure. */
export type VectorResult =
  | { readonly kind: 'passed'; readonly vector: Vector }
  | { readonly kind: 'failed'; readonly vector: Vector; readonly answer: VectorAnswer }
  | { readonly kind: 'not-answered'; readonly vector: Vector };

/**
 * Runs one vector. A runner that throws fails its vector instead of ending the whole run: that nothing throws is part
 * of what vectors are there to show.
 */
export async function runVector(vector: Vector, runners: VectorRunners): Promise<VectorResult> {
  const runner = runners[vector.form];
  if (runner === undefined) return { kind: 'not-answered', vector };
  const answer = await answerOf(vector, runner);
  return answer.differences.length === 0 ? { kind: 'passed', vector } : { kind: 'failed', vector, answer };
}

async function answerOf(vector: Vector, runner: VectorRunner): Promise<VectorAnswer> {
  try {
    return await runner(vector);
  } catch (bug) {
    const words = bug instanceof Error ? `${bug.name}: ${bug.message}` : String(bug);
    const message = `It threw an exception: ${words.slice(0, 300)}`;
    return {
      actual: null,
      differences: [{ pointer: '', expected: vector.expect, actual: undefined, message }],
    };
  }
}
