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
import { errorBodyForm, readerForm, sessionForm, sseForm, verdictForm } from './forms/reader-forms.ts';
import { deltaForm, renderForm, surfaceForm } from './forms/viewer-forms.ts';

/** Input keys, in the order of the README. The form decides which package answers. */
export const VECTOR_FORMS = [
  'emissions',
  'messages',
  'dispatch',
  'gate',
  'lint',
  'discovery',
  'delta',
  'surface',
  'render',
  'reader',
  'sse',
  'session',
  'errorBody',
  'token',
  'verdict',
] as const;

export type VectorForm = (typeof VECTOR_FORMS)[number];

/** The shape of each form. Forms that nothing answers yet are checked as well, so that their typos are found at once. */
export const FORM_SHAPES: Readonly<Record<VectorForm, FormShape>> = {
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
  sse: sseForm,
  session: sessionForm,
  errorBody: errorBodyForm,
  token: tokenForm,
  verdict: verdictForm,
};
