/** The steps of the pipeline in words (acceptor 2). */
import type { StepId, StepTrace, StepVerdict } from '@openwop-inspector/acceptor-core';
import type { IconName } from '@openwop-inspector/ui';

/** What each step checks, in one sentence. */
export const STEP_RULES: Readonly<Record<StepId, string>> = {
  capability: 'The host takes envelopes of a model at all (aiEnvelope is not false).',
  parse: 'The value is a JSON object, or the text yields one. At most 64 levels and 1 MiB.',
  synthesis:
    'Lenient only: an absent envelopeId, meta block or correlationId is filled in. It never refuses.',
  shape: 'The envelope has the closed shape of the protocol: known keys, right types, real dates.',
  partial: 'A chunk that is not the last one is kept back; only the final one is processed.',
  'conflict-peek': 'Looks whether this correlationId was accepted before in this run. It never refuses.',
  kind: 'The type is one of the universal four, or the host lists it in supportedEnvelopes.',
  'schema-version': 'schemaVersion (0 when absent) fits the version the host advertises for the kind.',
  payload:
    'The payload, without optional nulls, passes the schema of its kind, then the rules the schema cannot say.',
  contract: 'The node takes this kind: universal, or named in the contract’s accepts.',
  limits: 'No cap is reached: first the one of the kind, then envelopesPerTurn.',
  redaction: 'Values of the run’s secrets are replaced by [REDACTED:<secretId>]. It never refuses.',
  trust: 'Content that is not trusted may not answer an approval; everything else only gets its tag.',
  dedup:
    'A repeat of an accepted envelope gives the first outcome again; the same id with another kind is a conflict.',
  route: 'The kind has a handler on this host.',
  emit: 'The events of the kind are recorded, and the counters go up.',
};

/** The step's name as people read it. */
export function stepTitle(step: StepId | 'stopped'): string {
  return step.replace('-', ' ');
}

/** Form of a verdict: glyph, word and tone travel together. */
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

/** How a row of the trace looks and what it says at its end. */
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

/** "7 passed, 1 not checked, decided at S7": the trace in a line. */
export function traceInWords(trace: readonly StepTrace[], numbers: Readonly<Record<StepId, string>>): string {
  const ran = trace.filter(({ hypothetical }) => !hypothetical);
  const decided = ran.find(({ verdict }) => verdict === 'decided');
  const stopped = ran.find(({ verdict }) => verdict === 'stopped');
  const unchecked = ran.filter(({ verdict }) => verdict === 'unchecked').length;
  const passed = ran.filter(({ verdict }) => verdict === 'passed' || verdict === 'changed').length;
  const parts = [`${passed} passed`];
  if (unchecked > 0) parts.push(`${unchecked} not checked`);
  if (stopped !== undefined) parts.push(`stopped at ${numbers[stopped.step]}`);
  if (decided !== undefined) {
    parts.push(`${decided.step === 'emit' ? 'accepted' : 'decided'} at ${numbers[decided.step]}`);
  }
  return parts.join(', ');
}
