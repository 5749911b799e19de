import { formatCount } from '@openwop-inspector/base';
import { Button, layout } from '@openwop-inspector/ui';
import { memo, type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { visiblePieces } from '../../visible-text/visible-text.ts';
import { DENSE_SOURCE, HTML_SOURCE, MATH_SOURCE } from '../parse/rendered-source.ts';
import { changeTree, firstPages, type TreeNode, textOf, weightOf } from '../parse/tree-node.ts';
import { markdownComponents } from './markdown-components.tsx';

/** Weight of the blocks of a page: about a third of a second of work. */
const PAGE_WEIGHT = 16_000;

/** Blocks of the first paint. */
const FIRST_BLOCKS = 20;

/** Blocks of a document, a page at a time. The first few are rendered at once, the rest of the page in the background. */
export function Blocks({ blocks }: { readonly blocks: readonly TreeNode[] }) {
  const [pages, setPages] = useState(1);
  const end = useMemo(() => endOfPages(blocks, pages), [blocks, pages]);
  const rendered = useDeferredValue(end, Math.min(end, FIRST_BLOCKS));
  return (
    <>
      {blocks.slice(0, rendered).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
        <Block key={at} block={block} />
      ))}
      {rendered === end && end < blocks.length && (
        <ShowMore visible={end} count={blocks.length} what="parts" onMore={() => setPages(pages + 1)} />
      )}
    </>
  );
}

function endOfPages(blocks: readonly TreeNode[], pages: number): number {
  let room = PAGE_WEIGHT * pages;
  const end = blocks.findIndex((block) => {
    if (room <= 0) return true;
    room -= weightOf(block);
    return false;
  });
  return end === -1 ? blocks.length : end;
}

const CHILDREN: ReadonlyMap<string, string> = new Map([
  ['list', 'items'],
  ['table', 'rows'],
  ['blockquote', 'blocks'],
]);

/** A block. A long list, table or quote is one block, of which more and more is there. */
const Block = memo(function Block({ block }: { readonly block: TreeNode }) {
  const [pages, setPages] = useState(1);
  const beginning = useMemo(() => firstPages(block, pages), [block, pages]);
  const nodes = useMemo(() => [beginning], [beginning]);
  // The head of a table is none of its rows.
  const heads = block.type === 'table' ? 1 : 0;
  return (
    <>
      <MarkdownFlow nodes={nodes} />
      {beginning !== block && (
        <ShowMore
          visible={(beginning.children?.length ?? 0) - heads}
          count={(block.children?.length ?? 0) - heads}
          what={CHILDREN.get(block.type) ?? 'blocks'}
          onMore={() => setPages(pages + 1)}
        />
      )}
    </>
  );
});

interface ShowMoreProps {
  readonly visible: number;
  readonly count: number;
  /** What is counted: parts, rows, items. */
  readonly what: string;
  readonly onMore: () => void;
}

function ShowMore({ visible, count, what, onMore }: ShowMoreProps) {
  return (
    <p className={layout.aside}>
      <Button small onPress={onMore}>
        {what === 'parts' ? 'Show more' : `Show more ${what}`}
      </Button>{' '}
      {formatCount(visible)} of {formatCount(count)} {what} are displayed
    </p>
  );
}

interface MarkdownFlowProps {
  /** Must stay the same array. */
  readonly nodes: readonly TreeNode[];
  /** Other than the usual ones; must stay the same object. */
  readonly components?: Components;
}

/** Some nodes of a document as elements. */
export const MarkdownFlow = memo(function MarkdownFlow(props: MarkdownFlowProps) {
  const { nodes, components = markdownComponents } = props;
  return useMemo(() => elementsOf(nodes, components), [nodes, components]);
});

// From nodes of a document to React elements, cleaned on the way.

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
