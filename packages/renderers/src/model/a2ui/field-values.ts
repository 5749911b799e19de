/** What the fields of a surface hold (envelope 7.2). In a Map: a field may be called `__proto__`. */
import type { Redactor } from '@openwop-inspector/base';
import type {
  A2uiCheckboxField,
  A2uiComponent,
  A2uiDateField,
  A2uiSelectField,
  A2uiTextField,
} from '@openwop-inspector/protocol';

/** A text, a date as the input writes it, the value of an option; or whether a box is ticked. */
export type FieldValue = string | boolean;

/** Values by the id of the field, in the order of the fields. */
export type FieldValues = ReadonlyMap<string, FieldValue>;

/** The components that hold a value. */
export type A2uiField = A2uiTextField | A2uiDateField | A2uiSelectField | A2uiCheckboxField;

export function isField(component: A2uiComponent): component is A2uiField {
  return component.component.startsWith('field.');
}

/** The given value where it is one this field can hold, else the value it starts with. */
export function fieldValue(field: A2uiField, given: FieldValues): FieldValue {
  const value = given.get(field.id);
  if (value !== undefined && canHold(field, value)) return value;
  if (field.component === 'field.checkbox') return field.default ?? false;
  return field.component === 'field.select' ? (field.options[0]?.value ?? '') : '';
}

/** The values with secrets masked, in ids and texts alike. */
export function maskedValues(values: FieldValues = new Map(), mask: Redactor): FieldValues {
  return new Map(
    [...values].map(([id, value]) => [mask.text(id), typeof value === 'string' ? mask.text(value) : value]),
  );
}

function canHold(field: A2uiField, value: FieldValue): boolean {
  if (field.component === 'field.checkbox') return typeof value === 'boolean';
  if (typeof value !== 'string') return false;
  return field.component !== 'field.select' || field.options.some((option) => option.value === value);
}

/** Values of all fields in document order. Of fields with one id the first decides. */
export function fieldValues(components: readonly A2uiComponent[], given: FieldValues): FieldValues {
  const values = new Map<string, FieldValue>();
  for (const field of components.filter(isField)) {
    if (!values.has(field.id)) values.set(field.id, fieldValue(field, given));
  }
  return values;
}

/**
 * Returns the values after a delta: unchanged where id and component type survive, else the initial ones (envelope
 * 7.6). A select whose chosen option is gone is reset as well.
 */
export function carriedValues(
  before: readonly A2uiComponent[],
  after: readonly A2uiComponent[],
  values: FieldValues,
): FieldValues {
  const kinds = new Map(before.filter(isField).map(({ id, component }) => [id, component]));
  const surviving = after.filter(isField).filter(({ id, component }) => kinds.get(id) === component);
  const stored = surviving.flatMap(({ id }) => {
    const value = values.get(id);
    return value === undefined ? [] : [[id, value] as const];
  });
  return fieldValues(after, new Map(stored));
}

/** True for a field that must be filled and is blank (envelope 7.2). A box cannot be required. */
export function isBlankRequired(field: A2uiField, value: FieldValue): boolean {
  if (field.component === 'field.checkbox' || field.required !== true) return false;
  return typeof value === 'string' && value.trim() === '';
}
