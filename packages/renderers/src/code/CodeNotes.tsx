import styles from './code-view.module.css';
import type { CodeLanguage } from './highlight/languages.ts';

export interface CodeNotesProps {
  /** What the text looks like, when nobody said what it is. */
  readonly hint: CodeLanguage | null;
  readonly isColoured: boolean;
  readonly isCut: boolean;
  readonly onFollow: () => void;
}

/** Why the code is shown as it is, where that needs words. */
export function CodeNotes({ hint, isColoured, isCut, onFollow }: CodeNotesProps) {
  const offersHint = hint !== null && isColoured;
  if (!offersHint && isColoured && !isCut) return null;
  return (
    <div className={styles.notes}>
      {offersHint && (
        <p className={styles.note}>
          Looks like {hint.title}.{' '}
          <button type="button" className={styles.button} onClick={onFollow}>
            Highlight as {hint.title}
          </button>
        </p>
      )}
      {!isColoured && <p className={styles.note}>Plain text: code above 1 MB is not coloured.</p>}
      {isCut && <p className={styles.note}>Only the beginning is shown here. Copy takes all of it.</p>}
    </div>
  );
}
