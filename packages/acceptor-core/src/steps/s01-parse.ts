import { isRecord } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { invalid } from '../pipeline/ending.ts';
import { whyNotJson } from '../pipeline/measure.ts';
import { readFields } from '../pipeline/read-fields.ts';
import type { Step } from './step.ts';

/** S1: the value is a JSON object within the limits of depth and size. */
export const parseStep: Step = {
  id: 'parse',
  clause: 'acceptor S1',
  inputs: [''],
  needsEnvelope: false,
  check: (work) => {
    const { input } = work;
    const why = work.unreadable ?? whyNotJson(input) ?? whyNoObject(input);
    if (why !== null) return invalid(work, 'invalid_envelope_shape', why);
    if (isRecord(input)) readFields(work, input);
    return null;
  },
  explain: (_work, ending) => ({ note: ending === null ? 'a JSON object' : reasonText(ending) }),
};

function whyNoObject(value: unknown): string | null {
  if (isRecord(value)) return null;
  if (Array.isArray(value)) return 'the value is an array, not an object';
  return `the value is ${value === null ? 'null' : `a ${typeof value}`}, not an object`;
}

/** The reason of a refusal without its code. */
function reasonText(ending: object): string {
  const reason = 'reason' in ending ? scalarText(ending.reason) : '';
  return reason.slice(reason.indexOf(': ') + 2);
}
