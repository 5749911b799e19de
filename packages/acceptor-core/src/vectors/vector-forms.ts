/** The input forms of a vector (vectors FORMAT). */
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
import { deltaForm, renderForm, surfaceForm } from './forms/viewer-forms.ts';

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

/** What a vector has as its input key. */
export type VectorForm = keyof typeof FORM_SHAPES;

/** Input keys, in the order of the README. */
export const VECTOR_FORMS = Object.keys(FORM_SHAPES) as readonly VectorForm[];
