import { useCallback, useMemo, useRef, useState } from 'react';
import type { FieldValues } from '../model/a2ui/field-values.ts';
import type { FieldChange } from './frame-surface.ts';

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
