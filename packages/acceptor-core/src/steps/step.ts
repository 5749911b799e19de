/** The form of a step. */
import type { OutcomeDetail } from '../accept-context.ts';
import type { StepChange, StepId } from '../accept-result.ts';
import type { Ending } from '../pipeline/ending.ts';
import type { Work } from '../pipeline/work.ts';

/** What a row of the trace says beside its verdict. */
export interface StepNote {
  /** Did not apply; the verdict of its row is `skipped`. */
  readonly isSkipped?: boolean;
  /** What it checks against is not known; the verdict of its row is `unchecked`. */
  readonly isUnchecked?: boolean;
  /** One line on what was seen. */
  readonly note: string;
  readonly changes?: readonly StepChange[];
  /** Violations that were let pass; those of a refusal are taken from its ending. */
  readonly details?: readonly OutcomeDetail[];
}

/**
 * One step of the pipeline. `check` decides and is all that runs without a trace; `explain` words the row and runs
 * after it, with the same work. `needsEnvelope`: the step cannot be run for "what if" when no object was read.
 */
export interface Step {
  readonly id: StepId;
  /** Clause that the verdict rests on. */
  readonly clause: string;
  /** What is looked at: pointers from the envelope, names of the context. */
  readonly inputs: readonly string[];
  readonly needsEnvelope: boolean;
  readonly check: (work: Work) => Ending | null;
  readonly explain: (work: Work, ending: Ending | null) => StepNote;
}
