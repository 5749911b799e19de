import type { Step } from '../steps/step.ts';
import { type Ending, stopped } from './ending.ts';
import type { Work } from './work.ts';

/** A step that throws has found out nothing, so the envelope must not go on as if it had passed (acceptor 2.2). */
export function endingOf(step: Step, work: Work): Ending | null {
  try {
    return step.check(work);
  } catch (problem) {
    const why = problem instanceof Error ? problem.name : 'an exception that is no error';
    return stopped(work, [{ code: 'failed', what: `the step ${step.id}`, why }]);
  }
}
