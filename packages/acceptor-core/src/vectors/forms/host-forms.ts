/** Fields of vectors with `dispatch`, `gate`, `lint` and `discovery` (vectors FORMAT 5 and 6). */
import {
  aBoolean,
  anObject,
  anything,
  arrayOf,
  aString,
  fieldsOf,
  objectOf,
  oneOf,
} from '@openwop-inspector/base';
import { WARNING_CODES } from '@openwop-inspector/protocol';
import type { FormShape } from './form-shape.ts';

const strings = arrayOf(aString);

export const dispatchForm: FormShape = {
  input: objectOf(
    {
      responses: arrayOf(objectOf(fieldsOf('stop', 'text', 'refusalText', 'refusal', 'usage'))),
      config: objectOf(
        fieldsOf(
          ...['maxRetryAttempts', 'schemaRounds', 'multiplier', 'maxTokens', 'ceiling'],
          ...['provider', 'model', 'prompt'],
        ),
      ),
    },
    ['responses', 'config'],
  ),
  expect: objectOf({
    events: arrayOf(anObject),
    terminal: objectOf({ ...fieldsOf('code', 'attempts'), status: oneOf(['accepted', 'failed', 'stopped']) }),
    attempts: arrayOf(objectOf(fieldsOf('maxTokens', 'corrective'))),
    warnings: strings,
    notWarnings: arrayOf(oneOf(WARNING_CODES)),
    absent: strings,
  }),
};

export const gateForm: FormShape = {
  input: objectOf(fieldsOf('required', 'active', 'host', 'fallback', 'credentials', 'prompt')),
  expect: objectOf({
    ...fieldsOf('model', 'code'),
    decision: oneOf(['dispatch', 'dispatch-fallback', 'fail']),
    events: arrayOf(anObject),
  }),
};

/** A rule that must not be found is checked as well: with a typo in it, it never would be. */
const rule = oneOf([
  ...['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7'],
  ...['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'T8', 'T9', 'T10', 'T11'],
  ...['reliability_multiplier_range', 'reliability_events_missing', 'tier_one_value'],
  ...['model_capability_pattern', 'model_capability_duplicate', 'model_capability_count'],
]);

const findings = objectOf({
  findings: arrayOf(objectOf({ ...fieldsOf('pointer', 'level'), rule }, ['rule'])),
  forbid: arrayOf(rule),
});

export const lintForm: FormShape = {
  input: objectOf({ schema: anything, tier: oneOf(['strict', 'warn', 'off']), specOwned: aBoolean }, [
    'schema',
  ]),
  expect: findings,
};

export const discoveryForm: FormShape = { input: anything, expect: findings };
