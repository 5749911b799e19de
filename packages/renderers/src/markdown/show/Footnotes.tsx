import { useState } from 'react';
import { useFootnoteBlocks } from './FootnoteMark.tsx';
import { MarkdownBlocks } from './MarkdownBlocks.tsx';
import styles from './markdown.module.css';
import { goTo, useMarkdownPlace } from './markdown-place.ts';

const FIRST = 30;

/** The footnotes of a document, at its end. */
export function Footnotes() {
  const { footnotes } = useMarkdownPlace();
  const [isWhole, setIsWhole] = useState(false);
  if (footnotes.size === 0) return null;
  const all = [...footnotes.values()];
  const shown = isWhole ? all : all.slice(0, FIRST);
  return (
    <section className={styles.footnotes} aria-label="Footnotes">
      <ol>
        {shown.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a footnote is its number
          <Footnote key={at} number={at + 1} text={text} />
        ))}
      </ol>
      {shown.length < all.length && (
        <button type="button" className={styles.button} onClick={() => setIsWhole(true)}>
          Show all {all.length} footnotes
        </button>
      )}
    </section>
  );
}

function Footnote({ number, text }: { readonly number: number; readonly text: string }) {
  const { root } = useMarkdownPlace();
  const blocks = useFootnoteBlocks(text);
  return (
    <li data-footnote={number} tabIndex={-1} dir="auto">
      <MarkdownBlocks blocks={blocks} />
      <button
        type="button"
        className={styles.footnoteMark}
        aria-label={`Back to the mention of footnote ${number}`}
        onClick={() => goTo(root.current, `[data-footnote-mark="${number}"]`)}
      >
        ↩
      </button>
    </li>
  );
}
