/** Content that is never laid out is never hidden either: its source is shown in place. */
import { changeTree, type TreeNode } from './tree-node.ts';

/** Class of a code that is the source of HTML. */
export const HTML_SOURCE = 'source-html';
/** Class of a code that is a formula. */
export const MATH_SOURCE = 'source-math';
/** Class of a code that is text which would take too long to lay out. */
export const DENSE_SOURCE = 'source-dense';

/** What each of them is called. */
export const SOURCE_TITLES: ReadonlyMap<string, string> = new Map([
  [HTML_SOURCE, 'HTML, shown as source'],
  [MATH_SOURCE, 'Math, shown as source'],
  [DENSE_SOURCE, 'Too dense to be laid out, shown as source'],
]);

/** Turns HTML nodes into code: a block of it among blocks, else a piece of the line. */
export function showHtmlSource(root: TreeNode): void {
  changeTree(root, (node, _, parent) => {
    if (node.type !== 'html') return [node];
    const type = HOLD_BLOCKS.has(parent.type) ? 'code' : 'inlineCode';
    return [{ type, value: node.value ?? '', data: { hProperties: { className: [HTML_SOURCE] } } }];
  });
}

const HOLD_BLOCKS: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);
