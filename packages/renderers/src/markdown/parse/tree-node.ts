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
