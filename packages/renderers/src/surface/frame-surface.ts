/** From the model of a surface to what the frame draws, and back from what the frame says to values of fields. */
import { unreachable } from '@openwop-inspector/base';
import type { A2uiActionButton } from '@openwop-inspector/protocol';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { FieldValue, FieldValues } from '../model/a2ui/field-values.ts';
import type { FieldItem, SurfaceItem, ValidSurface } from '../model/a2ui/surface-model.ts';
import type { FrameItem, FrameState, FrameSurface, FrameValue } from '../surface-frame/frame-contract.ts';

/** What the frame draws; `state` says which buttons work. */
export function frameSurface(model: ValidSurface, state: FrameState): FrameSurface {
  return {
    title: model.title,
    items: model.items.map(frameItem),
    buttons: placedButtons(model).map(({ index, button }) => ({ index, label: button.label })),
    state,
  };
}

function frameItem(item: SurfaceItem): FrameItem {
  switch (item.kind) {
    case 'heading':
      return { kind: 'heading', index: item.index, text: item.text, ariaLevel: ariaLevel(item.ariaLevel) };
    case 'text':
      return { kind: 'text', index: item.index, text: item.text };
    case 'field':
      return frameField(item);
    default:
      return unreachable(item);
  }
}

function ariaLevel(level: number): 4 | 5 | 6 {
  if (level <= 4) return 4;
  return level === 5 ? 5 : 6;
}

function frameField({ index, field, value }: FieldItem): FrameItem {
  const { label } = field;
  if (field.component === 'field.checkbox') return { kind: 'checkbox', index, label, value: value === true };
  const common = { index, label, required: field.required ?? false };
  const text = typeof value === 'string' ? value : '';
  switch (field.component) {
    case 'field.text':
      return { kind: 'text-field', ...common, placeholder: field.placeholder ?? '', value: text };
    case 'field.date':
      return { kind: 'date-field', ...common, value: text };
    case 'field.select': {
      const options = field.options.map((option) => option.label);
      const chosen = field.options.findIndex((option) => option.value === value);
      return { kind: 'select', ...common, options, value: Math.max(chosen, 0) };
    }
    default:
      return unreachable(field);
  }
}

/** A button with its index among the components, which distinguishes it from another of the same id. */
interface PlacedButton {
  readonly index: number;
  readonly button: A2uiActionButton;
}

/** In document order. */
export function placedButtons({ components }: ValidSurface): readonly PlacedButton[] {
  return components.flatMap((component, index) =>
    component.component === 'action.button' ? [{ index, button: component }] : [],
  );
}

/** Current value of a field, by its id. */
export type FieldChange = readonly [id: string, value: FieldValue];

/** What the frame said, in values of fields; null when it names no field, or a value that the field cannot hold. */
export function fieldChanges(
  model: ValidSurface,
  said: readonly (readonly [index: number, value: FrameValue])[],
): readonly FieldChange[] | null {
  const fields = new Map(model.items.flatMap((item) => (item.kind === 'field' ? [[item.index, item]] : [])));
  const changes: FieldChange[] = [];
  for (const [index, value] of said) {
    const item = fields.get(index);
    const known = item === undefined ? null : valueIn(item, value);
    if (item === undefined || known === null) return null;
    changes.push([item.field.id, known]);
  }
  return changes;
}

function valueIn({ field }: FieldItem, value: FrameValue): FieldValue | null {
  switch (field.component) {
    case 'field.checkbox':
      return typeof value === 'boolean' ? value : null;
    case 'field.select':
      return typeof value === 'number' ? (field.options[value]?.value ?? null) : null;
    case 'field.date':
      return typeof value === 'string' && /^(\d{4,6}-\d\d-\d\d)?$/.test(value) ? value : null;
    case 'field.text':
      return typeof value === 'string' ? value : null;
    default:
      return unreachable(field);
  }
}

/** User input of a surface. */
export interface Filling {
  readonly values: FieldValues;
  /** Another value whenever the fields must be re-rendered; typing does not change it. */
  readonly revision: number;
  /** The values at this very moment, ahead of what was drawn last. */
  current(): FieldValues;
  /** Something was typed in the frame. */
  add(changes: readonly FieldChange[]): void;
  /** Other values than what was typed, for example none. */
  replace(values: FieldValues): void;
}

const NOTHING: FieldValues = new Map();

export function useFilling(): Filling {
  const [state, setState] = useState({ values: NOTHING, revision: 0 });
  const latest = useRef(NOTHING);
  const add = useCallback((changes: readonly FieldChange[]) => {
    latest.current = new Map([...latest.current, ...changes]);
    const values = latest.current;
    setState(({ revision }) => ({ values, revision }));
  }, []);
  const replace = useCallback((values: FieldValues) => {
    latest.current = values;
    setState(({ revision }) => ({ values, revision: revision + 1 }));
  }, []);
  return useMemo(() => ({ ...state, add, replace, current: () => latest.current }), [state, add, replace]);
}
