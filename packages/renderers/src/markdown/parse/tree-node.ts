/** Nodes of the syntax trees of Markdown (mdast) and of elements (hast), as far as they are touched here. */

interface NodePosition {
  readonly start: { readonly offset?: number | undefined };
  readonly end: { readonly offset?: number | undefined };
}

export interface TreeNode {
  type: string;
  value?: string | undefined;
  url?: string | undefined;
  title?: string | null | undefined;
  alt?: string | null | undefined;
  label?: string | null | undefined;
  identifier?: string | undefined;
  ordered?: boolean | null | undefined;
  start?: number | null | undefined;
  checked?: boolean | null | undefined;
  spread?: boolean | null | undefined;
  tagName?: string | undefined;
  properties?: Record<string, unknown> | undefined;
  children?: TreeNode[] | undefined;
  data?: unknown;
  position?: NodePosition | undefined;
}

/**
 * Walks a tree without recursion, parents before children, and replaces each child by the result of `change`, which may
 * be the same node. Depth of the root is 0.
 */
export function changeTree(
  root: TreeNode,
  change: (node: TreeNode, depth: number, parent: TreeNode) => readonly TreeNode[],
): void {
  const waiting: { readonly node: TreeNode; readonly depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    if (node.children === undefined) continue;
    const made = node.children.map((child) => ({ child, answer: change(child, depth + 1, node) }));
    node.children = made.flatMap(({ answer }) => answer);
    for (const { child, answer } of made) {
      // What was put in the place of a node is finished.
      if (answer.length === 1 && answer[0] === child) waiting.push({ node: child, depth: depth + 1 });
    }
  }
}

/** The text of a node and of everything in it, at most `most` units. */
export function textOf(node: TreeNode, most: number): string {
  let text = '';
  const waiting: TreeNode[] = [node];
  for (let next = waiting.pop(); next !== undefined && text.length < most; next = waiting.pop()) {
    if (next.type === 'text' || next.type === 'inlineCode') text += next.value ?? '';
    const children = next.children ?? [];
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child !== undefined) waiting.push(child);
    }
  }
  return text.slice(0, most);
}

// Sibling nodes, in parts that are each rendered at once.

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
