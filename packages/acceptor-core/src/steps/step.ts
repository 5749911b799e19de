/** The form of a step. */
import type { OutcomeDetail } from '../accept-context.ts';
import type { ProjectedEvent, StepChange } from '../accept-result.ts';
import type { Ending, Refused } from '../pipeline/ending.ts';
import type { Work } from '../pipeline/work.ts';
import { type StepId, type StepInfo, stepInfo } from './step-table.ts';

/** Text of a row of the trace, in addition to its verdict. */
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

/** The events of a refusal; counts in the memory of the run what it uses up (acceptor 2.0). */
export type RecordRefusal = (work: Work, ending: Refused) => readonly ProjectedEvent[];

/**
 * One step of the pipeline. `check` decides and is all that runs without a trace; `explain` words the row and runs
 * after it, with the same work. Neither changes the memory of the run: `refused` and `accepted` do, when the outcome is
 * known. `needsEnvelope`: the step cannot be run for "what if" when no object was read.
 */
export interface Step<Id extends StepId = StepId> extends StepInfo<Id> {
  /** Clause that the verdict rests on. */
  readonly clause: string;
  /** Inspected values: pointers from the envelope, names of the context. */
  readonly inputs: readonly string[];
  readonly needsEnvelope: boolean;
  /** Whether what passes here is accepted: true for the last step alone. */
  readonly accepts: boolean;
  /** May refuse an envelope that would otherwise have been found to be a repeat. */
  readonly hidesRepeats: boolean;
  readonly check: (work: Work) => Ending | null;
  /** A text alone is its note. */
  readonly explain: (work: Work, ending: Ending | null) => StepNote | string;
  /** Null where a refusal fails the node and no more. */
  readonly refused: RecordRefusal | null;
  /** Counts or remembers an envelope that all steps let pass, or that the step stored itself. */
  readonly accepted: ((work: Work) => void) | null;
}

const USUAL = {
  needsEnvelope: true,
  accepts: false,
  hidesRepeats: false,
  refused: null,
  accepted: null,
} as const;

type Usual = keyof typeof USUAL | keyof StepInfo;

/** A step, with the usual for what is not given. A bundle that shows steps alone leaves out what nobody calls. */
/* @__NO_SIDE_EFFECTS__ */
export function step<Id extends StepId>(
  id: Id,
  own: Omit<Step, Usual> & Partial<Omit<Step, keyof StepInfo>>,
): Step<Id> {
  return { ...USUAL, ...stepInfo(id), id, ...own };
}

/** The step as another profile has it. */
/* @__NO_SIDE_EFFECTS__ */
export function variantOf<Id extends StepId>(
  specified: Step<Id>,
  own: Partial<Omit<Step, keyof StepInfo>>,
): Step<Id> {
  return { ...specified, ...own };
}
