/** From the model of a surface to what the frame draws, and back from what the frame says to values of fields. */
import { unreachable } from '@openwop-inspector/base';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type A2uiField, type FieldValue, type FieldValues, isField } from '../model/a2ui/field-values.ts';
import type { FrameState, FrameSurface, FrameValue } from '../model/a2ui/frame-contract.ts';
import type { ValidSurface } from '../model/a2ui/surface-model.ts';

/** What the frame draws; `state` says which buttons work. */
export function frameSurface(model: ValidSurface, state: FrameState): FrameSurface {
  return {
    title: model.title,
    items: model.items,
    buttons: model.buttons.map(({ index, button }) => ({ index, label: button.label })),
    state,
  };
}

/** Current value of a field, by its id. */
export type FieldChange = readonly [id: string, value: FieldValue];

/** What the frame said, in values of fields; null when it names no field, or a value that the field cannot hold. */
export function fieldChanges(
  model: ValidSurface,
  said: readonly (readonly [index: number, value: FrameValue])[],
): readonly FieldChange[] | null {
  const changes: FieldChange[] = [];
  for (const [index, value] of said) {
    const field = model.components[index];
    if (field === undefined || !isField(field)) return null;
    const known = valueIn(field, value);
    if (known === null) return null;
    changes.push([field.id, known]);
  }
  return changes;
}

function valueIn(field: A2uiField, value: FrameValue): FieldValue | null {
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
