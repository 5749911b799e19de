/** Changes of a surface by a delta frame, by component. */

import { addTo, cutText, isRecord, longestRise, member, pointerTo } from '@openwop-inspector/base';
import type { A2uiComponent } from '@openwop-inspector/protocol';
import { componentsOf } from '../model/a2ui/surface-model.ts';
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

/**
 * Returns the difference between two payloads; a payload that is not a surface has no components. They are paired by
 * kind and id, those without id by kind and order, and listed in the order of the new surface, removed ones last.
 * O(n log n).
 */
export function surfaceDifference(before: unknown, after: unknown) {
  const [old, now] = [componentsOf(before), componentsOf(after)];
  const waiting = new Map<string, number[]>();
  for (const [index, component] of old.entries()) addTo(waiting, nameOf(component), index);
  const pairs = now.map((component) => waiting.get(nameOf(component))?.shift());
  const order = pairs.filter((place) => place !== undefined);
  const steady = new Set(longestRise(order).map((at) => order[at]));
  const present = now.flatMap((component, index): readonly ChangedComponent[] => {
    const place = pairs[index];
    const members = changedMembers(place === undefined ? undefined : old[place], component);
    const kind = place === undefined ? 'added' : steady.has(place) ? 'changed' : 'moved';
    if (kind === 'changed' && members.length === 0) return [];
    const wasAt = place === undefined ? null : place + 1;
    return [{ kind, name: nameOf(component), before: wasAt, after: index + 1, members }];
  });
  const removed = [...waiting.values()].flat().sort((one, other) => one - other);
  const gone = removed.flatMap((place): readonly ChangedComponent[] => {
    const was = old[place];
    if (was === undefined) return [];
    const members = changedMembers(was, undefined);
    return [{ kind: 'removed', name: nameOf(was), before: place + 1, after: null, members }];
  });
  return {
    around: [
      memberChange('title', member(before, 'surface'), member(after, 'surface')),
      memberChange('reasoning', before, after),
    ].filter((change) => change.before !== change.after),
    components: [...present, ...gone],
    unchanged: now.length - present.length,
  };
}

/** Name in the catalogue, with the id of a field or button after it. */
function nameOf(component: A2uiComponent): string {
  return 'id' in component ? `${component.component} ${component.id}` : component.component;
}

/** Members whose values differ; all of a component that the other surface does not have. */
function changedMembers(
  was: A2uiComponent | undefined,
  is: A2uiComponent | undefined,
): readonly MemberChange[] {
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...names]
    .filter((name) => name !== 'component' && textOf(member(was, name)) !== textOf(member(is, name)))
    .map((name) => memberChange(name, was, is));
}

function memberChange(name: string, before: unknown, after: unknown): MemberChange {
  return { name, before: brief(member(before, name)), after: brief(member(after, name)) };
}

/** Maximum length of a reported value, in UTF-16 units. */
const MAX_LENGTH = 160;

function brief(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : cutText(text, MAX_LENGTH);
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
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
