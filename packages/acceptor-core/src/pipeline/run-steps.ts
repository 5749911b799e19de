/** Runs the steps of a profile over one envelope; the first that ends it decides. */
import type { StepTrace } from '../accept-result.ts';
import type { StepId } from '../steps/list.ts';
import type { Step } from '../steps/step.ts';
import type { Ended } from './settle.ts';
import { endingOf, hypotheticalRows, rowOf, startTime } from './trace.ts';
import type { Work } from './work.ts';

/** What a run of the steps is asked for beside its end. */
export interface TraceWish {
  readonly trace: boolean;
  readonly whatIf: boolean;
  readonly micros: (() => number) | undefined;
}

/** At least one. */
export type Steps = readonly [Step<StepId>, ...Step<StepId>[]];

/** How the steps ended, and the rows of the trace if one was asked for. */
export interface StepsRun extends Ended<Step<StepId>> {
  readonly rows: readonly StepTrace[];
}

const NO_ROWS: readonly StepTrace[] = Object.freeze([]);

/** Runs the steps until one ends the envelope; all of them for an acceptance. */
export function runSteps(steps: Steps, work: Work, wish: TraceWish): StepsRun {
  return wish.trace ? tracedSteps(steps, work, wish) : bareSteps(steps, work);
}

function bareSteps(steps: Steps, work: Work): StepsRun {
  let step = steps[0];
  for (step of steps) {
    const ending = endingOf(step, work);
    if (ending !== null) return { step, ending, rows: NO_ROWS };
  }
  return { step, ending: null, rows: NO_ROWS };
}

function tracedSteps(steps: Steps, work: Work, wish: TraceWish): StepsRun {
  const rows: StepTrace[] = [];
  let step = steps[0];
  for (step of steps) {
    const start = startTime(wish.micros);
    const ending = endingOf(step, work);
    rows.push(rowOf(step, work, ending, startTime(wish.micros) - start));
    if (ending === null) continue;
    const later = wish.whatIf ? steps.slice(rows.length) : [];
    rows.push(...hypotheticalRows(later, work, ending, wish.micros));
    return { step, ending, rows };
  }
  return { step, ending: null, rows };
}
