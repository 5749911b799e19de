import { isRecord } from '@openwop-inspector/base';
import { invalid, isRefused, reasonText } from '../pipeline/ending.ts';
import { whyNotJson } from '../pipeline/measure.ts';
import { failsWithoutBudget } from '../pipeline/record-refusal.ts';
import { readFields, type Work } from '../pipeline/work.ts';
import { type StepInfo, step, variantOf } from './step.ts';

export const parseInfo = {
  id: 'parse',
  number: 'S1',
  rule: 'The value is a JSON object, or the text yields one. At most 64 levels and 1 MiB.',
  retry: 'parse-error',
} as const satisfies StepInfo;

/** S1: the value is a JSON object within the limits of depth and size. */
export const parseStep = step(parseInfo, {
  clause: 'acceptor S1',
  inputs: [''],
  needsEnvelope: false,
  check: (work) => parsed(work, whyNoObject),
  explain: (_work, ending) => ({ note: isRefused(ending) ? reasonText(ending) : 'a JSON object' }),
  refused: failsWithoutBudget,
});

/** At the reference host only unreadable input is refused here; a scalar is a matter of shape. */
export const referenceParseStep = variantOf(parseStep, {
  check: (work) => parsed(work, () => null),
  explain: (_work, ending) => ({
    note: ending === null ? 'a JSON value' : 'no JSON value within the limits',
  }),
});

function parsed(work: Work, whyNot: (value: unknown) => string | null) {
  const { input } = work;
  const why = work.unreadable ?? whyNotJson(input) ?? whyNot(input);
  if (why !== null) return invalid(work, 'invalid_envelope_shape', why);
  if (isRecord(input)) readFields(work, input);
  return null;
}

function whyNoObject(value: unknown): string | null {
  if (isRecord(value)) return null;
  if (Array.isArray(value)) return 'the value is an array, not an object';
  return `the value is ${value === null ? 'null' : `a ${typeof value}`}, not an object`;
}
