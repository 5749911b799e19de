import { Clause } from '../clause/Clause.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { LockReason } from './lock-reasons.ts';
import styles from './surface.module.css';

/** Why no button works: each rule with its code, clause and the components it is about. */
export function LockReasons({ reasons }: { readonly reasons: readonly LockReason[] }) {
  if (reasons.length === 0) return null;
  return (
    <details className={styles.fold}>
      <summary>
        Why the buttons are locked{' '}
        <span className={styles.meta}>{reasons.length === 1 ? '1 reason' : `${reasons.length} reasons`}</span>
      </summary>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <LockEntry key={reason.code} reason={reason} />
        ))}
      </ul>
    </details>
  );
}

function LockEntry({ reason: { code, words, why, clause, pointers } }: { readonly reason: LockReason }) {
  return (
    <li>
      <p>
        <VisibleText text={`${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`} /> {why}
      </p>
      <p className={styles.meta}>
        <code>{code}</code> · <Clause clause={clause} />
      </p>
      {pointers.length === 0 ? null : (
        <p className={styles.meta}>
          <code>{pointers.join(' ')}</code>
        </p>
      )}
    </li>
  );
}
