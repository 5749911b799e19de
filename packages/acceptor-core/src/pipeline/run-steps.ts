/** Runs the steps of a profile over one envelope; the first that ends it decides. */
import type { StepTrace } from '../accept-result.ts';
import type { StepId } from '../steps/list.ts';
import type { Step } from '../steps/step.ts';
import type { Ended } from './settle.ts';
import { endingOf, hypotheticalRows, rowOf, startTime } from './trace.ts';
import type { Work } from './work.ts';

/** Options of a run of the steps. */
export interface TraceWish {
  readonly trace: boolean;
  readonly whatIf: boolean;
  readonly micros: (() => number) | undefined;
}

type Steps = readonly Step<StepId>[];

/** How the steps ended, and the rows of the trace if requested. */
export interface StepsRun {
  readonly ended: Ended<StepId>;
  readonly rows: readonly StepTrace[];
}

const NO_ROWS: readonly StepTrace[] = Object.freeze([]);
const ACCEPTED = Object.freeze({ step: null, ending: null });

/** Runs the steps until one ends the envelope; all of them for an acceptance. */
export function runSteps(steps: Steps, work: Work, wish: TraceWish): StepsRun {
  if (!wish.trace) return { ended: bareSteps(steps, work), rows: NO_ROWS };
  const rows: StepTrace[] = [];
  return { ended: tracedSteps(steps, work, wish, rows), rows };
}

function bareSteps(steps: Steps, work: Work): Ended<StepId> {
  for (const step of steps) {
    const ending = endingOf(step, work);
    if (ending !== null) return { step, ending };
  }
  return ACCEPTED;
}

function tracedSteps(steps: Steps, work: Work, wish: TraceWish, rows: StepTrace[]): Ended<StepId> {
  for (const step of steps) {
    const start = startTime(wish.micros);
    const ending = endingOf(step, work);
    rows.push(rowOf(step, work, ending, startTime(wish.micros) - start));
    if (ending === null) continue;
    const later = wish.whatIf ? steps.slice(rows.length) : [];
    rows.push(...hypotheticalRows(later, work, ending, wish.micros));
    return { step, ending };
  }
  return ACCEPTED;
}
