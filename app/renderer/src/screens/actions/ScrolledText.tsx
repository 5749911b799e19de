import { VisibleText } from '@openwop-inspector/renderers';
import styles from './Actions.module.css';

/** A foreign multi-line text, read-only. */
export function ScrolledText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <pre className={styles.body} tabIndex={0} role="group" aria-label={label}>
      <VisibleText text={text} />
    </pre>
  );
}
