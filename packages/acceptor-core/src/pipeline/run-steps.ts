/** Runs the steps of a profile over one envelope; the first that ends it decides. */
import type { StepTrace } from '../accept-result.ts';
import type { Step } from '../steps/step.ts';
import type { Ending } from './ending.ts';
import { endingOf } from './step-ending.ts';
import { hypotheticalRows, rowOf, startTime } from './trace.ts';
import type { Work } from './work.ts';

/** What a run of the steps is asked for beside its end. */
export interface TraceWish {
  readonly trace: boolean;
  readonly whatIf: boolean;
  readonly micros: (() => number) | undefined;
}

/** Returns how it ended, null for an acceptance. The deciding step and the rows stand in the work afterwards. */
export function runSteps(steps: readonly Step[], work: Work, wish: TraceWish): Ending | null {
  return wish.trace ? tracedSteps(steps, work, wish) : bareSteps(steps, work);
}

function bareSteps(steps: readonly Step[], work: Work): Ending | null {
  for (const step of steps) {
    const ending = endingOf(step, work);
    if (ending === null) continue;
    work.step = step.id;
    return ending;
  }
  return null;
}

function tracedSteps(steps: readonly Step[], work: Work, wish: TraceWish): Ending | null {
  const rows: StepTrace[] = [];
  work.rows = rows;
  for (const [index, step] of steps.entries()) {
    const start = startTime(wish.micros);
    const ending = endingOf(step, work);
    const micros = startTime(wish.micros) - start;
    rows.push(rowOf(step, work, ending, micros));
    if (ending === null) continue;
    if (wish.whatIf) rows.push(...hypotheticalRows(steps.slice(index + 1), work, ending, wish.micros));
    work.step = step.id;
    return ending;
  }
  return null;
}
