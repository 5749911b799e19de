import type { ShowProps } from '../contract/renderer.ts';
import { CodeView } from './CodeView.tsx';
import type { CodeReading } from './code-renderer.ts';
import styles from './code-view.module.css';

/** An envelope as code. Another subject starts with its own folds and its own search. */
export function CodeShow({ view, subject }: ShowProps<CodeReading>) {
  return (
    <div className={styles.place}>
      <CodeView key={subject.key} text={view.text} lang={view.lang} title={view.title} />
    </div>
  );
}
