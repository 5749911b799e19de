import { type ReactNode, useEffect, useState } from 'react';

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
