import type { Part } from '../parse/parts.ts';
import { PartView } from './PartView.tsx';
import { ShowMore } from './ShowMore.tsx';
import { useGrowing } from './use-growing.ts';

/** Number of parts in the first paint, and in a page: about a third of a second of work. */
const FIRST = 2;
const PAGE = 40;

export interface MarkdownBlocksProps {
  readonly parts: readonly Part[];
  /** How many there are: they may grow. */
  readonly count: number;
}

/** Blocks of a document, drawn part by part. */
export function MarkdownBlocks({ parts, count }: MarkdownBlocksProps) {
  const growing = useGrowing(count, FIRST, PAGE);
  return (
    <>
      {parts.slice(0, growing.shown).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
        <PartView key={at} part={part} />
      ))}
      <ShowMore growing={growing} count={count} what="parts" />
    </>
  );
}
