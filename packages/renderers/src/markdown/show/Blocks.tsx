import { formatCount } from '@openwop-inspector/base';
import { Button, layout } from '@openwop-inspector/ui';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { Components } from 'react-markdown';
import { elementsOf } from '../parse/elements-of.ts';
import { firstPages, type TreeNode, weightOf } from '../parse/tree-node.ts';
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
