/** Vectors with `gate` (vectors FORMAT 5). */
import { decideModelGate } from '../gate/decide-model-gate.ts';
import { compareKeys } from './compare-keys.ts';
import type { Vector } from './read-vectors.ts';
import type { VectorAnswer } from './run-vector.ts';

/** Asks the model-capability gate. */
export function runGate(vector: Vector): VectorAnswer {
  return compareKeys({ ...decideModelGate(vector.input) }, vector.expect);
}
