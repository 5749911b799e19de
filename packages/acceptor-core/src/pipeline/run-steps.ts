/** Runs the steps of a profile over one envelope; the first that ends it decides. */
import { reasonsText } from '@openwop-inspector/protocol';
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
  const said = ending?.status === 'stopped' ? reasonsText(ending.reasons) : step.explain(work, ending);
  return typeof said === 'string' ? { note: said } : said;
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
    const lacksObject = step.needsEnvelope && copy.envelope === null;
    if (lacksObject || (step.accepts && !mayRecord)) {
      const why = lacksObject ? 'there is no object to look at' : 'nothing new is recorded';
      return traceRow(step, work, { note: why }, null, 'skipped', true, 0);
    }
    const start = micros();
    const ending = endingOf(step, copy);
    const spent = micros() - start;
    const note = noteOf(step, copy, ending);
    if (ending !== null) mayRecord = false;
    const verdict = isRefused(ending) ? 'would-refuse' : verdictWithout(note, ending);
    return traceRow(step, work, note, ending, verdict, true, spent);
  });
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
  const changes = note.changes ?? NO_CHANGES;
  return {
    step: step.id,
    verdict,
    hypothetical: isHypothetical,
    code: refused?.code ?? null,
    note: redactor.text(note.note),
    clause: ending?.status === 'stopped' ? 'acceptor 2.2' : step.clause,
    inputs: step.inputs,
    changes: redactor.isActive ? changes.map((change) => maskedChange(work, change)) : changes,
    details: note.details ?? refused?.details ?? NO_DETAILS,
    micros,
  };
}

function maskedChange({ settings: { redactor } }: Work, change: StepChange): StepChange {
  return {
    op: change.op,
    path: redactor.pointer(change.path),
    ...('before' in change ? { before: redactor.value(change.before).value } : {}),
    ...('after' in change ? { after: redactor.value(change.after).value } : {}),
  };
}
