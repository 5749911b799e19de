/** Marks of footnotes, numbered over the whole document, and no list of them: that stands at the end of it, once. */
import { labelForm } from '../blocks/line-forms.ts';
import { changeTree, type TreeNode } from './tree-node.ts';

/** Turns each mention into a `sup` with its number; leaves out the definitions. `numbers` is by form of the label. */
export function markFootnotes(root: TreeNode, numbers: ReadonlyMap<string, number>): void {
  changeTree(root, (node) => {
    if (node.type === 'footnoteDefinition') return [];
    if (node.type !== 'footnoteReference') return [node];
    const label = node.label ?? node.identifier ?? '';
    const number = numbers.get(labelForm(label));
    if (number === undefined) return [{ type: 'text', value: `[^${label}]` }];
    return [
      {
        type: 'footnoteMark',
        children: [{ type: 'text', value: String(number) }],
        data: { hName: 'sup', hProperties: { dataFootnote: number } },
      },
    ];
  });
}
