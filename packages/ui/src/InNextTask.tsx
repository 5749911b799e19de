import { type ReactNode, useEffect, useState } from 'react';

/**
 * Draws its children one task later than what is around it. Mounting a whole pane takes tens of milliseconds; in steps
 * no single one keeps the window from answering.
 */
export function InNextTask({ children }: { readonly children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
