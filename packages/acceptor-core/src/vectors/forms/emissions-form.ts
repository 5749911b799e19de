/** Fields of vectors with `emissions` (vectors FORMAT 2). */

import {
  aBoolean,
  aCount,
  aNumber,
  anObject,
  anything,
  arrayOf,
  aString,
  fieldsOf,
  objectOf,
  oneOf,
  orNull,
  type Shape,
} from '@openwop-inspector/base';
import { WARNING_CODES } from '@openwop-inspector/protocol';
import { ACCEPT_STATUSES } from '../../accept-parts.ts';
import { acceptContextShape } from '../read-accept-context.ts';
import type { FormShape } from './form-shape.ts';

const strings = arrayOf(aString);

const emission = objectOf({
  envelope: anything,
  single: aBoolean,
  frozen: aBoolean,
  shareRefs: arrayOf(strings),
  context: acceptContextShape,
  text: aString,
  textRepeat: objectOf({ unit: aString, count: aCount, prefix: aString }, ['unit', 'count']),
  turn: oneOf([true]),
  mutateOutcome: objectOf({ index: aCount, set: anObject }, ['index', 'set']),
});

const INPUTS = ['envelope', 'text', 'textRepeat', 'turn', 'mutateOutcome'];

const oneEmission: Shape = (value, pointer, problems) => {
  emission(value, pointer, problems);
  if (typeof value !== 'object' || value === null) return;
  const given = INPUTS.filter((key) => Object.hasOwn(value, key));
  if (given.length !== 1) {
    problems.push({ pointer, message: `An emission has exactly one of ${INPUTS.join(', ')}.` });
  }
};

/** Values may be matcher objects, so most are not checked here. */
const outcome = objectOf({
  status: oneOf(ACCEPT_STATUSES),
  code: aString,
  reasons: arrayOf(anObject),
  step: aString,
  capKind: oneOf(['envelopes', 'schema', 'clarification']),
  events: arrayOf(anObject),
  warnings: strings,
  notes: strings,
  // A code that must not occur is checked: with a typo in it, it never would.
  notWarnings: arrayOf(oneOf(WARNING_CODES)),
  absent: strings,
  polluted: oneOf([false]),
  details: arrayOf(objectOf(fieldsOf('instancePath', 'keyword'))),
  detailsCount: aCount,
  detailsExact: aBoolean,
  counters: objectOf(fieldsOf('clarificationRounds', 'schemaRounds', 'envelopesPerTurn')),
  replayed: aBoolean,
  sameOutcomeAs: aCount,
  outcome: orNull(
    objectOf(
      fieldsOf('status', 'reason', 'recordedEventIds', 'envelopeId', 'details', 'gate', 'capKind', '$absent'),
    ),
  ),
  recorded: anything,
  drift: aBoolean,
  redactionCount: aCount,
  recovery: orNull(objectOf(fieldsOf('path', 'byteOffset'))),
  span: objectOf({ ...fieldsOf('name', 'attributes'), absent: strings }),
  trace: strings,
  contiguous: oneOf([true]),
  sameInterruptId: oneOf([true]),
  uniqueEventIds: oneOf([true]),
  maxMs: aNumber,
  reasonHead: aString,
});

export const emissionsForm: FormShape = {
  input: arrayOf(oneEmission),
  expect: arrayOf(outcome),
  extra: { expectWarnings: strings },
};
