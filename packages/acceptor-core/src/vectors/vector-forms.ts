/** The input forms of a vector (vectors FORMAT). */

import { aBoolean, arrayOf, aString, fieldsOf, objectOf, oneOf } from '@openwop-inspector/base';
import { emissionsForm } from './forms/emissions-form.ts';
import type { FormShape } from './forms/form-shape.ts';
import {
  discoveryForm,
  dispatchForm,
  gateForm,
  lintForm,
  messagesForm,
  tokenForm,
} from './forms/host-forms.ts';
import {
  errorBodyForm,
  logForm,
  readerForm,
  sessionForm,
  sseForm,
  verdictForm,
} from './forms/reader-forms.ts';

const everywhere = { polluted: oneOf([false]), absent: arrayOf(aString) };

/** Fields of vectors with `render`, `surface` and `delta` (vectors FORMAT 4). */
const renderForm: FormShape = {
  input: objectOf(fieldsOf('envelope', 'supported'), ['envelope']),
  expect: objectOf(
    fieldsOf(
      'renderer',
      'text',
      'title',
      'lang',
      'alt',
      'source',
      'inline',
      'link',
      'requests',
      'saveName',
      'stored',
      'runFailed',
      'warnings',
    ),
  ),
};

const surfaceForm: FormShape = {
  input: objectOf(
    fieldsOf(
      'payload',
      'values',
      'press',
      'partial',
      'contentTrust',
      'trustBoundary',
      'boundInterruptKind',
      'secrets',
    ),
  ),
  expect: objectOf({
    ...fieldsOf(
      'rendered',
      'notice',
      'actionsEnabled',
      'reason',
      'value',
      'valueEntries',
      'target',
      'framed',
      'textNodes',
      'elementsFromContent',
      'headings',
      'fieldOrder',
      'buttonOrder',
    ),
    ...everywhere,
  }),
};

const deltaForm: FormShape = {
  input: objectOf(fieldsOf('surfaceRef', 'base', 'frames', 'values', 'secrets', 'contentTrust')),
  expect: objectOf({
    ...fieldsOf('payload', 'values', 'contentTrust'),
    ok: aBoolean,
    code: aString,
    baseKept: aBoolean,
    waitsForFull: aBoolean,
    root: oneOf(['surface', 'payload']),
    ...everywhere,
  }),
};

/**
 * The shape of each form, in the order of the README: the form decides which package answers. Forms that nothing answers
 * yet are checked as well, so that their typos are found at once.
 */
export const FORM_SHAPES = {
  emissions: emissionsForm,
  messages: messagesForm,
  dispatch: dispatchForm,
  gate: gateForm,
  lint: lintForm,
  discovery: discoveryForm,
  delta: deltaForm,
  surface: surfaceForm,
  render: renderForm,
  reader: readerForm,
  log: logForm,
  sse: sseForm,
  session: sessionForm,
  errorBody: errorBodyForm,
  token: tokenForm,
  verdict: verdictForm,
} as const satisfies Readonly<Record<string, FormShape>>;

/** Input key of a vector. */
export type VectorForm = keyof typeof FORM_SHAPES;

/** Input keys, in the order of the README. */
export const VECTOR_FORMS = Object.keys(FORM_SHAPES) as readonly VectorForm[];
