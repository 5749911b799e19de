import { type ReactNode, useEffect, useState } from 'react';
import styles from './Pending.module.css';

/** Says what is being waited for. It shows itself only after a moment, so that quick answers do not flash. */
export function Pending({ children }: { readonly children: string }) {
  return (
    <p role="status" className={styles.pending}>
      {children}
    </p>
  );
}

/**
 * Renders its children one task later than their parent. Mounting a whole pane takes tens of milliseconds; in steps the
 * window stays responsive.
 */
export function InNextTask({ children }: { readonly children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
