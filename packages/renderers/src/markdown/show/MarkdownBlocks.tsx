import { memo } from 'react';
import type { MarkdownBlock, SourceReason } from '../blocks/markdown-block.ts';
import { LongTable } from './LongTable.tsx';
import { MarkdownFlow } from './MarkdownFlow.tsx';
import styles from './markdown.module.css';
import { SourceBlock } from './SourceBlock.tsx';
import { useGrowing } from './use-growing.ts';

/** Blocks that stand there with the first paint, and blocks of a page: about a third of a second of work. */
const FIRST = 2;
const PAGE = 40;

/** Blocks of a document, drawn one after the other. */
export function MarkdownBlocks({ blocks }: { readonly blocks: readonly MarkdownBlock[] }) {
  const { shown, waits, more } = useGrowing(blocks.length, FIRST, PAGE);
  return (
    <>
      {blocks.slice(0, shown).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
        <BlockView key={at} block={block} />
      ))}
      {waits && (
        <p className={styles.more}>
          <button type="button" className={styles.button} onClick={more}>
            Show more
          </button>{' '}
          {shown.toLocaleString('en')} of {blocks.length.toLocaleString('en')} parts are shown
        </p>
      )}
    </>
  );
}

const REASONS: Readonly<Record<SourceReason, string>> = {
  deep: 'Nested too deep to be laid out, shown as source',
  dense: 'Too dense to be laid out, shown as source',
};

const BlockView = memo(function BlockView({ block }: { readonly block: MarkdownBlock }) {
  switch (block.kind) {
    case 'flow':
      return <MarkdownFlow source={block.source} />;
    case 'fence':
      return <SourceBlock text={block.text} lang={block.info.split(/[\s{,:]/, 1)[0] ?? ''} />;
    case 'math':
      return <SourceBlock text={block.text} label="Math, shown as source" />;
    case 'html':
      return <SourceBlock text={block.text} label="HTML, shown as source" lang="html" />;
    case 'table':
      return <LongTable head={block.head} rows={block.rows} />;
    case 'source':
      return <SourceBlock text={block.text} label={REASONS[block.reason]} />;
  }
});
