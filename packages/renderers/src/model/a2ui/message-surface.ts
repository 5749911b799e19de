/** Surfaces of schemaVersion 2 in the components of the closed catalogue: what is drawn, what it answers (envelope 7.7). */
import { isRecord, writeJson } from '@openwop-inspector/base';
import {
  type A2uiActionButton,
  type A2uiComponent,
  type DynamicValue,
  dataAt,
  type FoldedSurface,
  type SurfaceButton,
  type SurfaceChoicePicker,
  type SurfaceComponent,
  type SurfaceDateTimeInput,
  type SurfaceTextField,
  withDataAt,
} from '@openwop-inspector/protocol';
import type { FieldValue, FieldValues } from './field-values.ts';

/** How deep and how much is drawn from the root. */
const MAX_DEPTH = 32;
const MAX_COMPONENTS = 512;

/** Value of the option for no choice; JSON texts of people do not have it. */
const NO_CHOICE = '\u0000';

/**
 * Walks from `root`; a component is drawn once, at its first place. `start` is what fields hold by their id, `notes` what
 * is not drawn and why, with ids of the model, `answers` what buttons send. O(components and options).
 */
export function messageSurface({ life, components, data }: FoldedSurface) {
  const drawn: A2uiComponent[] = [];
  const start = new Map<string, FieldValue>();
  const notes: string[] = [];
  /** Components by their id, with the index of the first thing in `drawn` that is theirs. */
  const placed = new Map<string, { readonly component: SurfaceComponent; readonly place: number }>();
  if (life === 'deleted') notes.push('The surface was deleted.');
  else if (!components.has('root')) notes.push('No component has the id root yet: nothing is drawn.');
  else visit('root', 0);
  return { components: drawn, start, notes, answers };

  function text(value: unknown): string {
    return textOf(resolved(value, data));
  }

  function visit(id: string, depth: number): void {
    const component = components.get(id);
    if (component === undefined) return void notes.push(`${id} is missing.`);
    if (placed.has(id)) return void notes.push(`${id} is placed twice: drawn once.`);
    if (depth >= MAX_DEPTH) return void notes.push(`${id} is more than ${MAX_DEPTH} levels deep: not drawn.`);
    if (drawn.length >= MAX_COMPONENTS) return;
    placed.set(id, { component, place: drawn.length });
    if (component.component === 'Row' || component.component === 'Column') {
      for (const child of component.children) visit(child, depth + 1);
    } else if (component.component === 'Card') visit(component.child, depth + 1);
    else if (component.component !== 'Divider') drawn.push(...componentsFor(component));
    if (drawn.length >= MAX_COMPONENTS) {
      drawn.length = MAX_COMPONENTS;
      const note = `More than ${MAX_COMPONENTS} items: the rest is not drawn.`;
      if (!notes.includes(note)) notes.push(note);
    }
  }

  function componentsFor(
    component: Exclude<SurfaceComponent, { component: 'Row' | 'Column' | 'Card' | 'Divider' }>,
  ): readonly A2uiComponent[] {
    switch (component.component) {
      case 'Text': {
        const level = HEADING_LEVELS.get(component.variant ?? 'body');
        const words = text(component.text);
        if (level === undefined) return [{ component: 'text', text: words }];
        return [{ component: 'heading', text: words, level }];
      }
      case 'TextField': {
        const { id } = component;
        const kind = kindOfText(component);
        const placeholder = kind === '' ? {} : { placeholder: kind };
        start.set(id, text(component.value));
        const label = labelOf(component);
        return [{ component: 'field.text', id, label, ...placeholder, ...required(component) }];
      }
      case 'CheckBox': {
        const { id } = component;
        start.set(id, resolved(component.value, data) === true);
        return [{ component: 'field.checkbox', id, label: labelOf(component) }];
      }
      case 'ChoicePicker':
        return component.variant === 'multipleSelection' ? boxesFor(component) : [selectFor(component)];
      case 'DateTimeInput':
        return [dateFor(component)];
      default:
        return [buttonFor(component)];
    }
  }

  function selectFor(picker: SurfaceChoicePicker): A2uiComponent {
    const { id } = picker;
    const options = picker.options.map(({ label, value }) => ({ value, label: text(label) }));
    const [chosen] = listAt(picker);
    const isChosen = options.some(({ value }) => value === chosen);
    const offered = isChosen ? options : [{ value: NO_CHOICE, label: 'Nothing chosen' }, ...options];
    start.set(id, isChosen && chosen !== undefined ? chosen : NO_CHOICE);
    return {
      component: 'field.select',
      id,
      label: labelOf(picker),
      options: offered,
      ...required(picker),
    };
  }

  /** Several choices: a box each, under the label; the id of a component has no slash. */
  function boxesFor(picker: SurfaceChoicePicker): readonly A2uiComponent[] {
    const chosen = listAt(picker);
    const boxes = picker.options.map(({ label, value }, at): A2uiComponent => {
      const id = `${picker.id}/${at}`;
      start.set(id, chosen.includes(value));
      return { component: 'field.checkbox', id, label: text(label) };
    });
    return [{ component: 'text', text: labelOf(picker) }, ...boxes];
  }

  function dateFor(input: SurfaceDateTimeInput): A2uiComponent {
    const { id, enableDate = false, enableTime = false } = input;
    const value = text(input.value);
    if (!enableDate || enableTime) {
      const form = enableTime ? (enableDate ? 'date and time' : 'time') : 'neither date nor time';
      const words = `${labelOf(input)}: ${value === '' ? 'nothing' : value} (DateTimeInput for ${form}, not drawn)`;
      return { component: 'text', text: words };
    }
    start.set(id, /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? '');
    return { component: 'field.date', id, label: labelOf(input), ...required(input) };
  }

  function buttonFor({ id, child, action, accessibility }: SurfaceButton): A2uiActionButton {
    const inside = components.get(child);
    const label = inside?.component === 'Text' ? text(inside.text) : text(accessibility?.label);
    return {
      component: 'action.button',
      id,
      label: label === '' ? child : label,
      action: { target: action.event.name },
    };
  }

  function labelOf(field: Exclude<SurfaceComponent, { component: 'Text' }> & { label?: unknown }): string {
    return text(field.label) || text(field.accessibility?.label) || field.id;
  }

  function listAt({ value }: SurfaceChoicePicker): readonly unknown[] & readonly string[] {
    const list = resolved(value, data);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  }

  /**
   * What is sent with the current values: members by the id of the button. `failed` are the checks that fail, with the
   * place of their component and what they say; they block `resume` alone.
   */
  function answers(filled: FieldValues) {
    let model = data;
    for (const { component } of placed.values()) {
      const path = 'value' in component ? pathOf(component.value) : null;
      const value = filledIn(component, filled);
      if (path !== null && value !== undefined) model = withDataAt(model, path, value);
    }
    const entries = new Map<string, readonly (readonly [string, unknown])[]>();
    const failed: { component: number; message: string }[] = [];
    for (const [id, { component, place }] of placed) {
      if (component.component === 'Button') {
        const { context } = component.action.event;
        const members = Object.entries(context ?? (isRecord(model) ? model : {})).map(
          ([key, value]) => [key, context === undefined ? value : resolved(value, model)] as const,
        );
        const values = members.filter(([, value]) => value !== undefined);
        entries.set(id, values);
      } else if ('checks' in component) {
        for (const { condition, message } of component.checks ?? [])
          if (isBlank(dataAt(model, condition.args.value.path))) failed.push({ component: place, message });
      }
    }
    return { entries, failed };
  }

  function filledIn(component: SurfaceComponent, filled: FieldValues): unknown {
    if (component.component !== 'ChoicePicker') return filled.get(component.id);
    if (component.variant !== 'multipleSelection') {
      const value = filled.get(component.id);
      return value === undefined ? undefined : value === NO_CHOICE ? [] : [value];
    }
    const places = component.options.map((_, at) => `${component.id}/${at}`);
    if (!places.some((place) => filled.has(place))) return undefined;
    return component.options.flatMap(({ value }, at) => {
      const place = places[at] ?? '';
      return (filled.get(place) ?? start.get(place)) === true ? [value] : [];
    });
  }
}

const HEADING_LEVELS: ReadonlyMap<string, 1 | 2 | 3 | 4 | 5> = new Map([
  ['h1', 1],
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
  ['h5', 5],
]);

/** What a placeholder says of a field: the pattern is text, never run. */
function kindOfText({ variant, validationRegexp }: SurfaceTextField): string {
  const kind = variant === 'longText' ? 'long text' : variant === 'number' ? 'number' : '';
  const pattern = validationRegexp === undefined ? '' : `pattern ${validationRegexp}`;
  return [kind, pattern].filter((words) => words !== '').join(', ');
}

function required(field: Extract<SurfaceComponent, { checks?: unknown }>): { readonly required?: true } {
  const path = pathOf(field.value);
  const isIt = (field.checks ?? []).some(({ condition }) => condition.args.value.path === path);
  return isIt ? { required: true } : {};
}

function pathOf(value: unknown): string | null {
  return isRecord(value) && typeof value.path === 'string' ? value.path : null;
}

function resolved(value: DynamicValue | undefined | unknown, data: unknown): unknown {
  const path = pathOf(value);
  return path === null ? value : dataAt(data, path);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : writeJson(value);
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
