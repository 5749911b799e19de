/** The form of a profile: which steps run, in which order, and how their end is settled. */
import type { ShownNames } from '../events/event-writer.ts';
import type { Ending } from '../pipeline/ending.ts';
import type { Settled } from '../pipeline/settled.ts';
import type { Work } from '../pipeline/work.ts';
import type { Step } from '../steps/step.ts';

export interface PipelineProfile {
  readonly steps: readonly Step[];
  readonly settle: (work: Work, names: ShownNames, ending: Ending | null) => Settled;
  /** Whether a failed node ends the turn (acceptor 2). */
  readonly stopsTurns: boolean;
}
