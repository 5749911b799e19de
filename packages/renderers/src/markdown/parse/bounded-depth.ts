/** Nesting that later steps can bear: they go down by calling themselves, and so does a browser that lays it out. */
import { changeTree, type TreeNode, textOf } from './tree-node.ts';

/** Levels of a part; real documents have a dozen. */
const MOST_LEVELS = 48;
/** Of a node that was made by a step and stands nowhere, in UTF-16 units. */
const MOST_TEXT = 10_000;

/** Replaces what lies deeper by its source as text. */
export function boundDepth(root: TreeNode, source: string): void {
  changeTree(root, (node, depth) => {
    if (depth < MOST_LEVELS || node.children === undefined) return [node];
    const { start, end } = node.position ?? {};
    const written = source.slice(start?.offset ?? 0, end?.offset ?? 0);
    return [{ type: 'text', value: written === '' ? textOf(node, MOST_TEXT) : written }];
  });
}
