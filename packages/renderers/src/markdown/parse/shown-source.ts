/** HTML in a document is never made to elements, and never hidden either: its source stands where it was written. */
import { changeTree, type TreeNode } from './tree-node.ts';

/** Class of a code that is the source of HTML. */
export const HTML_SOURCE = 'source-html';
/** Class of a code that is a formula. */
export const MATH_SOURCE = 'source-math';

/** Inline code of a class that survives cleaning. */
export function inlineSource(value: string, className: string): TreeNode {
  return { type: 'inlineCode', value, data: { hProperties: { className: [className] } } };
}

/** Turns HTML nodes into code: a block of it where blocks stand, else a piece of the line. */
export function showHtmlSource(root: TreeNode): void {
  changeTree(root, (node, _, parent) => {
    if (node.type !== 'html') return [node];
    const value = node.value ?? '';
    if (!HOLD_BLOCKS.has(parent.type)) return [inlineSource(value, HTML_SOURCE)];
    return [{ type: 'code', value, data: { hProperties: { className: [HTML_SOURCE] } } }];
  });
}

const HOLD_BLOCKS: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);
