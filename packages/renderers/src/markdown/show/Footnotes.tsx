import { Button, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import type { Footnote } from '../parse/footnotes.ts';
import { MarkdownBlocks } from './MarkdownBlocks.tsx';
import styles from './markdown.module.css';
import { goTo, useMarkdownPlace } from './markdown-place.ts';

const FIRST = 30;

/** The footnotes of a document, at its end. */
export function Footnotes({ footnotes }: { readonly footnotes: readonly Footnote[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (footnotes.length === 0) return null;
  const shown = isWhole ? footnotes : footnotes.slice(0, FIRST);
  return (
    <section className={styles.footnotes} aria-label="Footnotes">
      <ol>
        {shown.map((footnote, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a footnote is its place
          <FootnoteView key={at} footnote={footnote} />
        ))}
      </ol>
      {shown.length < footnotes.length && (
        <Button small onPress={() => setIsWhole(true)}>
          Show all {footnotes.length} footnotes
        </Button>
      )}
    </section>
  );
}

function FootnoteView({ footnote: { number, parts } }: { readonly footnote: Footnote }) {
  const { root } = useMarkdownPlace();
  return (
    <li data-footnote={number ?? undefined} tabIndex={-1} dir="auto">
      <MarkdownBlocks parts={parts} count={parts.length} />
      {number === null ? (
        <span className={layout.caption}>not mentioned in the text</span>
      ) : (
        <button
          type="button"
          className={styles.footnoteMark}
          aria-label={`Back to the mention of footnote ${number}`}
          onClick={() => goTo(root.current, `[data-footnote-mark="${number}"]`)}
        >
          ↩
        </button>
      )}
    </li>
  );
}
