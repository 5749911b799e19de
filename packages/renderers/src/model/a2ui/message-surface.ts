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
import type { FieldValue, FieldValues } from './surface-actions.ts';

/** How deep and how much is drawn from the root. */
const MAX_DEPTH = 32;
const MAX_COMPONENTS = 512;

/** Value of the option for no choice; JSON texts of people do not have it. */
const NO_CHOICE = '\u0000';

/**
 * What is drawn of a surface; drawn from `root` when it is made. A component is drawn once, at its first place.
 * O(components and options).
 */
export class MessageSurface {
  readonly components: A2uiComponent[] = [];
  /** What fields hold by their id. */
  readonly start = new Map<string, FieldValue>();
  /** What is not drawn and why, with ids of the model. */
  readonly notes: string[] = [];
  private readonly given: FoldedSurface['components'];
  private readonly data: unknown;
  /** Components by their id, with the index of the first thing in `components` that is theirs. */
  private readonly placed = new Map<
    string,
    { readonly component: SurfaceComponent; readonly place: number }
  >();

  constructor({ life, components, data }: FoldedSurface) {
    this.given = components;
    this.data = data;
    if (life === 'deleted') this.notes.push('The surface was deleted.');
    else if (!components.has('root')) this.notes.push('No component has the id root yet: nothing is drawn.');
    else this.visit('root', 0);
  }

  private text(value: unknown): string {
    const found = resolved(value, this.data) ?? '';
    return typeof found === 'string' ? found : writeJson(found);
  }

  private visit(id: string, depth: number): void {
    const component = this.given.get(id);
    if (component === undefined) return void this.notes.push(`${id} is missing.`);
    if (this.placed.has(id)) return void this.notes.push(`${id} is placed twice: drawn once.`);
    if (depth >= MAX_DEPTH)
      return void this.notes.push(`${id} is more than ${MAX_DEPTH} levels deep: not drawn.`);
    if (this.components.length >= MAX_COMPONENTS) return;
    this.placed.set(id, { component, place: this.components.length });
    if (component.component === 'Row' || component.component === 'Column') {
      for (const child of component.children) this.visit(child, depth + 1);
    } else if (component.component === 'Card') this.visit(component.child, depth + 1);
    else if (component.component !== 'Divider') this.components.push(...this.componentsFor(component));
    if (this.components.length >= MAX_COMPONENTS) {
      this.components.length = MAX_COMPONENTS;
      const note = `More than ${MAX_COMPONENTS} items: the rest is not drawn.`;
      if (!this.notes.includes(note)) this.notes.push(note);
    }
  }

  private componentsFor(
    component: Exclude<SurfaceComponent, { component: 'Row' | 'Column' | 'Card' | 'Divider' }>,
  ): readonly A2uiComponent[] {
    switch (component.component) {
      case 'Text': {
        const level = HEADING_LEVELS.get(component.variant ?? 'body');
        const words = this.text(component.text);
        if (level === undefined) return [{ component: 'text', text: words }];
        return [{ component: 'heading', text: words, level }];
      }
      case 'TextField': {
        const { id } = component;
        const kind = kindOfText(component);
        const placeholder = kind === '' ? {} : { placeholder: kind };
        this.start.set(id, this.text(component.value));
        const label = this.labelOf(component);
        return [{ component: 'field.text', id, label, ...placeholder, ...required(component) }];
      }
      case 'CheckBox': {
        const { id } = component;
        this.start.set(id, resolved(component.value, this.data) === true);
        return [{ component: 'field.checkbox', id, label: this.labelOf(component) }];
      }
      case 'ChoicePicker':
        return component.variant === 'multipleSelection'
          ? this.boxesFor(component)
          : [this.selectFor(component)];
      case 'DateTimeInput':
        return [this.dateFor(component)];
      default:
        return [this.buttonFor(component)];
    }
  }

  private selectFor(picker: SurfaceChoicePicker): A2uiComponent {
    const { id } = picker;
    const options = picker.options.map(({ label, value }) => ({ value, label: this.text(label) }));
    const [chosen] = this.listAt(picker);
    const isChosen = options.some(({ value }) => value === chosen);
    const offered = isChosen ? options : [{ value: NO_CHOICE, label: 'Nothing chosen' }, ...options];
    this.start.set(id, isChosen && chosen !== undefined ? chosen : NO_CHOICE);
    return {
      component: 'field.select',
      id,
      label: this.labelOf(picker),
      options: offered,
      ...required(picker),
    };
  }

  /** Several choices: a box each, under the label; the id of a component has no slash. */
  private boxesFor(picker: SurfaceChoicePicker): readonly A2uiComponent[] {
    const chosen = this.listAt(picker);
    const boxes = picker.options.map(({ label, value }, at): A2uiComponent => {
      const id = `${picker.id}/${at}`;
      this.start.set(id, chosen.includes(value));
      return { component: 'field.checkbox', id, label: this.text(label) };
    });
    return [{ component: 'text', text: this.labelOf(picker) }, ...boxes];
  }

  private dateFor(input: SurfaceDateTimeInput): A2uiComponent {
    const { id, enableDate = false, enableTime = false } = input;
    const value = this.text(input.value);
    if (!enableDate || enableTime) {
      const form = enableTime ? (enableDate ? 'date and time' : 'time') : 'neither date nor time';
      const words = `${this.labelOf(input)}: ${value === '' ? 'nothing' : value} (DateTimeInput for ${form}, not drawn)`;
      return { component: 'text', text: words };
    }
    this.start.set(id, /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? '');
    return { component: 'field.date', id, label: this.labelOf(input), ...required(input) };
  }

  private buttonFor({ id, child, action, accessibility }: SurfaceButton): A2uiActionButton {
    const inside = this.given.get(child);
    const label = inside?.component === 'Text' ? this.text(inside.text) : this.text(accessibility?.label);
    return {
      component: 'action.button',
      id,
      label: label === '' ? child : label,
      action: { target: action.event.name },
    };
  }

  private labelOf(field: Exclude<SurfaceComponent, { component: 'Text' }> & { label?: unknown }): string {
    return this.text(field.label) || this.text(field.accessibility?.label) || field.id;
  }

  private listAt({ value }: SurfaceChoicePicker): readonly unknown[] & readonly string[] {
    const list = resolved(value, this.data);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  }

  /**
   * What is sent with the current values: members by the id of the button. `failed` are the checks that fail, with the
   * place of their component and what they say; they block `resume` alone.
   */
  answers(filled: FieldValues) {
    let model = this.data;
    for (const { component } of this.placed.values()) {
      const path = 'value' in component ? pathOf(component.value) : null;
      const value = this.filledIn(component, filled);
      if (path !== null && value !== undefined) model = withDataAt(model, path, value);
    }
    const entries = new Map<string, readonly (readonly [string, unknown])[]>();
    const failed: { component: number; message: string }[] = [];
    for (const [id, { component, place }] of this.placed) {
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

  private filledIn(component: SurfaceComponent, filled: FieldValues): unknown {
    if (component.component !== 'ChoicePicker') return filled.get(component.id);
    if (component.variant !== 'multipleSelection') {
      const value = filled.get(component.id);
      return value === undefined ? undefined : value === NO_CHOICE ? [] : [value];
    }
    const places = component.options.map((_, at) => `${component.id}/${at}`);
    if (!places.some((place) => filled.has(place))) return undefined;
    return component.options.flatMap(({ value }, at) => {
      const place = places[at] ?? '';
      return (filled.get(place) ?? this.start.get(place)) === true ? [value] : [];
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

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
