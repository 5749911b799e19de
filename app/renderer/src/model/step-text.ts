/** The steps of the pipeline in words (acceptor 2). */
import { type StepId, type StepTrace, type StepVerdict, stepInfo } from '@openwop-inspector/acceptor-core';
import type { IconName } from '@openwop-inspector/ui';

/** Display name of the step. */
export function stepTitle(step: StepId | 'stopped'): string {
  return step.replace('-', ' ');
}

/** Glyph, word and tone of a verdict, always used together. */
export interface VerdictForm {
  readonly icon: IconName;
  readonly word: string;
  readonly tone: 'ok' | 'changed' | 'error' | 'warn' | 'quiet' | 'later' | 'laterError';
}

const RAN: Readonly<Record<StepVerdict, VerdictForm>> = {
  passed: { icon: 'ok', word: 'Passed', tone: 'ok' },
  changed: { icon: 'ok', word: 'Changed', tone: 'changed' },
  skipped: { icon: 'minus', word: 'Not applied', tone: 'quiet' },
  unchecked: { icon: 'unknown', word: 'Not checked', tone: 'warn' },
  stopped: { icon: 'stop', word: 'Stopped', tone: 'warn' },
  decided: { icon: 'decided', word: 'Decided here', tone: 'error' },
  'would-refuse': { icon: 'failed', word: 'Would refuse', tone: 'laterError' },
};

const LATER: Readonly<Record<StepVerdict, VerdictForm>> = {
  passed: { icon: 'wouldPass', word: 'Would pass', tone: 'later' },
  changed: { icon: 'wouldPass', word: 'Would change', tone: 'later' },
  skipped: { icon: 'hypothetical', word: 'Would not apply', tone: 'later' },
  unchecked: { icon: 'unknown', word: 'Would not be checked', tone: 'later' },
  stopped: { icon: 'stop', word: 'Would be stopped', tone: 'later' },
  decided: { icon: 'wouldPass', word: 'Would accept', tone: 'later' },
  'would-refuse': { icon: 'failed', word: 'Would refuse', tone: 'laterError' },
};

/** Form of a row of the trace and its text at the end. */
export function verdictForm({ verdict, hypothetical, step, code }: StepTrace): VerdictForm {
  if (hypothetical) {
    if (step === 'redaction' && verdict === 'changed') return { ...LATER.changed, icon: 'redacted' };
    return LATER[verdict];
  }
  if (verdict === 'decided' && code === null) {
    return { icon: 'decided', word: step === 'emit' ? 'Accepted here' : 'Decided here', tone: 'ok' };
  }
  if (step === 'redaction' && verdict === 'changed') return { ...RAN.changed, icon: 'redacted' };
  return RAN[verdict];
}

/** "7 passed, 1 not checked, decided at S7": the trace in one line. */
export function traceInText(trace: readonly StepTrace[]): string {
  const ran = trace.filter(({ hypothetical }) => !hypothetical);
  const decided = ran.find(({ verdict }) => verdict === 'decided');
  const stopped = ran.find(({ verdict }) => verdict === 'stopped');
  const unchecked = ran.filter(({ verdict }) => verdict === 'unchecked').length;
  const passed = ran.filter(({ verdict }) => verdict === 'passed' || verdict === 'changed').length;
  const parts = [`${passed} passed`];
  if (unchecked > 0) parts.push(`${unchecked} not checked`);
  if (stopped !== undefined) parts.push(`stopped at ${stepInfo(stopped.step).number}`);
  if (decided !== undefined) {
    parts.push(`${decided.step === 'emit' ? 'accepted' : 'decided'} at ${stepInfo(decided.step).number}`);
  }
  return parts.join(', ');
}
