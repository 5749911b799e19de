/** Runs the steps of a profile over one envelope; the first that ends it decides. */
import { reasonsText } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { StepChange, StepTrace, StepVerdict } from '../accept-result.ts';
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

/** Without a clock all times are 0. */
const NO_CLOCK = (): number => 0;

const ACCEPTED = Object.freeze({ step: null, ending: null });

/**
 * Runs the steps until one ends the envelope; all of them for an acceptance. Returns how they ended, and the rows of the
 * trace if requested.
 */
export function runSteps(
  steps: readonly Step[],
  work: Work,
  { trace, whatIf, micros = NO_CLOCK }: TraceWish,
): { readonly ended: Ended; readonly rows: readonly StepTrace[] } {
  const rows: StepTrace[] = [];
  for (const step of steps) {
    const start = micros();
    const ending = endingOf(step, work);
    if (trace) {
      const spent = micros() - start;
      const note = noteOf(step, work, ending);
      const decides = ending === null ? step.accepts : ending.status !== 'stopped';
      const verdict = decides ? 'decided' : verdictWithout(note, ending);
      rows.push(traceRow(step, work, note, ending, verdict, false, spent));
    }
    if (ending === null) continue;
    if (trace && whatIf) rows.push(...hypotheticalRows(steps.slice(rows.length), work, ending, micros));
    return { ended: { step, ending }, rows };
  }
  return { ended: ACCEPTED, rows };
}

// Rows of the trace: input, decision and changes of a step, as masked text.

/** A step that throws has decided nothing, so the envelope must not continue as if it had passed (acceptor 2.2). */
function endingOf(step: Step, work: Work): Ending | null {
  try {
    return step.check(work);
  } catch (problem) {
    const why = problem instanceof Error ? problem.name : 'an exception that is no error';
    return stopped(work, [{ code: 'failed', what: `the step ${step.id}`, why }]);
  }
}

/** A step that was stopped has nothing of its own to say. */
function noteOf(step: Step, work: Work, ending: Ending | null): StepNote {
  return ending?.status === 'stopped' ? { note: reasonsText(ending.reasons) } : step.explain(work, ending);
}

/**
 * What the steps after the deciding one would have said of the same input. They run on a copy of the work: nothing
 * they find reaches the result, and nothing is recorded.
 */
function hypotheticalRows(
  steps: readonly Step[],
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

function skippedRow(step: Step, work: Work, words: string): StepTrace {
  const note = { isSkipped: true, note: words };
  return traceRow(step, work, note, null, 'skipped', true, 0);
}

/** The verdict where nothing was decided. */
function verdictWithout(note: StepNote, ending: Ending | null): StepVerdict {
  if (ending?.status === 'stopped') return 'stopped';
  if (note.isUnchecked === true) return 'unchecked';
  if (note.isSkipped === true) return 'skipped';
  return note.changes === undefined || note.changes.length === 0 ? 'passed' : 'changed';
}

function traceRow(
  step: Step,
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
