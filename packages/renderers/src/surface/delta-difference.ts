/** Changes of a surface by a delta frame, by component. */

import { isRecord, member, pointerTo } from '@openwop-inspector/base';
import type { A2uiComponent } from '@openwop-inspector/protocol';
import { componentChanges, componentName } from '../model/a2ui/component-changes.ts';
import { surfaceModel } from '../model/a2ui/surface-model.ts';
import { MAX_LEVELS } from '../model/json/json-measure.ts';

/** A member before and after, as short JSON; null where it was not there. A stranger's text. */
export interface MemberChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** One component that is not what or where it was. */
export interface ChangedComponent {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** Name in the catalogue, with the id of a field or button after it. */
  readonly name: string;
  /** Places from 1; null where it was not there. */
  readonly before: number | null;
  readonly after: number | null;
  readonly members: readonly MemberChange[];
}

export interface SurfaceDifference {
  /** `title` and `reasoning` of the surface, where they changed. */
  readonly around: readonly MemberChange[];
  /** In the order of the new surface, removed ones last. */
  readonly components: readonly ChangedComponent[];
  /** Components that are what and where they were. */
  readonly unchanged: number;
}

/** Returns the difference between two payloads; a payload that is not a surface has no components. */
export function surfaceDifference(before: unknown, after: unknown): SurfaceDifference {
  const [old, now] = [componentsOf(before), componentsOf(after)];
  const changes = componentChanges(old, now);
  const components = changes.flatMap((change): readonly ChangedComponent[] => {
    const was = 'before' in change ? old[change.before] : undefined;
    const is = 'after' in change ? now[change.after] : undefined;
    const named = is ?? was;
    if (change.kind === 'unchanged' || named === undefined) return [];
    const places = {
      before: 'before' in change ? change.before + 1 : null,
      after: 'after' in change ? change.after + 1 : null,
    };
    const names =
      'changed' in change ? change.changed : Object.keys(named).filter((key) => key !== 'component');
    const members = names.map((name) => memberChange(name, was, is));
    return [{ kind: change.kind, name: componentName(named), ...places, members }];
  });
  return {
    around: [
      memberChange('title', member(before, 'surface'), member(after, 'surface')),
      memberChange('reasoning', before, after),
    ].filter((change) => change.before !== change.after),
    components,
    unchanged: changes.filter(({ kind }) => kind === 'unchanged').length,
  };
}

/** Returns the components of a payload; none unless it is a surface. */
export function componentsOf(payload: unknown): readonly A2uiComponent[] {
  const model = surfaceModel({ payload });
  return model.kind === 'surface' ? model.components : [];
}

function memberChange(name: string, before: unknown, after: unknown): MemberChange {
  return { name, before: brief(member(before, name)), after: brief(member(after, name)) };
}

/** Maximum length of a reported value, in UTF-16 units. */
const MAX_LENGTH = 160;

function brief(value: unknown): string | null {
  if (value === undefined) return null;
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** Pointer to the first place where two values differ; null when they are the same. Looks 64 levels deep. */
export function firstDifference(one: unknown, other: unknown, pointer = '', level = 0): string | null {
  if (Object.is(one, other)) return null;
  if (level > MAX_LEVELS) return pointer;
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let i = 0; i < Math.max(one.length, other.length); i++) {
      if (i >= one.length || i >= other.length) return `${pointer}/${i}`;
      const found = firstDifference(one[i], other[i], `${pointer}/${i}`, level + 1);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isRecord(one) || !isRecord(other)) return pointer;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const place = pointerTo(pointer, key);
    if (!Object.hasOwn(one, key) || !Object.hasOwn(other, key)) return place;
    const found = firstDifference(one[key], other[key], place, level + 1);
    if (found !== null) return found;
  }
  return null;
}
