/** Fields of vectors with `dispatch`, `gate`, `lint`, `discovery`, `messages` and `token` (vectors FORMAT 5, 6, 9). */

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
import { aghWarningCodes } from '../../agh/agh-codes.ts';
import { DISCOVERY_RULES } from '../../lint/lint-discovery.ts';
import { LINT_RULES } from '../../lint/lint-rules.ts';
import type { FormShape } from './form-shape.ts';

const strings = arrayOf(aString);

export const dispatchForm: FormShape = {
  input: objectOf(
    {
      responses: arrayOf(objectOf(fieldsOf('stop', 'text', 'refusalText', 'refusal', 'usage'))),
      config: objectOf(
        fieldsOf(
          'maxRetryAttempts',
          'schemaRounds',
          'multiplier',
          'maxTokens',
          'ceiling',
          'provider',
          'model',
          'prompt',
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
const rule = oneOf([...Object.keys(LINT_RULES), ...Object.keys(DISCOVERY_RULES)]);

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

const warnings = arrayOf(oneOf(Object.keys(aghWarningCodes)));

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
