/** Which steps a profile runs, and how their end is settled. */
import type { Profile } from '../accept-context.ts';
import { REFERENCE_STEPS, SPECIFIED_STEPS } from '../steps/list.ts';
import type { Steps } from './run-steps.ts';
import { type Settle, settle } from './settle.ts';
import { settleAsReference } from './settle-as-reference.ts';
import type { Work } from './work.ts';

export interface PipelineProfile {
  readonly steps: Steps;
  /** What the steps count and remember of an acceptance, in their order. */
  readonly accepted: readonly ((work: Work) => void)[];
  readonly settle: Settle;
  /** Whether a failed node ends the turn (acceptor 2). */
  readonly stopsTurns: boolean;
}

const specified = profile(SPECIFIED_STEPS, settle, true);
const reference = profile(REFERENCE_STEPS, settleAsReference, false);

function profile(steps: Steps, settleBy: Settle, stopsTurns: boolean): PipelineProfile {
  return { steps, accepted: steps.flatMap(({ accepted }) => accepted ?? []), settle: settleBy, stopsTurns };
}

/** The pipeline of a profile. */
export function profileOf(name: Profile): PipelineProfile {
  return name === 'reference' ? reference : specified;
}
