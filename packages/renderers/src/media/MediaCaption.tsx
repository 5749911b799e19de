import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './media-parts.module.css';
import { shortText } from './media-words.ts';

/** Neither a title nor a description has a limit; this much of either is read in place, the rest in the payload. */
const MOST_TITLE = 300;
const MOST_ALT = 2_000;

/** The title of the hint, above the content. Never a heading of the application's outline, as in envelope 7.2. */
export function MediaTitle({ title }: { readonly title: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a real heading would join the application's outline
    <div role="heading" aria-level={4} className={styles.title}>
      <VisibleText text={shortText(title, MOST_TITLE)} />
    </div>
  );
}

/** The description, below the content. One that is missing is said to be missing (envelope 2.2). */
export function MediaCaption({ alt }: { readonly alt: string | null }) {
  return (
    <figcaption className={styles.caption}>
      {alt === null ? (
        <p className={styles.noAlt}>No description given</p>
      ) : (
        <p className={styles.alt}>
          <VisibleText text={shortText(alt, MOST_ALT)} />
        </p>
      )}
    </figcaption>
  );
}
