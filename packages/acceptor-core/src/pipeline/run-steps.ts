/** Runs the steps of a profile over one envelope; the first that ends it decides. */

import { reasonsText } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { StepChange, StepVerdict } from '../accept-parts.ts';
import type { StepTrace } from '../accept-result.ts';
import type { StepId } from '../steps/list.ts';
import type { Step, StepNote } from '../steps/step.ts';
import { type Ending, isRefused, stopped } from './ending.ts';
import type { Ended } from './settle.ts';
import { NO_CHANGES, NO_DETAILS, type Work } from './work.ts';

/** Options of a run of the steps. */
export interface TraceWish {
  readonly trace: boolean;
  readonly whatIf: boolean;
  readonly micros: (() => number) | undefined;
}

type AcceptStep = Step<StepId>;

/** How the steps ended, and the rows of the trace if requested. */
export interface StepsRun {
  readonly ended: Ended<StepId>;
  readonly rows: readonly StepTrace[];
}

/** Without a clock all times are 0. */
const NO_CLOCK = (): number => 0;

const ACCEPTED = Object.freeze({ step: null, ending: null });

/** Runs the steps until one ends the envelope; all of them for an acceptance. */
export function runSteps(
  steps: readonly AcceptStep[],
  work: Work,
  { trace, whatIf, micros = NO_CLOCK }: TraceWish,
): StepsRun {
  const rows: StepTrace[] = [];
  for (const step of steps) {
    const start = micros();
    const ending = endingOf(step, work);
    if (trace) rows.push(rowOf(step, work, ending, micros() - start));
    if (ending === null) continue;
    if (trace && whatIf) rows.push(...hypotheticalRows(steps.slice(rows.length), work, ending, micros));
    return { ended: { step, ending }, rows };
  }
  return { ended: ACCEPTED, rows };
}

// Rows of the trace: input, decision and changes of a step, as masked text.

/** A step that throws has decided nothing, so the envelope must not continue as if it had passed (acceptor 2.2). */
function endingOf(step: AcceptStep, work: Work): Ending | null {
  try {
    return step.check(work);
  } catch (problem) {
    const why = problem instanceof Error ? problem.name : 'an exception that is no error';
    return stopped(work, [{ code: 'failed', what: `the step ${step.id}`, why }]);
  }
}

/** The row of a step that ran. */
function rowOf(step: AcceptStep, work: Work, ending: Ending | null, micros: number): StepTrace {
  const note = noteOf(step, work, ending);
  return traceRow(step, work, note, ending, verdictOf(step, note, ending), false, micros);
}

/** A step that was stopped has nothing of its own to say. */
function noteOf(step: AcceptStep, work: Work, ending: Ending | null): StepNote {
  return ending?.status === 'stopped' ? { note: reasonsText(ending.reasons) } : step.explain(work, ending);
}

/**
 * What the steps after the deciding one would have said of the same input. They run on a copy of the work: nothing
 * they find reaches the result, and nothing is recorded.
 */
function hypotheticalRows(
  steps: readonly AcceptStep[],
  work: Work,
  decided: Ending,
  micros: () => number,
): readonly StepTrace[] {
  // Numbers for ids are not used up, so that asking changes nothing.
  const copy: Work = { ...work, warnings: [], notes: [], nextId: () => 0 };
  let mayRecord = isRefused(decided);
  return steps.map((step) => {
    if (step.needsEnvelope && copy.envelope === null)
      return skippedRow(step, work, 'there is no object to look at');
    if (step.accepts && !mayRecord) return skippedRow(step, work, 'nothing new is recorded');
    const start = micros();
    const ending = endingOf(step, copy);
    const spent = micros() - start;
    const note = noteOf(step, copy, ending);
    if (ending !== null) mayRecord = false;
    const verdict = isRefused(ending) ? 'would-refuse' : verdictWithout(note, ending);
    return traceRow(step, work, note, ending, verdict, true, spent);
  });
}

function skippedRow(step: AcceptStep, work: Work, words: string): StepTrace {
  const note = { isSkipped: true, note: words };
  return traceRow(step, work, note, null, 'skipped', true, 0);
}

function verdictOf(step: AcceptStep, note: StepNote, ending: Ending | null): StepVerdict {
  const decides = ending === null ? step.accepts : ending.status !== 'stopped';
  return decides ? 'decided' : verdictWithout(note, ending);
}

/** The verdict where nothing was decided. */
function verdictWithout(note: StepNote, ending: Ending | null): StepVerdict {
  if (ending?.status === 'stopped') return 'stopped';
  if (note.isUnchecked === true) return 'unchecked';
  if (note.isSkipped === true) return 'skipped';
  return note.changes === undefined || note.changes.length === 0 ? 'passed' : 'changed';
}

function traceRow(
  step: AcceptStep,
  work: Work,
  note: StepNote,
  ending: Ending | null,
  verdict: StepVerdict,
  isHypothetical: boolean,
  micros: number,
): StepTrace {
  const { redactor } = work.settings;
  const refused = isRefused(ending) ? ending : null;
  const details: readonly OutcomeDetail[] = note.details ?? refused?.details ?? NO_DETAILS;
  const changes: readonly StepChange[] = note.changes ?? NO_CHANGES;
  return {
    step: step.id,
    verdict,
    hypothetical: isHypothetical,
    code: refused === null ? null : refused.code,
    note: redactor.text(note.note),
    clause: ending?.status === 'stopped' ? 'acceptor 2.2' : step.clause,
    inputs: step.inputs,
    changes: redactor.isActive ? changes.map((change) => maskedChange(work, change)) : changes,
    details,
    micros,
  };
}

function maskedChange({ settings: { redactor } }: Work, change: StepChange): StepChange {
  const masked: { op: StepChange['op']; path: string; before?: unknown; after?: unknown } = {
    op: change.op,
    path: redactor.pointer(change.path),
  };
  if (Object.hasOwn(change, 'before')) masked.before = redactor.value(change.before).value;
  if (Object.hasOwn(change, 'after')) masked.after = redactor.value(change.after).value;
  return masked;
}
