import styles from './markdown.module.css';
import { goTo, useMarkdownPlace } from './markdown-place.ts';

/** The number of a footnote in the text; leads to it. */
export function FootnoteMark({ number }: { readonly number: number }) {
  const { root } = useMarkdownPlace();
  return (
    <sup>
      <button
        type="button"
        className={styles.footnoteMark}
        data-footnote-mark={number}
        aria-label={`Footnote ${number}`}
        onClick={() => goTo(root.current, `li[data-footnote="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  );
}
