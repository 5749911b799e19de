/** Sibling nodes, in parts that are each rendered at once. */
import type { TreeNode } from './tree-node.ts';

export type Part = readonly TreeNode[];

/** Children of a part, and the nodes they have together, at most; a child that has more is a part of its own. */
export const MAX_CHILDREN = 20;
const MAX_NODES = 400;
/** Nodes of a list, a table or a quote that is still drawn at once. */
const MANY_NODES = 1_600;

/** Nodes of a tree, counted until they are many. Code has lines, a head and colours. */
function weightOf(root: TreeNode): number {
  let weight = 0;
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined && weight <= MANY_NODES; next = waiting.pop()) {
    weight += next.type === 'code' ? MAX_NODES : 1;
    for (const child of next.children ?? []) waiting.push(child);
  }
  return weight;
}

export const isHeavy = (node: TreeNode): boolean => weightOf(node) > MANY_NODES;

/** Takes nodes one by one and puts parts into `parts` as soon as they are full. O(nodes) in all. */
export function collectParts(parts: Part[]) {
  let part: TreeNode[] = [];
  let weight = 0;
  function close() {
    if (part.length > 0) parts.push(part);
    part = [];
    weight = 0;
  }
  function add(node: TreeNode) {
    const more = weightOf(node);
    if (part.length >= MAX_CHILDREN || weight + more > MAX_NODES) close();
    part.push(node);
    weight += more;
  }
  return { add, close };
}

export function partsOf(nodes: readonly TreeNode[]): readonly Part[] {
  const parts: Part[] = [];
  const { add, close } = collectParts(parts);
  nodes.forEach(add);
  close();
  return parts;
}
