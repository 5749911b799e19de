/** Whether the buttons of a surface work, and what pressing one would send (envelope 7.2, 7.3). Nothing is sent here. */

import type { Redactor } from '@openwop-inspector/base';
import type {
  A2uiActionButton,
  A2uiCheckboxField,
  A2uiComponent,
  A2uiDateField,
  A2uiSelectField,
  A2uiTextField,
  ContentTrust,
} from '@openwop-inspector/protocol';

/** Why no button works, the most lasting first. */
export type ActionBlock =
  | 'untrusted_content_blocks_approval'
  | 'a2ui_duplicate_id'
  | 'a2ui_reserved_id'
  | 'a2ui_partial'
  | 'a2ui_required_empty';

/** One reason, with the places of the fields it is about, as indexes of components. */
export interface ActionBlockage {
  readonly block: ActionBlock;
  readonly components: readonly number[];
  /** What failed checks say, the model's words; empty for a tree. */
  readonly said?: readonly string[];
}

/** The name under which the pressed button goes out; a field of that name would replace it. */
const ACTION_KEY = 'action';

/** Everything that blocks the buttons; empty when they work. */
export function actionBlocks(
  components: readonly A2uiComponent[],
  values: FieldValues,
  facts: TrustFacts & { readonly isPartial: boolean },
): readonly ActionBlockage[] {
  const blocks: ActionBlockage[] = [];
  const add = (block: ActionBlock, places: readonly number[], isBlocked = places.length > 0) => {
    if (isBlocked) blocks.push({ block, components: places });
  };
  // Untrusted content never advances an approval.
  add('untrusted_content_blocks_approval', [], facts.boundInterruptKind === 'approval' && isUntrusted(facts));
  add('a2ui_duplicate_id', repeatedIds(components));
  const reserved = placesOf(components, (one) => isField(one) && one.id === ACTION_KEY);
  add('a2ui_reserved_id', reserved);
  add('a2ui_partial', [], facts.isPartial);
  const isBlank = (one: A2uiField) => isBlankRequired(one, fieldValue(one, values));
  add(
    'a2ui_required_empty',
    placesOf(components, (one) => isField(one) && isBlank(one)),
  );
  return blocks;
}

/** The same of messages, of which each id is drawn once and no field goes out under its id. */
export function messageBlocks(
  failed: readonly { readonly component: number; readonly message: string }[],
  facts: TrustFacts & { readonly isPartial: boolean },
): readonly ActionBlockage[] {
  const components = [...new Set(failed.map(({ component }) => component))];
  const said = failed.map(({ message }) => message);
  return [
    ...actionBlocks([], new Map(), facts),
    ...(failed.length === 0 ? [] : [{ block: 'a2ui_required_empty', components, said } as const]),
  ];
}

function placesOf(
  components: readonly A2uiComponent[],
  isIt: (component: A2uiComponent) => boolean,
): readonly number[] {
  return components.flatMap((component, index) => (isIt(component) ? [index] : []));
}

/** Fields whose id an earlier field has. Ids of buttons do not become keys. */
function repeatedIds(components: readonly A2uiComponent[]): readonly number[] {
  const seen = new Set<string>();
  return placesOf(components, (one) => {
    if (!isField(one)) return false;
    const isRepeated = seen.has(one.id);
    seen.add(one.id);
    return isRepeated;
  });
}

/** What pressing a button would send. */
export interface PressedAction {
  readonly target: 'resume' | 'exchange';
  /**
   * Of a tree the field ids with their values in document order, then `action` with the id of the button; of messages the
   * members of the context of the button, or of the data model (envelope 7.3, 7.7).
   */
  readonly entries: readonly (readonly [string, unknown])[];
}

/** Returns the request of a button, whether it works or not. */
export function pressedAction(
  { values, answers }: { readonly values: FieldValues; readonly answers: SurfaceAnswers | null },
  { id, action }: A2uiActionButton,
): PressedAction {
  const entries = answers === null ? [...values, [ACTION_KEY, id] as const] : (answers.get(id) ?? []);
  return { target: action.target, entries };
}

/** What buttons of messages send, by their id. */
export type SurfaceAnswers = ReadonlyMap<string, PressedAction['entries']>;

/** The value object of a request. A field called `__proto__` is a member like any other. */
export function valueObject(entries: PressedAction['entries']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries);
}

// Trust of a surface: the meet of everything that says anything, so that nothing raises it (envelope 7.3).

/** What is said about the trust of a surface and of the place it is bound to. */
export interface TrustFacts {
  /** `meta.contentTrust` of the envelope, or the tag of the event. */
  readonly contentTrust?: ContentTrust | null | undefined;
  /** Of the run. */
  readonly trustBoundary?: ContentTrust | null | undefined;
  /** Kind of the interrupt that the surface answers. */
  readonly boundInterruptKind?: string | null | undefined;
}

/** Any value but `trusted` counts as untrusted, so that unknown tags grant nothing. */
export function isUntrusted({ contentTrust, trustBoundary }: TrustFacts): boolean {
  return [contentTrust, trustBoundary].some((tag) => tag !== undefined && tag !== null && tag !== 'trusted');
}

// What the fields of a surface hold (envelope 7.2). In a Map: a field may be called `__proto__`.

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
