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
 * Walks a tree in document order, parents before children, and replaces each child by the result of `change`, which may
 * be the same node. Children of the root have depth 1.
 */
export function changeTree(
  parent: TreeNode,
  change: (node: TreeNode, depth: number, parent: TreeNode) => readonly TreeNode[],
  depth = 1,
): void {
  parent.children = parent.children?.flatMap((child) => {
    const replacement = change(child, depth, parent);
    // A replacement is finished.
    if (replacement.length === 1 && replacement[0] === child) changeTree(child, change, depth + 1);
    return replacement;
  });
}

/** The text of a node and of everything in it, at most `most` units. */
export function textOf(node: TreeNode, most: number): string {
  let text = node.type === 'text' || node.type === 'inlineCode' ? (node.value ?? '').slice(0, most) : '';
  for (const child of node.children ?? []) {
    if (text.length >= most) break;
    text += textOf(child, most - text.length);
  }
  return text;
}

/** Children of a list, a table or a quote in one page. */
const PAGE_CHILDREN = 200;
/** Weight of a page of such a block. */
const PAGE_WEIGHT = 4_000;
/** Code has lines, a head and colours. */
const CODE_WEIGHT = 400;

/** Blocks with pages; all others are rendered whole. */
const PAGED: ReadonlySet<string> = new Set(['list', 'listItem', 'table', 'blockquote']);

/** Number of nodes of a tree, code weighing more, counted no further than one page. */
export function weightOf(node: TreeNode, most = PAGE_WEIGHT): number {
  let weight = node.type === 'code' ? CODE_WEIGHT : 1;
  for (const child of node.children ?? []) {
    if (weight >= most) break;
    weight += weightOf(child, most - weight);
  }
  return weight;
}

/** The first pages of a block; the same object when that is all of it. O(size of the pages). */
export function firstPages(block: TreeNode, pages: number): TreeNode {
  const room = { weight: PAGE_WEIGHT * pages };
  // The first row of a table is its head.
  const heads = block.type === 'table' ? 1 : 0;
  return firstNodes(block, room, PAGE_CHILDREN * pages + heads);
}

function firstNodes(node: TreeNode, room: { weight: number }, most = Infinity): TreeNode {
  if (!PAGED.has(node.type)) {
    room.weight -= weightOf(node);
    return node;
  }
  const all = node.children ?? [];
  const children: TreeNode[] = [];
  for (const child of all) {
    if (children.length >= most || room.weight <= 0) break;
    children.push(firstNodes(child, room));
  }
  if (children.length === all.length && children.every((child, at) => child === all[at])) return node;
  // A list is loose by any of its items, including those of later pages.
  return { ...node, children, spread: node.spread === true || all.some(({ spread }) => spread === true) };
}
