import styles from './Pending.module.css';

/** Says what is being waited for. It shows itself only after a moment, so that quick answers do not flash. */
export function Pending({ children }: { readonly children: string }) {
  return (
    <p role="status" className={styles.pending}>
      {children}
    </p>
  );
}
