/** User input of one form field, and its JSON value. */
import { exactNumber, unreachable, WrittenNumber } from '@openwop-inspector/base';
import type { FormControl } from '@openwop-inspector/renderers';
import { lossyText, readJson } from './read-json.ts';

/** The control for an answer of one schema. Lists, objects and whatever no other control can edit are JSON. */
export type AnswerControl =
  | Exclude<FormControl, { readonly kind: 'list' | 'group' | 'schema' }>
  | { readonly kind: 'json' };

export function controlFor(control: FormControl): AnswerControl {
  switch (control.kind) {
    case 'list':
    case 'group':
    case 'schema':
      return { kind: 'json' };
    default:
      return control;
  }
}

/**
 * Input of a control: a text as typed, the index of a chosen option or the indexes of several, yes or no; null for
 * nothing.
 */
export type FieldDraft = string | boolean | number | readonly number[] | null;

export type FieldValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'problem'; readonly message: string };

const EMPTY: FieldValue = { kind: 'empty' };

/** The value of a draft. A draft of another control than this counts as nothing. */
export function fieldValue(control: AnswerControl, draft: FieldDraft): FieldValue {
  switch (control.kind) {
    case 'constant':
      return { kind: 'value', value: control.value };
    case 'text':
      return typeof draft === 'string' && draft.trim() !== '' ? { kind: 'value', value: draft } : EMPTY;
    case 'number':
      return typeof draft === 'string' ? numberValue(draft.trim()) : EMPTY;
    case 'check':
      return typeof draft === 'boolean' ? { kind: 'value', value: draft } : EMPTY;
    case 'choice':
      return choiceValue(control.values, control.many, draft);
    case 'json':
      return typeof draft === 'string' && draft.trim() !== '' ? jsonValue(draft) : EMPTY;
    default:
      return unreachable(control);
  }
}

function numberValue(text: string): FieldValue {
  if (text === '') return EMPTY;
  const value = Number(text);
  const exact = exactNumber(text);
  if (exact instanceof WrittenNumber) return { kind: 'problem', message: lossyText(exact) };
  return Number.isFinite(value)
    ? { kind: 'value', value }
    : { kind: 'problem', message: 'This is no number.' };
}

function choiceValue(values: readonly unknown[], many: boolean, draft: FieldDraft): FieldValue {
  if (many) {
    const places = Array.isArray(draft) ? draft : [];
    return places.length === 0
      ? EMPTY
      : { kind: 'value', value: values.filter((_, at) => places.includes(at)) };
  }
  return typeof draft === 'number' && draft < values.length ? { kind: 'value', value: values[draft] } : EMPTY;
}

function jsonValue(text: string): FieldValue {
  const read = readJson(text);
  return read.ok ? { kind: 'value', value: read.value } : { kind: 'problem', message: read.message };
}
