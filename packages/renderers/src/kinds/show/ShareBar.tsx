import type { SheetPart } from '@openwop-inspector/events';
import styles from './sheet.module.css';

/** How much of a limit was reached. The words say it all; the bar repeats them for the eye. */
export function ShareBar({ part }: { readonly part: Extract<SheetPart, { kind: 'share' }> }) {
  const most = Math.max(part.value, part.of, Number.MIN_VALUE);
  const percent = (amount: number) => `${Math.max(0, Math.min(100, (amount / most) * 100))}%`;
  return (
    <div className={styles.part}>
      <p className={styles.shareWords}>{part.words}</p>
      <div className={styles.share} aria-hidden="true">
        <div
          className={styles.shareFill}
          style={{ width: percent(part.value) }}
          data-over={part.value > part.of}
        />
        <div className={styles.shareLimit} style={{ insetInlineStart: percent(part.of) }} />
      </div>
    </div>
  );
}
