/** From nodes of a document to React elements, cleaned on the way. */
import type { ReactElement } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { visiblePieces } from '../../visible-text/visible-text.ts';
import { DENSE_SOURCE, HTML_SOURCE, MATH_SOURCE } from './rendered-source.ts';
import { changeTree, type TreeNode, textOf } from './tree-node.ts';

/** Units of an item's text that name its check box. */
const NAME_UNITS = 100;

/** Hidden characters of a part that get a box each; a part with more of them is not text. */
const MAX_BOXES = 500;

/** The nodes as elements; costs about 0.02 ms a node. The nodes stay as they are. */
export function elementsOf(nodes: readonly TreeNode[], components: Components): ReactElement {
  const toNodes = () => () => ({ type: 'root', children: [...nodes] });
  // Called, not mounted: it is a plain function. It gets no text, as the nodes are read already.
  return Markdown({
    children: '',
    remarkPlugins: [toNodes as () => void],
    rehypePlugins: [[rehypeSanitize, SCHEMA], onElements],
    skipHtml: true,
    // Addresses are judged where they are displayed, and no element ever gets one.
    urlTransform: (url) => url,
    components,
  });
}

const onElements = () => (tree: TreeNode) => {
  nameTasks(tree);
  markHidden(tree);
};

/** As GitHub cleans it. Addresses keep their scheme, so that it can be named; nothing is made of them here. */
const { href: _, src: __, ...otherProtocols } = defaultSchema.protocols ?? {};
const SCHEMA: typeof defaultSchema = {
  ...defaultSchema,
  protocols: otherProtocols,
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, HTML_SOURCE, MATH_SOURCE, DENSE_SOURCE]],
    sup: ['dataFootnote'],
    ol: ['start'],
  },
};

/** Gives the check box of a task its text as a name: GFM leaves it without one. */
function nameTasks(root: TreeNode): void {
  changeTree(root, (node) => {
    if (node.tagName !== 'li') return [node];
    // In a loose list the box is in the first paragraph.
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

/** Puts each hidden character into a `span` of its own, for a component that shows its code (security S-06). */
function markHidden(root: TreeNode): void {
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
