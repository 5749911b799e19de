import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** What is so, in one sentence: "No event matches the filter". */
  readonly title: string;
  /** Why, and what to do about it. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Replaces rows, and says why there are none and what to do. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children === undefined ? null : <div className={styles.body}>{children}</div>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
