/** What the definitions of links say, and the references that are resolved by it. */

import { postprocess } from 'micromark';
import type { Event } from 'micromark-util-types';
import { treeOf } from './block-tree.ts';
import { changeTree, type TreeNode } from './tree-node.ts';

/** By identifier; of several definitions the first counts, as in CommonMark. */
export type Definitions = Map<string, TreeNode>;

/** Events of definitions that are read at once, about. */
const BATCH = 300;

/** Reads the definitions among the events of a block, wherever they stand in it. Yields between batches. */
export function* readDefinitions(block: readonly Event[], found: Definitions): Generator<undefined> {
  let batch: Event[] = [];
  let isInside = false;
  for (const event of block) {
    const bounds = event[1].type === 'definition';
    if (bounds) isInside = event[0] === 'enter';
    if (bounds || isInside) batch.push(event);
    if (isInside || batch.length < BATCH) continue;
    keep(batch, found);
    batch = [];
    yield;
  }
  if (batch.length > 0) keep(batch, found);
}

function keep(events: Event[], found: Definitions): void {
  for (const node of treeOf(postprocess(events)).children ?? []) {
    const { identifier = '' } = node;
    if (!found.has(identifier)) found.set(identifier, node);
  }
}

const RESOLVED: ReadonlyMap<string, string> = new Map([
  ['linkReference', 'link'],
  ['imageReference', 'image'],
]);

/** Makes links and images of references; takes the definitions out, which nobody sees in CommonMark. */
export function resolveReferences(root: TreeNode, definitions: Definitions): void {
  changeTree(root, (node) => {
    if (node.type === 'definition') return [];
    const type = RESOLVED.get(node.type);
    const definition = definitions.get(node.identifier ?? '');
    if (type === undefined || definition === undefined) return [node];
    node.type = type;
    node.url = definition.url ?? '';
    node.title = definition.title ?? null;
    return [node];
  });
}
