/** Fields of vectors with `render`, `surface` and `delta` (vectors FORMAT 4). */
import { aBoolean, arrayOf, aString, fieldsOf, objectOf, oneOf } from '@openwop-inspector/base';
import type { FormShape } from './form-shape.ts';

const everywhere = { polluted: oneOf([false]), absent: arrayOf(aString) };

export const renderForm: FormShape = {
  input: objectOf(fieldsOf('envelope', 'supported'), ['envelope']),
  expect: objectOf(
    fieldsOf(
      ...['renderer', 'text', 'title', 'lang', 'alt', 'source', 'inline', 'link', 'requests', 'saveName'],
      ...['stored', 'runFailed', 'warnings'],
    ),
  ),
};

export const surfaceForm: FormShape = {
  input: objectOf(
    fieldsOf(
      ...['payload', 'values', 'press', 'partial', 'contentTrust', 'trustBoundary', 'boundInterruptKind'],
      'secrets',
    ),
  ),
  expect: objectOf({
    ...fieldsOf(
      ...['rendered', 'notice', 'actionsEnabled', 'reason', 'value', 'valueEntries', 'target', 'framed'],
      ...['textNodes', 'elementsFromContent', 'headings', 'fieldOrder', 'buttonOrder'],
    ),
    ...everywhere,
  }),
};

export const deltaForm: FormShape = {
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
