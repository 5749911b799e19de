import { memo, type ReactNode, useMemo } from 'react';
import type { Components } from 'react-markdown';
import { elementsOf } from '../parse/elements-of.ts';
import { isHeavy, MAX_CHILDREN, type Part, partsOf, type TreeNode } from '../parse/tree-node.ts';
import { markdownComponents, TableBox } from './markdown-components.tsx';
import { ShowMore, useGrowing } from './ShowMore.tsx';

/** A part; a long block is one of its own. */
export const PartView = memo(function PartView({ part }: { readonly part: Part }) {
  const [first] = part;
  return first !== undefined && isLong(part) ? <LongBlock block={first} /> : <MarkdownFlow nodes={part} />;
});

/** Parts of a page. */
const PAGE = 10;

/** True for a list, a table or a quote that is drawn by and by. */
function isLong(part: Part): boolean {
  const [block] = part;
  if (block === undefined || part.length > 1 || !MAY_BE_LONG.has(block.type)) return false;
  return (block.children ?? []).length > MAX_CHILDREN + 1 || isHeavy(block);
}

const MAY_BE_LONG: ReadonlySet<string> = new Set(['list', 'table', 'blockquote', 'listItem']);

/** A long block. It is one block: one table, one list, one quote, of which more and more is there. */
function LongBlock({ block }: { readonly block: TreeNode }) {
  switch (block.type) {
    case 'table':
      return <LongTable table={block} />;
    case 'list':
      return <LongList list={block} />;
    default:
      return <LongQuote quote={block} />;
  }
}

const NOTHING: readonly TreeNode[] = [];

function useParts(children: readonly TreeNode[]) {
  const parts = useMemo(() => partsOf(children), [children]);
  const growing = useGrowing(parts.length, 1, PAGE);
  const drawn = parts.slice(0, growing.shown);
  const shown = drawn.reduce((sum, part) => sum + part.length, 0);
  return { drawn, growing: { ...growing, shown } };
}

/** A part of a table brings its rows, and the first part the heads too. */
const firstRows: Components = { ...markdownComponents, table: ({ children }) => children };
const laterRows: Components = { ...firstRows, thead: () => null };

function LongTable({ table }: { readonly table: TreeNode }) {
  const [head, rows] = useMemo(() => {
    const [first, ...others] = table.children ?? [];
    return [first, others] as const;
  }, [table]);
  const { drawn, growing } = useParts(rows);
  return (
    <>
      <TableBox>
        {drawn.map((part, at) => (
          <Within
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
            key={at}
            components={at === 0 ? firstRows : laterRows}
            part={part}
            around={table}
            head={head}
          />
        ))}
      </TableBox>
      <ShowMore growing={growing} count={rows.length} what="rows" />
    </>
  );
}

/** Marks what brings its children alone: the element around them is there. */
const PART_DATA = { hProperties: { dataPart: '' } };

function LongList({ list }: { readonly list: TreeNode }) {
  const items = list.children ?? NOTHING;
  const { drawn, growing } = useParts(items);
  const whole = useMemo(() => {
    const isLoose = list.spread === true || items.some(({ spread }) => spread === true);
    return { ...list, spread: isLoose, data: PART_DATA };
  }, [list, items]);
  const content = drawn.map((part, at) =>
    isLong(part) && typeof part[0]?.checked !== 'boolean' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
      <LongItem key={at} part={part} isLoose={whole.spread} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
      <Within key={at} part={part} around={whole} />
    ),
  );
  return (
    <>
      {list.ordered ? <ol start={list.start ?? 1}>{content}</ol> : <ul>{content}</ul>}
      <ShowMore growing={growing} count={items.length} what="items" />
    </>
  );
}

/** An item with long content. */
function LongItem({ part, isLoose }: { readonly part: Part; readonly isLoose: boolean }) {
  const inside = useMemo(() => {
    const blocks = part[0]?.children ?? NOTHING;
    return partsOf(isLoose ? blocks : blocks.map(withoutParagraph));
  }, [part, isLoose]);
  return (
    <li dir="auto">
      {inside.map((blocks, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
        <PartView key={at} part={blocks} />
      ))}
    </li>
  );
}

/** In a list without gaps, the text of an item has no paragraph. */
function withoutParagraph(block: TreeNode): TreeNode {
  return block.type === 'paragraph' ? { ...block, data: PART_DATA } : block;
}

function LongQuote({ quote }: { readonly quote: TreeNode }) {
  const blocks = quote.children ?? NOTHING;
  const { drawn, growing } = useParts(blocks);
  return (
    <>
      <blockquote dir="auto">
        {drawn.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <PartView key={at} part={part} />
        ))}
      </blockquote>
      <ShowMore growing={growing} count={blocks.length} what="blocks" />
    </>
  );
}

interface WithinProps {
  readonly part: Part;
  /** The list or table that they are children of. */
  readonly around: TreeNode;
  readonly head?: TreeNode | undefined;
  readonly components?: Components;
}

/** Some children of a long block, in a block like it. */
function Within({ part, around, head, components = markdownComponents }: WithinProps): ReactNode {
  const nodes = useMemo(() => {
    const children = head === undefined ? [...part] : [head, ...part];
    return [{ ...around, children }];
  }, [part, around, head]);
  return <MarkdownFlow nodes={nodes} components={components} />;
}

interface MarkdownFlowProps {
  /** Must stay the same array. */
  readonly nodes: readonly TreeNode[];
  /** Other than the usual ones; must stay the same object. */
  readonly components?: Components;
}

/** Some nodes of a document, made to elements once. */
export const MarkdownFlow = memo(function MarkdownFlow(props: MarkdownFlowProps) {
  const { nodes, components = markdownComponents } = props;
  return useMemo(() => elementsOf(nodes, components), [nodes, components]);
});
