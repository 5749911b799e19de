/** Fields of vectors with `reader`, `log`, `sse`, `session`, `errorBody` and `verdict` (vectors FORMAT 7, 10). */

import { aCount, anything, arrayOf, aString, fieldsOf, objectOf, oneOf } from '@openwop-inspector/base';
import { PROBLEM_CODES } from '@openwop-inspector/protocol';
import type { FormShape } from './form-shape.ts';

const strings = arrayOf(aString);

const part = {
  bytes: aString,
  base64: aString,
  generate: objectOf({ kind: oneOf(['chain']), count: aCount }, ['kind', 'count']),
};

export const readerForm: FormShape = {
  input: objectOf({ ...part, parts: arrayOf(objectOf(part)) }),
  expect: objectOf({
    ...fieldsOf('types', 'sequences', 'payloads', 'eventIds', 'errors', 'problemLines', 'virtualEnvelopes'),
    ...fieldsOf('messages', 'snapshot'),
    format: aString,
    events: aCount,
    runs: aCount,
    items: aCount,
    deltas: aCount,
    depth: aCount,
    problems: strings,
    // A code that must not occur is checked: with a typo in it, it never would.
    notProblems: arrayOf(oneOf(PROBLEM_CODES)),
    causation: arrayOf(objectOf(fieldsOf('event', 'to', 'meaning'), ['event', 'to', 'meaning'])),
    absent: strings,
  }),
};

const found = objectOf({ code: oneOf(PROBLEM_CODES), sequence: aCount, message: aString }, [
  'code',
  'sequence',
]);

const place = objectOf(
  { kind: aString, verdict: oneOf(['agrees', 'deviates', 'unknown']), sequence: aCount },
  ['kind', 'verdict', 'sequence'],
);

export const logForm: FormShape = {
  input: objectOf({ events: arrayOf(anything), document: anything }, ['events']),
  expect: objectOf({
    rules: arrayOf(found),
    taint: arrayOf(place),
    notProblems: arrayOf(oneOf(PROBLEM_CODES)),
  }),
};

export const sseForm: FormShape = {
  input: objectOf({ bytes: aString, split: oneOf(['every-offset']) }),
  expect: objectOf(fieldsOf('frames', 'ids', 'events', 'data')),
};

export const sessionForm: FormShape = {
  input: objectOf(fieldsOf('host', 'script', 'snapshot', 'mode', 'cursor', 'key')),
  expect: objectOf({
    next: objectOf({
      ...fieldsOf('action', 'then', 'headers', 'query', 'minDelayMs'),
      absentHeaders: strings,
      absentQuery: strings,
    }),
    absent: strings,
  }),
};

export const errorBodyForm: FormShape = {
  input: objectOf(fieldsOf('status', 'body')),
  expect: objectOf(fieldsOf('code')),
};

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
