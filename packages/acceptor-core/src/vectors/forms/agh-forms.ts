/** Fields of vectors with `messages` and `token` (vectors FORMAT 9). */
import { anObject, anything, arrayOf, aString, fieldsOf, objectOf, oneOf } from '@openwop-inspector/base';
import type { FormShape } from './form-shape.ts';

const strings = arrayOf(aString);

const warnings = arrayOf(
  oneOf([
    'to_on_broadcast',
    'null_optional',
    'ts_milliseconds',
    'future_timestamp',
    'secret_shaped',
    'later_dialect',
    'earlier_dialect',
  ]),
);

export const messagesForm: FormShape = {
  input: arrayOf(anObject),
  expect: arrayOf(
    objectOf({
      ...fieldsOf('reason_code', 'trust', 'lifecycle', 'badge', 'preserved'),
      status: oneOf(['accepted', 'rejected', 'duplicate', 'ignored']),
      step: aString,
      generated: arrayOf(anything),
      warnings,
      notWarnings: warnings,
    }),
  ),
  extra: { graph: objectOf({ stubs: strings, cycle: oneOf([true]), ambiguous: strings }) },
};

export const tokenForm: FormShape = {
  input: objectOf({ peer: aString }, ['peer']),
  expect: objectOf({ token: aString }, ['token']),
};
