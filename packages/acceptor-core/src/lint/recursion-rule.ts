/** T10: references that lead back to themselves (acceptor 11.2). */
import { pointerTo } from '@openwop-inspector/base';
import type { LintDraft } from './lint-finding.ts';
import type { SchemaPlaces } from './schema-places.ts';

/**
 * One finding for each `$ref` on a cycle. A reference is on one exactly when it and its target are in the same
 * strongly connected component of "contains" and "refers to"; definitions do not apply where they are written, so
 * containing one does not count. O(places + references), without recursion.
 */
export function recursionRule(map: SchemaPlaces): LintDraft[] {
  const component = components(edgesOf(map));
  return [...map.refs].flatMap(([place, target]): LintDraft[] => {
    if (target === null || component[place] !== component[target]) return [];
    const pointer = pointerTo(map.places[place]?.pointer ?? '', '$ref');
    const message = 'This reference leads back to a schema that contains it.';
    return [{ rule: 'T10', place, pointer, message, feature: 'recursive-refs' }];
  });
}

function edgesOf({ places, refs }: SchemaPlaces): readonly (readonly number[])[] {
  const edges: number[][] = places.map(() => []);
  places.forEach((place, index) => {
    if (place.applied) edges[place.parent]?.push(index);
  });
  for (const [place, target] of refs) if (target !== null) edges[place]?.push(target);
  return edges;
}

/** Tarjan's algorithm with a stack of its own: for each node the number of its component. */
function components(edges: readonly (readonly number[])[]): readonly number[] {
  const order = new Array<number>(edges.length).fill(-1);
  const low = new Array<number>(edges.length).fill(-1);
  const component = new Array<number>(edges.length).fill(-1);
  const open: number[] = [];
  let visited = 0;
  const close = (root: number): void => {
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      component[node] = root;
      if (node === root) return;
    }
  };
  const enter = (node: number): { node: number; next: number } => {
    order[node] = visited;
    low[node] = visited;
    visited += 1;
    open.push(node);
    return { node, next: 0 };
  };
  const lower = (node: number, to: number | undefined): void => {
    low[node] = Math.min(low[node] ?? -1, to ?? -1);
  };
  for (let start = 0; start < edges.length; start += 1) {
    if (order[start] !== -1) continue;
    const path = [enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = edges[top.node]?.[top.next];
      top.next += 1;
      if (to === undefined) {
        path.pop();
        if (low[top.node] === order[top.node]) close(top.node);
        const above = path.at(-1);
        if (above !== undefined) lower(above.node, low[top.node]);
      } else if (order[to] === -1) {
        path.push(enter(to));
      } else if (component[to] === -1) {
        lower(top.node, order[to]);
      }
    }
  }
  return component;
}
