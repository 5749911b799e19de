/** Rows of the trace: what a step saw, decided and changed, in masked words. */
import { reasonsWords } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { StepChange, StepTrace, StepVerdict } from '../accept-result.ts';
import type { Step, StepNote } from '../steps/step.ts';
import { type Ending, isRefused } from './ending.ts';
import { endingOf } from './step-ending.ts';
import { NO_CHANGES, NO_DETAILS, type Work } from './work.ts';

/** Microseconds of the given clock; 0 without one. */
export function startTime(micros: (() => number) | undefined): number {
  return micros === undefined ? 0 : micros();
}

/** The row of a step that ran. */
export function rowOf(step: Step, work: Work, ending: Ending | null, micros: number): StepTrace {
  const note = noteOf(step, work, ending);
  return traceRow(step, work, note, ending, verdictOf(step, note, ending), false, micros);
}

/** A step that was stopped has nothing of its own to say. */
function noteOf(step: Step, work: Work, ending: Ending | null): StepNote {
  return ending?.status === 'stopped' ? { note: reasonsWords(ending.reasons) } : step.explain(work, ending);
}

/**
 * What the steps after the deciding one would have said of the same input. They run on a copy of the work: nothing
 * they find reaches the result, and nothing is recorded.
 */
export function hypotheticalRows(
  steps: readonly Step[],
  work: Work,
  decided: Ending,
  micros: (() => number) | undefined,
): readonly StepTrace[] {
  // Numbers for ids are not used up, so that asking changes nothing.
  const copy: Work = { ...work, warnings: [], nextId: () => 0 };
  let mayRecord = isRefused(decided);
  return steps.map((step) => {
    if (step.needsEnvelope && copy.envelope === null)
      return skippedRow(step, work, 'there is no object to look at');
    if (step.id === 'emit' && !mayRecord) return skippedRow(step, work, 'nothing new is recorded');
    const start = startTime(micros);
    const ending = endingOf(step, copy);
    const spent = startTime(micros) - start;
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

function verdictOf(step: Step, note: StepNote, ending: Ending | null): StepVerdict {
  const decides = ending === null ? step.id === 'emit' : ending.status !== 'stopped';
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
    clause: step.clause,
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
