/** Fields of vectors with `verdict` (vectors FORMAT 10). */
import { aCount, anything, arrayOf, aString, fieldsOf, objectOf } from '@openwop-inspector/base';
import type { FormShape } from './form-shape.ts';

const events = arrayOf(anything);

export const verdictForm: FormShape = {
  input: objectOf({
    events,
    document: anything,
    snapshot: anything,
    repeat: objectOf({ times: aCount, events, completed: events, last: events }, [
      'times',
      'events',
      'completed',
      'last',
    ]),
  }),
  expect: objectOf({
    ...fieldsOf('title', 'tone', 'sentence', 'landOn', 'recovered', 'chainStartsAt', 'causes'),
    ...fieldsOf('prevented', 'runs', 'chainOfEnd'),
    failure: anything,
    cause: anything,
    problems: arrayOf(aString),
    absent: arrayOf(aString),
  }),
};
