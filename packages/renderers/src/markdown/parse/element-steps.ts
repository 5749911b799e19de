/** Steps over the cleaned elements: names for check boxes, hidden characters made visible. */
import { visiblePieces } from '../../visible-text/visible-text.ts';
import { changeTree, type TreeNode, textOf } from './tree-node.ts';

/** Units of an item's text that name its check box. */
const NAME_UNITS = 100;

/** Gives the check box of a task its text as a name: GFM leaves it without one. */
export function nameTasks(root: TreeNode): void {
  changeTree(root, (node) => {
    if (node.tagName !== 'li') return [node];
    // In a loose list the box stands in the first paragraph.
    const children = node.children ?? [];
    const first = children.find(({ type }) => type === 'element');
    const box = [...children, ...(first?.children ?? [])].find(({ tagName }) => tagName === 'input');
    if (box === undefined) return [node];
    box.properties = {
      ...box.properties,
      ariaLabel: textOf(node, NAME_UNITS).trim().split('\n', 1)[0] || 'Task',
    };
    return [node];
  });
}

/** Hidden characters of a part that get a box each; a part with more of them is no text. */
const MAX_BOXES = 500;

/** Puts each hidden character into a `span` of its own, for a component that shows its code (security S-06). */
export function markHidden(root: TreeNode): void {
  let boxes = 0;
  changeTree(root, (node, _, parent) => {
    // Code shows its hidden characters by itself.
    if (node.type !== 'text' || parent.tagName === 'code' || boxes >= MAX_BOXES) return [node];
    const pieces = visiblePieces(node.value ?? '');
    if (pieces.every(({ kind }) => kind === 'plain')) return [node];
    boxes += pieces.length;
    return pieces.map(({ kind, text }): TreeNode => {
      const value: TreeNode = { type: 'text', value: text };
      if (kind === 'plain') return value;
      return { type: 'element', tagName: 'span', properties: { dataHidden: '' }, children: [value] };
    });
  });
}
