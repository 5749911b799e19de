/** Changes by a delta to the components of a surface, for playing its frames one by one. */
import { addTo, longestRise } from '@openwop-inspector/base';
import type { A2uiComponent } from '@openwop-inspector/protocol';

/** `moved` components are changed as well when `changed` names members. Indexes are those of the component list. */
export type ComponentChange =
  | { readonly kind: 'added'; readonly after: number }
  | { readonly kind: 'removed'; readonly before: number }
  | {
      readonly kind: 'unchanged' | 'moved' | 'changed';
      readonly before: number;
      readonly after: number;
      /** Members whose values differ. */
      readonly changed: readonly string[];
    };

/**
 * Pairs components by kind and id, those without id by kind and order. Changes come in the order of the new list,
 * removed ones last. O(n log n).
 */
export function componentChanges(
  before: readonly A2uiComponent[],
  after: readonly A2uiComponent[],
): readonly ComponentChange[] {
  const waiting = placesByName(before);
  const pairs = after.map((component) => waiting.get(componentName(component))?.shift());
  const order = pairs.filter((place) => place !== undefined);
  const steady = new Set(longestRise(order).map((at) => order[at]));
  const changes = after.map((component, index): ComponentChange => {
    const place = pairs[index];
    const old = place === undefined ? undefined : before[place];
    if (place === undefined || old === undefined) return { kind: 'added', after: index };
    const changed = changedMembers(old, component);
    const kind = !steady.has(place) ? 'moved' : changed.length > 0 ? 'changed' : 'unchanged';
    return { kind, before: place, after: index, changed };
  });
  const gone = [...waiting.values()].flat().sort((one, other) => one - other);
  return [...changes, ...gone.map((place): ComponentChange => ({ kind: 'removed', before: place }))];
}

/** Name in the catalogue, with the id of a field or button after it. */
export function componentName(component: A2uiComponent): string {
  return 'id' in component ? `${component.component} ${component.id}` : component.component;
}

function placesByName(components: readonly A2uiComponent[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, component] of components.entries()) {
    const name = componentName(component);
    addTo(places, name, index);
  }
  return places;
}

function changedMembers(before: A2uiComponent, after: A2uiComponent): readonly string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(after));
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  return keys.filter((key) => JSON.stringify(old.get(key)) !== JSON.stringify(now.get(key)));
}
